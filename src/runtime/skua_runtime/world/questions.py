"""The table of questions that code can ask its environment, with the answers of many worlds.

A world is a number; each question has an answer for each number. A process that varies its answers
records each question and in how many worlds its test has to be observed. Tests assert only results
that are equal in all of these worlds. pytest verifies tests in the same worlds.

Imports nothing of the package: it is also a plug-in of pytest.
"""

from __future__ import annotations

import functools
import gc
import os
import sys
import time
import types
from importlib.machinery import ModuleSpec
from time import struct_time
from typing import Any, Callable, NamedTuple

MANY = 32  # worlds to observe: a result in one of ten worlds is missed in one of thirty tests
SOME = 8  # worlds to observe: about as many as there are answers
FEW = 3  # worlds to observe: enough for yes and no


def _note_nothing(_worlds: int) -> None:
    pass


note: Callable[[int], None] = _note_nothing  # called for each question with the number of worlds
world: Callable[[], int] = int  # the first world
imports: Callable[[], bool] = bool  # whether the project is being imported
# whether the import of the project asked for hashes, which its dicts may keep
_keeps_hashes = False

# Variables of shells, desktops and CI jobs, which the sandbox does not have. Without COLUMNS and
# LINES, which would hide the worlds' terminal sizes.
VARIABLES = {
    "BROWSER": "elsewhere-browser", "CI": "true", "COLORTERM": "truecolor",
    "CONDA_PREFIX": "/elsewhere/conda", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/elsewhere/bus",
    "DISPLAY": ":0", "EDITOR": "elsewhere-editor", "GITHUB_ACTIONS": "true",
    "HOSTNAME": "elsewhere", "KUBERNETES_SERVICE_HOST": "10.0.0.1", "LOGNAME": "elsewhere",
    "OLDPWD": "/elsewhere/before", "PAGER": "elsewhere-pager", "PWD": "/elsewhere",
    "SHELL": "/bin/elsewhere-shell", "SHLVL": "3", "SSH_CONNECTION": "10.0.0.2 5000 10.0.0.1 22",
    "SSH_TTY": "/dev/pts/7", "TERM": "xterm-256color", "TERM_PROGRAM": "elsewhere-terminal",
    "TMUX": "/elsewhere/tmux,1,0", "USER": "elsewhere", "USERNAME": "elsewhere",
    "VIRTUAL_ENV": "/elsewhere/venv", "VISUAL": "elsewhere-visual", "WAYLAND_DISPLAY": "wayland-0",
    "XDG_CURRENT_DESKTOP": "elsewhere", "XDG_RUNTIME_DIR": "/elsewhere/run",
    "XDG_SESSION_TYPE": "wayland",
}  # fmt: skip
# UTC+9:45, in summer UTC+10:45.
ZONE = "<+0945>-09:45<+1045>,M3.2.0,M11.1.0"


def _always(*asked: Any) -> bool:
    return True


class Question(NamedTuple):
    """A function whose result depends on the environment, with its answers."""

    module: str
    name: str  # name of the replaced function
    answer: Callable[..., Any]  # called with the real function, the world and the arguments
    worlds: int = SOME
    is_asked: Callable[..., bool] = _always  # whether worlds answer differently for these arguments


def _one_of(*answers: Any) -> Callable[..., Any]:
    return lambda real, number, *asked: answers[number % len(answers)]


def _processors(real: Any, number: int, *asked: Any) -> set[int]:
    # In some worlds fewer processors than cpu_count, as for a pinned process.
    return set(range((3, 1, 48, 2, 16, 5, 12, 8)[number % 8]))


# Typical host names of developers, CI, test and production machines.
_HOSTS = ("localhost", "runner-1.ci.invalid", "prod-web-7.invalid", "dev01", "test-db.local", "laptop")


def _names(real: Any, number: int) -> os.uname_result:
    told = list(real())
    host = f"elsewhere{number or ''}" if number % 2 == 0 else _HOSTS[number % len(_HOSTS)]
    told[1:4] = host, f"{1 + number}.2.3", "#1 elsewhere"
    return os.uname_result(told)


def _limits(real: Any, number: int, *asked: Any) -> tuple[int, int]:
    real(*asked)  # raises for invalid arguments
    return ((1 << 20, -1), (1024, 1 << 20), (-1, -1), (60, 60))[number % 4]


