"""Varies circumstances between the two observing processes, according to their hash seeds.

Varied are: arguments, current folder, environment variables, content of the home and of other
folders, whether standard input is a terminal, stderr, open descriptors and their limit, umask,
locale's name, time zone, writing of bytecode, versions of the C library, Python and packages,
garbage collection after each statement, and time lost after each statement. One of the two
processes also answers the questions of questions.py, and iterates over sets, by worlds.

A result that depends on a circumstance differs between the processes, so no assertion states it.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import sysconfig
import weakref
from typing import Any, Callable, Iterable, NamedTuple, Optional

import skua_native

from skua_runtime.world import asking, questions

# Seconds added after each statement of a test, as on a busy machine; 2 are visible even to code
# that counts whole seconds.
_STALL = 2
_LOCALE = "C.utf8"  # another name of C.UTF-8, where it exists
_MANY_ENDS = b"\x04" * 64  # end-of-file characters: each ends a read of the terminal
# Variables that only the sandbox needs, or that describe only this machine.
_OF_SANDBOX = (
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONUSERBASE", "VIRTUAL_ENV"),
)
# Variables that processes need, but that have other values on other machines.
_LENT = re.compile("TMPDIR|TZ|LANG(UAGE)?|LC_.*|LD_LIBRARY_PATH", re.DOTALL)
_descriptors: list[int] = []  # descriptors that stay open
_home = ""  # home folder, once it is varied
process = 0  # hash seed of this process; 0: circumstances are not varied
collects_garbage = False  # whether garbage is collected after each statement of a test
# random.Random objects that draw without a seed
_unseeded: weakref.WeakSet[Any] = weakref.WeakSet()
# The real random.Random.seed, once random numbers are recorded.
_reseed: list[Callable[..., None]] = []
_draws = 0  # random numbers drawn in this import
_WORLDS = questions.MANY - 1  # number of worlds without the first


def vary(hash_seed: int) -> None:
    """Change arguments, environment, folders and the like of this process, before the subject is
    imported. With hash seed 0 only little changes."""
    global process, _home
    process = hash_seed
    sys.argv[:] = questions.arguments(many=answers_by_world(process))
    _home = home = _go_home()
    for name in _OF_SANDBOX:
        os.environ.pop(name, None)
    asking.lend({name: os.environ[name] for name in os.environ if _LENT.fullmatch(name)})
    _go_to_another_folder(process)
    if process == 0:
        return
    if answers_by_world(process):
        _fill(home)
        _list_otherwise(os.environ.get("TMPDIR") or "/tmp")
        questions.lift_limits()
        asking.lend(questions.VARIABLES)
        questions.have_variables()
        questions.note, questions.world = asking.note, skua_native.world
        questions.imports = asking.imports
        questions.answer_by_world()
        questions.start_otherwise()
        _have_another_libc()
        _have_another_number()
        skua_native.vary_sets()
        note_random_numbers()
        _have_other_descriptors()
        _have_other_settings()


def answers_by_world(process: int) -> bool:
    """Whether the process with this hash seed answers questions by worlds."""
    return process % 2 == 0 and process > 0


def note_random_numbers() -> None:
    """Record each test that draws random numbers without a seed, until the process ends: two
    processes may draw the same bool by chance. Numbers without a seed in the import count, too."""
    import random

    real = random.Random
    seed, draw, draw_bits, urandom = real.seed, real.random, real.getrandbits, os.urandom
    draw_below = getattr(real, "_randbelow")
    _reseed.append(seed)

    def noted_seed(self: Any, a: Any = None, *version: Any, **named: Any) -> None:
        (_unseeded.add if a is None else _unseeded.discard)(self)
        seed(self, a, *version, **named)

    def spread_of(numbers: Any) -> Optional[float]:
        """Record a draw without a seed; returns its number in an import in another world."""
        if numbers not in _unseeded:
            return None
        asking.note(questions.MANY)
        return _spread_draw()

    def noted_draw(self: Any) -> float:
        spread = spread_of(self)
        return draw(self) if spread is None else spread

    def noted_bits(self: Any, count: int, /) -> int:
        spread = spread_of(self)
        return draw_bits(self, count) if spread is None else int(spread * 2**count)

    def noted_below(self: Any, count: int) -> int:
        spread = spread_of(self) if count > 0 else None
        below: int = draw_below(self, count) if spread is None else int(spread * count)
        return below

    def noted_urandom(size: int, /) -> bytes:
        asking.note(questions.MANY)
        return urandom(size)

    # Copy names and docstrings of the real methods, so that loads find equal objects.
    setattr(real, "_randbelow", functools.wraps(draw_below)(noted_below))
    for original, noted in ((seed, noted_seed), (draw, noted_draw), (draw_bits, noted_bits)):
        setattr(real, original.__name__, functools.wraps(original)(noted))
    # Replace the module's functions, too: they are methods bound to one instance.
    for name in ("seed", "random", "getrandbits"):
        setattr(random, name, getattr(_shared_numbers(), name))
    for module, name in ((os, "urandom"), (random, "_urandom")):
        setattr(module, name, functools.wraps(urandom)(noted_urandom))


def begin_import(root: str, world: int) -> None:
    """The import of the project begins, in this world if the process varies its answers."""
    asking.begin_import(root)
    skua_native.let_judge(asking.note)
    skua_native.take_asked()  # forget earlier questions
    if _reseed:
        skua_native.enter_world(world)
        _unseeded.add(_shared_numbers())  # a test may seed them, an import does not


def end_import() -> int:
    """The import ends; returns in how many worlds it has to be repeated."""
    asking.end_import()
    if _home:  # tests get other arguments than the import, and others in each process
        sys.argv[:] = questions.arguments(many=not answers_by_world(process))
    skua_native.let_judge(None)
    if _reseed:
        _unseeded.discard(_shared_numbers())
    asked: int = skua_native.take_asked()
    return asked


def _shared_numbers() -> Any:
    import random

    return getattr(random, "_inst")


def _spread_draw() -> Optional[float]:
    """A random number for an import in a world other than the first; else None.

    Each draw takes the middle of another 31st of the range in each world, so each of up to 31
    choices is made in some world. Powers of 3, a primitive root of 31, mix successive draws.
    """
    global _draws
    if not asking.imports() or skua_native.world() == 0:
        return None
    part = skua_native.world() * pow(3, _draws, _WORLDS) % _WORLDS
    _draws += 1
    return (part + 0.5) / _WORLDS


def begin_test() -> None:
    """A test begins: generators without a seed are reseeded."""
    questions.begin_test()
    for numbers in list(_unseeded):
        _reseed[0](numbers)


def _go_home() -> str:
    """Set HOME to an empty folder."""
    home = os.path.join(os.environ.get("TMPDIR") or "/tmp", "home")
    os.makedirs(home, exist_ok=True)
    os.environ["HOME"] = home
    return home


def _fill(home: str) -> None:
    """Pretend for the rest of the process that every path below the home is a folder, so that code
    finds its settings there in one process only."""
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
    """Like sys.version_info, whose own type has no constructor."""

    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def be_another_python(process: int) -> None:
    """In one observing process, pretend to be the next Python version, with modules of debuggers
    loaded. Called after the import, since modules chose their code for the real version."""
    if not answers_by_world(process):
        return
    told = sys.version_info
    another = _Version(told.major, told.minor + 1, 97, told.releaselevel, told.serial)
    setattr(sys, "version_info", another)
    sys.hexversion += 1 << 16
    sys.version = f"{another.major}.{another.minor}.97 {sys.version.partition(' ')[2]}"
    built_for, name = f"{told.major}{told.minor}", f"{another.major}{another.minor}"
    questions.load_tools()
    settings = sysconfig.get_config_vars()
    for setting in ("EXT_SUFFIX", "SOABI", "py_version_nodot"):
        if isinstance(value := settings.get(setting), str):
            settings[setting] = value.replace(built_for, name)


class _Entries:
    """An iterator of os.DirEntry, as os.scandir returns."""

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
    """List folders of the machine in reverse order and without one entry. Folders of Python, the
    project and the test stay the same."""
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
    import pathlib  # pathlib of Python 3.10 keeps references to the real functions

    if accessor := getattr(pathlib, "_NormalAccessor", None):
        accessor.listdir, accessor.scandir = staticmethod(list_other), staticmethod(scan_other)


def _go_to_another_folder(process: int) -> None:
    scratch = os.environ.get("TMPDIR")
    if not scratch:
        return
    # Each process's folder has a path of another length and depth, and other content; in one it is
    # empty.
    name = "work" * (1 + process % 8)
    folder = os.path.join(scratch, "deeper" if process else "", name)
    os.makedirs(os.path.join(folder, f"in_{name}") if process else folder, exist_ok=True)
    os.chdir(folder)


def _have_another_number() -> None:
    number, rest = sys.version.split(" ", 1)
    sys.version = f"{number.rpartition('.')[0]}.97 {rest}"  # version that `platform` reads


def _have_another_libc() -> None:
    confstr, libc = os.confstr, "CS_GNU_LIBC_VERSION"

    def other_confstr(name: Any, /) -> Optional[str]:
        told = confstr(name)
        if told is None or name not in (libc, os.confstr_names.get(libc)):
            return told
        return f"{told.rpartition('.')[0]}.97"

    setattr(os, "confstr", other_confstr)


def _have_other_descriptors() -> None:
    """Standard input is a terminal at its end, stderr is a file, and more descriptors are open."""
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


def stall() -> None:
    """Lose time after a statement, where clocks are varied."""
    questions.stalled += _STALL
