"""What differs between the two processes that observe, beside their hash seed, which says how: the
program's name and arguments, the current folder, what is in the home and in the machine's other
folders, whether standard input is a terminal, where errors go, which descriptors are open, the size
of the terminal, the programs that the user prefers, the umask, the name of the locale, the time and
the time zone, the names of user and machine, releases of system, C library, Python and what is
installed, how many processors there are, in which orders sets of texts are iterated, and whether
garbage is collected, and time lost, behind each statement.
What follows from any of these is seen differently by the two, and so asserted by none.
"""

from __future__ import annotations

import functools
import gc
import os
import sys
import sysconfig
import time
import types
import weakref
from time import struct_time
from typing import Any, Callable, Iterable, NamedTuple, Optional

import skua_native

AHEAD_DAYS = 403  # another year, month, day of the month, and day of the week
_AHEAD = AHEAD_DAYS * 86400.0
# Seconds for which a busy machine may leave a process waiting between two statements of a test; as
# many as count as more than one where only whole seconds do.
_STALL = 2
_ZONE = "<+0945>-09:45"
# Variables that a user's shell has or has not. Of COLUMNS the other process has 80, of LINES 24, as
# long as nobody looks. Fewer columns tell more: code rather limits a width than widens it.
_PREFERRED = {
    "COLUMNS": "57",
    "LINES": "43",
    "EDITOR": "elsewhere-editor",
    "VISUAL": "elsewhere-visual",
    "PAGER": "elsewhere-pager",
    "BROWSER": "elsewhere-browser",
}
_LOCALE = "C.utf8"  # the same as C.UTF-8, where there is one, under another name
_MANY_ENDS = b"\x04" * 64  # as often a read of the terminal ends at once
_descriptors: list[int] = []  # that are kept open
collects_garbage = False  # behind each statement of a test
_real: dict[str, Any] = {
    name: getattr(time, name)
    for name in (
        *("time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"),
        *("monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
    )
}
_unseeded: weakref.WeakSet[Any] = weakref.WeakSet()  # of random.Random
_reseed: list[Callable[..., None]] = []  # random.Random.seed as it was, where draws are noted
_stalled = 0  # seconds by which each clock has gone on while nothing was done


def vary(process: int) -> None:
    """For the process with this hash seed, before the subject is imported. 0: nobody observes."""
    sys.argv[:] = (["pytest", "tests"], ["pytest"], ["__main__.py", "tests", "-q"])[process % 3]
    home = _go_home()
    if process == 0:
        return
    _go_to_another_folder(process)
    if process % 2 == 0:
        _fill(home)
        _list_otherwise(os.environ.get("TMPDIR") or "/tmp")
        os.environ.update(_PREFERRED)
        os.environ["TZ"] = _ZONE
        time.tzset()
        be_ahead()
        be_elsewhere()
        skua_native.vary_sets()
        note_random_numbers()
        _have_other_descriptors()
        _have_other_settings()


def note_random_numbers() -> None:
    """For the rest of the process's life a test that draws random numbers tells, unless it seeds them:
    two processes may draw the same bool. So does one that draws from what nothing has seeded when
    the project was imported.
    """
    import random

    real = random.Random
    seed, draw, draw_bits, urandom = real.seed, real.random, real.getrandbits, os.urandom
    _reseed.append(seed)

    def noted_seed(self: Any, a: Any = None, *version: Any, **named: Any) -> None:
        (_unseeded.add if a is None else _unseeded.discard)(self)
        seed(self, a, *version, **named)

    def noted_draw(self: Any) -> float:
        if self in _unseeded:
            skua_native.note_chance()
        return draw(self)

    def noted_bits(self: Any, count: int, /) -> int:
        if self in _unseeded:
            skua_native.note_chance()
        return draw_bits(self, count)

    def noted_urandom(size: int, /) -> bytes:
        skua_native.note_chance()
        return urandom(size)

    # They say of themselves what the real ones say, so that a load that has these finds the same.
    for original, noted in ((seed, noted_seed), (draw, noted_draw), (draw_bits, noted_bits)):
        setattr(real, original.__name__, functools.wraps(original)(noted))
    for module, name in ((os, "urandom"), (random, "_urandom")):
        setattr(module, name, functools.wraps(urandom)(noted_urandom))


def draw_anew() -> None:
    """Before a test: what nothing has seeded draws other numbers than in the last one."""
    for numbers in list(_unseeded):
        _reseed[0](numbers)


def _go_home() -> str:
    """A home in which there is nothing else, not even the files of a test."""
    home = os.path.join(os.environ.get("TMPDIR") or "/tmp", "home")
    os.makedirs(home, exist_ok=True)
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = home
    return home


def _fill(home: str) -> None:
    """For the rest of the process's life whatever is looked for beneath it seems to be a folder.
    Code that keeps its settings there finds them on one machine and not on the next.
    """
    stat = os.stat

    def pretending(look: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
        def pretend(path: Any, **options: Any) -> os.stat_result:
            try:
                return look(path, **options)
            except FileNotFoundError:
                if isinstance(path, int) or not os.fsdecode(path).startswith(home + os.sep):
                    raise
                return stat(home)

        return pretend

    setattr(os, "stat", pretending(os.stat))
    setattr(os, "lstat", pretending(os.lstat))


class _Version(NamedTuple):
    """What sys.version_info is, whose type makes no other."""

    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def be_another_python(process: int) -> None:
    """From now on, in one of the processes that observe, code is told that it runs in the next
    Python. What modules chose when they were imported stays, so that they work.
    """
    if process == 0 or process % 2 != 0:
        return
    told = sys.version_info
    another = _Version(told.major, told.minor + 1, 97, told.releaselevel, told.serial)
    setattr(sys, "version_info", another)
    sys.hexversion += 1 << 16
    sys.version = f"{another.major}.{another.minor}.97 {sys.version.partition(' ')[2]}"
    built_for, name = f"{told.major}{told.minor}", f"{another.major}{another.minor}"
    settings = sysconfig.get_config_vars()
    for setting in ("EXT_SUFFIX", "SOABI", "py_version_nodot"):
        if isinstance(value := settings.get(setting), str):
            settings[setting] = value.replace(built_for, name)


class _Entries:
    """What os.scandir gives."""

    def __init__(self, entries: Iterable[os.DirEntry[Any]]) -> None:
        self._left = iter(entries)

    def __iter__(self) -> _Entries:
        return self

    def __next__(self) -> os.DirEntry[Any]:
        return next(self._left)

    def __enter__(self) -> _Entries:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._left = iter(())


def _list_otherwise(scratch: str) -> None:
    """For the rest of the process's life other folders of the machine list what they have the other
    way round, and lack one. Where Python and the project are they have what they have.
    """
    listdir, scandir = os.listdir, os.scandir

    def is_elsewhere(path: Any) -> bool:
        if path is None or isinstance(path, int):
            return False
        folder = os.path.realpath(os.fsdecode(path))
        known = [scratch, sys.prefix, sys.base_prefix, *filter(None, sys.path)]
        return not any(
            (folder + os.sep).startswith(os.path.realpath(one) + os.sep) for one in known
        )

    def list_other(path: Any = ".") -> list[Any]:
        names = listdir(path)
        return names[:0:-1] if is_elsewhere(path) else names

    def scan_other(path: Any = ".") -> Any:
        if not is_elsewhere(path):
            return scandir(path)
        with scandir(path) as entries:
            return _Entries([*entries][:0:-1])

    setattr(os, "listdir", list_other)
    setattr(os, "scandir", scan_other)
    import pathlib  # before Python 3.11 it has taken them already

    if accessor := getattr(pathlib, "_NormalAccessor", None):
        accessor.listdir, accessor.scandir = staticmethod(list_other), staticmethod(scan_other)


def _go_to_another_folder(process: int) -> None:
    scratch = os.environ.get("TMPDIR")
    if not scratch:
        return
    # The folder's path has another length in each process, and other files are in it.
    name = "work" * (1 + process % 8)
    folder = os.path.join(scratch, name)
    os.makedirs(os.path.join(folder, f"in_{name}"), exist_ok=True)
    os.chdir(folder)


def be_elsewhere() -> None:
    """On a machine of the same kind, for the rest of the process's life."""
    import _socket  # `socket` takes its names from there

    os.environ["USER"] = os.environ["LOGNAME"] = "elsewhere"
    there = list(os.uname())
    there[1:4] = "elsewhere", "1.2.3", "#1 elsewhere"
    uname = os.uname_result(there)
    processors = (os.cpu_count() or 1) + 3
    setattr(os, "uname", lambda: uname)
    setattr(os, "cpu_count", lambda: processors)
    setattr(_socket, "gethostname", lambda: "elsewhere")
    _have_another_libc()
    number, rest = sys.version.split(" ", 1)
    sys.version = f"{number.rpartition('.')[0]}.97 {rest}"  # what `platform` reads


def _have_another_libc() -> None:
    confstr, libc = os.confstr, "CS_GNU_LIBC_VERSION"

    def other_confstr(name: Any, /) -> Optional[str]:
        told = confstr(name)
        if told is None or name not in (libc, os.confstr_names.get(libc)):
            return told
        return f"{told.rpartition('.')[0]}.97"

    setattr(os, "confstr", other_confstr)


def _have_other_descriptors() -> None:
    """Standard input is a terminal that nobody types at, errors go to a file, and more are open."""
    errors = os.path.join(os.environ.get("TMPDIR") or "/tmp", "errors-of-this-process")
    try:
        descriptor = os.open(errors, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(descriptor, 2)
        _descriptors.append(descriptor)
        _descriptors.append(os.open(os.devnull, os.O_RDWR))
        typing, terminal = os.openpty()
    except OSError:  # the sandbox has no terminals
        return
    _descriptors.append(typing)
    os.write(typing, _MANY_ENDS)
    os.dup2(terminal, 0)
    os.close(terminal)


def _have_other_settings() -> None:
    global collects_garbage
    collects_garbage = True
    os.umask(0o077)
    import locale

    try:
        locale.setlocale(locale.LC_CTYPE, _LOCALE)
    except locale.Error:
        pass
    import importlib.metadata

    told = importlib.metadata.Distribution.version

    def other_version(self: Any) -> str:
        version: str = told.fget(self)  # type: ignore[attr-defined]
        return f"{version.rpartition('.')[0] or version}.97"

    setattr(importlib.metadata.Distribution, "version", property(other_version))


class _Ahead:
    """The functions of `time` as they answer some days later, on a machine that may stall. Bound
    methods: see virtual_clock.
    """

    def time(self) -> float:
        return _real["time"]() + _AHEAD + _stalled

    def time_ns(self) -> int:
        return _real["time_ns"]() + (int(_AHEAD) + _stalled) * 10**9

    def monotonic(self) -> float:
        return _real["monotonic"]() + _stalled

    def monotonic_ns(self) -> int:
        return _real["monotonic_ns"]() + _stalled * 10**9

    def perf_counter(self) -> float:
        return _real["perf_counter"]() + _stalled

    def perf_counter_ns(self) -> int:
        return _real["perf_counter_ns"]() + _stalled * 10**9

    def localtime(self, seconds: Any = None, /) -> struct_time:
        return _real["localtime"](self.time() if seconds is None else seconds)

    def gmtime(self, seconds: Any = None, /) -> struct_time:
        return _real["gmtime"](self.time() if seconds is None else seconds)

    def ctime(self, seconds: Any = None, /) -> str:
        return _real["ctime"](self.time() if seconds is None else seconds)

    def asctime(self, *moment: Any) -> str:
        return _real["asctime"](*(moment or (self.localtime(),)))

    def strftime(self, format: Any, /, *moment: Any) -> str:
        return _real["strftime"](format, *(moment or (self.localtime(),)))


def stall() -> None:
    """Behind a statement: lets time go by, where clocks are ahead."""
    global _stalled
    _stalled += _STALL


def be_ahead() -> None:
    """For the rest of the process's life."""
    clock = _Ahead()
    for name in _real:
        setattr(time, name, getattr(clock, name))
    import datetime  # `today` asks `time.time`; what follows asks the system itself

    # A type made in C lets nobody set its attributes, but its dictionary does. Nobody has looked
    # these up before, so that no cache knows others.
    methods = gc.get_referents(datetime.datetime.__dict__)[0]
    for name in ("now", "utcnow"):
        if isinstance(methods[name], types.ClassMethodDescriptorType):
            methods[name] = classmethod(_later(methods[name]))


def _later(method: Any) -> Callable[..., Any]:
    import datetime

    def later(cls: type, *arguments: Any, **named: Any) -> Any:
        shift = datetime.timedelta(days=AHEAD_DAYS, seconds=_stalled)
        return method.__get__(None, cls)(*arguments, **named) + shift

    later.__name__, later.__qualname__ = method.__name__, method.__qualname__
    later.__doc__ = method.__doc__
    return later