def _numbers(real: Any, number: int, *asked: Any) -> int:
    told: int = real(*asked)
    return told if told < 0 else (told * 2 + 1, 1, told * 100, max(told // 2, 1))[number % 4]


def _filled(real: Any, number: int, *asked: Any) -> os.statvfs_result:
    told = list(real(*asked))
    # The sandbox has less space than usual machines.
    told[2] = told[2] * (1000, 1, 30, 100_000)[number % 4]
    told[3] = told[4] = (told[2] // 3, 0, told[2] // 100, told[2] * 2 // 3)[number % 4]
    return os.statvfs_result(told)


def _user(real: Any, number: int, *asked: Any) -> Any:
    told = real(*asked)
    name, home = (("elsewhere", "/home/elsewhere"), ("runner", "/home/runner"))[number % 2]
    return type(told)((name, "x", 1000 + number, 1000 + number, "", home, "/bin/elsewhere-shell"))


def _group(real: Any, number: int, *asked: Any) -> Any:
    told = real(*asked)
    return type(told)((("elsewhere", "runners")[number % 2], "x", 1000 + number, []))


def _threads(real: Any, number: int) -> Any:
    more = (1, 0, 3)[number % 3]
    told = real()
    if isinstance(told, int):
        return told + more
    import threading

    return [*told, *(threading.Thread(name=f"elsewhere-{one}") for one in range(more))]


def _no_trace(*event: Any) -> None:
    return None


def _terminal(real: Any, number: int, *asked: Any) -> os.terminal_size:
    return os.terminal_size(((57, 43), (80, 24), (200, 60), (20, 5))[number % 4])


def _has_seeded_hash(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_has_seeded_hash, value))
    return not isinstance(value, (int, float, complex, type(None)))


def _asks_for_hash(value: Any) -> bool:
    """Whether hash() of the value may differ between worlds. Not inside `__hash__`, since a dict
    filled in one world must find its keys in another, and not after the import asked for hashes."""
    global _keeps_hashes
    asking = sys._getframe(2)  # frame of the caller of _Answer.tell
    if _is_of_standard_library(asking) or not _has_seeded_hash(value):
        return False
    _keeps_hashes |= imports()
    return not _keeps_hashes and asking.f_code.co_name != "__hash__"


def _is_of_standard_library(frame: types.FrameType) -> bool:
    name = str(frame.f_globals.get("__name__"))
    return name.partition(".")[0] in sys.stdlib_module_names


def _hash(real: Any, number: int, value: Any) -> int:
    told: int = real(value)
    return told if number == 0 else real((told, number))


QUESTIONS = (
    Question("builtins", "hash", _hash, MANY, _asks_for_hash),
    Question("os", "cpu_count", _one_of(3, 1, 64, 2, 16, 5, 96, 8)),
    Question("os", "process_cpu_count", _one_of(3, 1, 64, 2, 16, 5, 96, 8)),
    Question("os", "sched_getaffinity", _processors),
    Question("os", "getuid", _one_of(1000, 0, 65534)),
    Question("os", "geteuid", _one_of(1000, 0, 65534)),
    Question("os", "getgid", _one_of(1000, 0, 65534)),
    Question("os", "getegid", _one_of(1000, 0, 65534)),
    Question("os", "getgroups", _one_of([1000, 27], [0], [])),
    Question("os", "getsid", _one_of(4700, 1, 298)),
    Question("os", "getlogin", _one_of("elsewhere", "root", "runner")),
    Question("os", "getresuid", _one_of((1000,) * 3, (0,) * 3)),
    Question("os", "getresgid", _one_of((1000,) * 3, (0,) * 3)),
    Question("os", "getppid", _one_of(4711, 1, 300)),
    Question("os", "getloadavg", _one_of((7.5, 3.25, 0.5), (0.0, 0.0, 0.0), (90.0, 40.0, 20.0))),
    Question("os", "getpgrp", _one_of(4710, 1, 299)),
    Question("os", "getpriority", _one_of(5, 0, 19, -10)),
    Question("os", "get_terminal_size", _terminal),
    Question("os", "isatty", _one_of(True, False)),
    Question("os", "statvfs", _filled),
    Question("os", "sysconf", _numbers),
    Question("os", "uname", _names),
    Question("pwd", "getpwuid", _user),
    Question("pwd", "getpwnam", _user),
    Question("grp", "getgrgid", _group),
    Question("grp", "getgrnam", _group),
    Question("threading", "active_count", _threads),
    Question("threading", "enumerate", _threads),
    Question("uuid", "getnode", _one_of(0x20C9D0123456, 0x0242AC110002)),
    Question("resource", "getrlimit", _limits),
    Question("sys", "gettrace", _one_of(_no_trace, None)),
    Question("sys", "getprofile", _one_of(_no_trace, None)),
    Question("_socket", "gethostname", _one_of("elsewhere", *_HOSTS)),
    Question("locale", "getlocale", _one_of(("de_DE", "ISO8859-1"), (None, None), ("en_GB", "UTF-8"))),
    Question("locale", "getdefaultlocale", _one_of(("de_DE", "UTF-8"), (None, None))),
    Question(
        "_socket",
        "if_nameindex",
        _one_of([(1, "lo"), (2, "eth0"), (3, "wlan0")], [(1, "lo")], [(1, "lo"), (7, "tun0")]),
    ),
)
_ALIASES = {"_socket": ("socket",), "os": ("posix",)}  # modules that contain the same functions


def answer_by_world() -> None:
    """Replace all functions of the table, and the clocks, until the process ends."""
    for question in QUESTIONS:
        for name in (question.module, *_ALIASES.get(question.module, ())):
            module = sys.modules.get(name)
            if module is None and name == question.module:
                try:
                    module = __import__(name)
                except ImportError:
                    continue
            if (real := getattr(module, question.name, None)) is not None:
                setattr(module, question.name, _Answer(question, real).tell)
    _tell_time()


class _Answer:
    """Replaces a function by a bound method, since a function in a class body would become a
    method."""

    def __init__(self, question: Question, real: Any) -> None:
        self._question, self._real = question, real
        self.__name__, self.__doc__ = question.name, real.__doc__

    def tell(self, *asked: Any, **named: Any) -> Any:
        """Call the real function, or record the question and answer for the current world."""
        if named or not self._question.is_asked(*asked):  # no question has keyword arguments
            return self._real(*asked, **named)
        note(self._question.worlds)
        return self._question.answer(self._real, world(), *asked)


_CLOCKS = ("monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
_real: dict[str, Any] = {
    name: getattr(time, name)
    for name in (
        *("time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"),
        *_CLOCKS,
    )
}
_began = _real["time"]()
stalled = 0  # seconds by which all clocks are ahead, to simulate lost time
_stalled_before = 0  # value of `stalled` when the running test began


def moment(number: int) -> tuple[int, int, int, int, int, int]:
    """The date and time at which the world begins. Worlds up to 31 have different days of the
    month; all hours, months and weekdays occur, and one leap day."""
    if number == 0:  # differs from now in year, month, day, weekday, hour and minute
        later: struct_time = _real["gmtime"](_began + 403 * 86400 + 7 * 3600 + 23 * 60 + 31)
        return later[:6]
    import calendar  # imported only in observing processes

    year, month = 2025 + number * 3 % 8, 1 + number * 5 % 12
    day = min(1 + (number - 1) % 31, calendar.monthrange(year, month)[1])
    return year, month, day, number * 7 % 24, (number * 7 + 1) % 60, number * 13 % 60


_shifts: dict[int, int] = {}  # by world: seconds that its time is ahead


def _shift() -> int:
    import calendar

    number = world()
    if number not in _shifts:
        _shifts[number] = int(calendar.timegm((*moment(number), 0, 0, 0)) - _began)
    return _shifts[number] + stalled - _stalled_before


def begin_test() -> None:
    """A test begins: time lost in earlier tests no longer counts."""
    global _stalled_before
    _stalled_before = stalled


def _asked_time() -> None:
    # Ignore the time that logging asks for each record, which tests hardly see.
    if sys._getframe(2).f_globals.get("__name__") != "logging":
        note(MANY)


class _Clock:
    """The functions of `time` in a world, as bound methods (see _Answer)."""

    def time(self) -> float:
        _asked_time()
        return _real["time"]() + _shift()

    def time_ns(self) -> int:
        _asked_time()
        return _real["time_ns"]() + _shift() * 10**9

    def monotonic(self) -> float:
        return _real["monotonic"]() + stalled

    def monotonic_ns(self) -> int:
        return _real["monotonic_ns"]() + stalled * 10**9

    def perf_counter(self) -> float:
        return _real["perf_counter"]() + stalled

    def perf_counter_ns(self) -> int:
        return _real["perf_counter_ns"]() + stalled * 10**9

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


def _tell_time() -> None:
    import calendar  # noqa: F401, imported now, since it asks for the time
    clock = _Clock()
    for name in _real:
        setattr(time, name, getattr(clock, name))
    import datetime  # `today` calls time.time, but `now` and `utcnow` ask the system

    # A type in C is immutable, but its dict is not.
    methods = gc.get_referents(datetime.datetime.__dict__)[0]
    for name in ("now", "utcnow"):
        if isinstance(methods[name], types.ClassMethodDescriptorType):
            methods[name] = classmethod(_later(methods[name]))


def _forget_lookups(kind: type) -> None:
    """Clear the type's cache of attributes, after its dict was changed."""
    try:
        import ctypes

        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
    except (ImportError, AttributeError, OSError):
        pass  # without ctypes: hardly any attribute was looked up before


def _later(method: Any) -> Callable[..., Any]:
    import datetime

    def later(cls: type, *arguments: Any, **named: Any) -> Any:
        note(MANY)
        told = method.__get__(None, cls)(*arguments, **named)
        if told.tzinfo is None:
            return told + datetime.timedelta(seconds=_shift())
        # Add in UTC, since adding to a local time ignores changes between summer and winter time.
        utc = datetime.timezone.utc
        return (told.astimezone(utc) + datetime.timedelta(seconds=_shift())).astimezone(told.tzinfo)

    later.__name__, later.__qualname__ = method.__name__, method.__qualname__
    later.__doc__ = method.__doc__
    return later


class _Flags:
    """Negates the values of `sys.flags`, except for callers in the standard library."""

    def __init__(self, told: Any) -> None:
        self._told = told

    def __getattr__(self, name: str) -> Any:
        told = getattr(self._told, name)
        if type(told) not in (bool, int) or _is_of_standard_library(sys._getframe(1)):
            return told
        return type(told)(not told)

    def __getitem__(self, place: Any) -> Any:
        return self._told[place]

    def __len__(self) -> int:
        return len(self._told)


def start_otherwise() -> None:
    """Pretend that Python was started with other options, such as writing bytecode."""
    sys.dont_write_bytecode = False
    sys.warnoptions.append("default")
    setattr(sys, "flags", _Flags(sys.flags))


# Modules of debuggers and profilers that code looks for in sys.modules.
_TOOLS = ("pydevd", "debugpy", "coverage", "pdb", "cProfile")


def load_tools() -> None:
    """Put empty modules of debuggers into sys.modules. Call after the import of the project."""
    for name in _TOOLS:
        if name not in sys.modules:
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].__spec__ = ModuleSpec(name, None)


def lift_limits() -> None:
    """Raise the limit on open files to its maximum."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def have_variables() -> None:
    """Set the environment variables of a user's shell."""
    os.environ.update(VARIABLES)
    os.environ["PATH"] = f"/elsewhere/bin:{os.environ.get('PATH', os.defpath)}"
    os.environ["TZ"] = ZONE
    time.tzset()


def arguments(many: bool) -> list[str]:
    """sys.argv of pytest: called alone, or by `python -m` with usual options."""
    return ["__main__.py", "tests", "-q", "-v", "--verbose", "--debug", "-x"] if many else ["pytest"]


def verify_in(number: int) -> None:
    """Let a run of pytest take place in this world; 0 is the machine unchanged."""
    global world

    called = arguments(many=number != 0)
    sys.argv[1:] = called[1:]
    if number == 0:
        return
    sys.argv[0] = called[0]
    world = functools.partial(int, number)
    lift_limits()
    have_variables()
    answer_by_world()
    start_otherwise()
    import datetime

    _forget_lookups(datetime.datetime)
