"""Finds changes that a test leaves behind in its process; used by pytest_state.py in pytest.

Imports nothing of the package.
"""

from __future__ import annotations

import _signal
import atexit
import builtins
import functools
import gc
import locale
import logging
import operator
import os
import signal
import sys
import threading
import warnings
from typing import Any, Callable, Iterator

_ABSENT = object()
_TERMINAL = ("/dev/tty", b"/dev/tty")
_PACKAGES = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)


class ProcessWatch:
    """A snapshot of the process, compared later with its state.

    Made in the fork of a test, since it also hooks into what the test does. ``tops`` are the
    top-level names of the modules whose loggers are compared.
    """

    def __init__(self, tops: set[str]) -> None:
        self._places = [_Modules(), *_process_places(tops)]
        self._at_exit: list[Callable[..., Any]] = []
        self._uses_terminal = False
        register = atexit.register

        def registering(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
            self._at_exit.append(function)
            return register(function, *args, **kwargs)

        setattr(atexit, "register", registering)
        sys.addaudithook(self._audit)

    def changes(self) -> list[dict[str, str]]:
        """The differences from the snapshot."""
        found = [change for place in self._places for change in place.changes()]
        found.extend(_calls_at_exit(self._at_exit))
        if self._uses_terminal:
            found.append({"what": "a question in the terminal"})
        return found

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and arguments[0] in _TERMINAL:
            self._uses_terminal = True


class _Value:
    """A value of the process, compared by `==` or by `is_same`."""

    def __init__(
        self,
        what: str,
        read: Callable[[], Any],
        module: str = "",
        path: str = "",
        by: str = "",
        is_same: Callable[[Any, Any], bool] = operator.eq,
    ) -> None:
        self._what = what
        self._read = read
        self._is_same = is_same
        self._to_put_back = {"module": module, "path": path, "by": by} if by else {}
        self._before = read()

    def changes(self) -> Iterator[dict[str, str]]:
        if not self._is_same(self._read(), self._before):
            yield {"what": self._what, **self._to_put_back}


class _Each:
    """Several values of the process by key. `tell` describes the change of a key to a value;
    `usual` is the value that a new key may have without being a change."""

    def __init__(
        self, tell: Callable[[Any, Any], str], read: Callable[[], dict[Any, Any]], usual: Any = None
    ) -> None:
        self._tell = tell
        self._read = read
        self._usual = usual
        self._before = read()

    def changes(self) -> Iterator[dict[str, str]]:
        for key, now in self._read().items():
            if self._before.get(key, self._usual) != now:
                yield {"what": self._tell(key, now)}


class _Modules:
    """Entries of sys.modules, which tests may replace."""

    def __init__(self) -> None:
        self._before = dict(sys.modules)

    def changes(self) -> Iterator[dict[str, str]]:
        for name, module in self._before.items():
            if sys.modules.get(name, _ABSENT) is not module:
                yield {"what": f"another module {name}"}


def _loggers(tops: set[str]) -> dict[str, tuple[Any, ...]]:
    """The settings of the root logger and of the project's loggers."""
    loggers: dict[str, logging.Logger] = {"root": logging.root}
    for name, logger in list(logging.root.manager.loggerDict.items()):
        if isinstance(logger, logging.Logger) and name.partition(".")[0] in tops:
            loggers[name] = logger
    return {
        name: (
            logger.level,
            logger.propagate,
            logger.disabled,
            tuple(map(id, logger.handlers)),
            tuple(map(id, logger.filters)),
        )
        for name, logger in loggers.items()
    }


def _calls_at_exit(functions: list[Callable[..., Any]]) -> Iterator[dict[str, str]]:
    """The changes for functions of the project that atexit would call; functions of libraries are
    ignored."""
    for function in functions:
        while hasattr(function, "func"):  # look inside functools.partial
            function = function.func
        module = str(getattr(function, "__module__", None) or "")
        file = str(getattr(sys.modules.get(module), "__file__", None))
        is_installed = any(part in file for part in _PACKAGES)
        if module.partition(".")[0] not in sys.stdlib_module_names and not is_installed:
            name = getattr(function, "__qualname__", type(function).__name__)
            yield {"what": f"a call at exit ({module}.{name})"}


def _process_places(tops: set[str]) -> Iterator[_Value | _Each]:
    """The values to compare; `tops` are top-level names of modules."""
    for name in ("stdin", "stdout", "stderr", "excepthook", "displayhook", "breakpointhook"):
        read = functools.partial(getattr, sys, name)
        yield _Value(f"another sys.{name}", read, "sys", name, "name", operator.is_)
    for name in ("path", "argv", "meta_path", "path_hooks"):
        yield _Value(f"another sys.{name}", _reading_items(name), "sys", name, "copy")
    for what, find in (
        ("threading.excepthook", lambda: threading.excepthook),
        ("trace function", sys.gettrace),
        ("profile function", sys.getprofile),
    ):
        yield _Value(f"another {what}", find, is_same=operator.is_)
    yield _Value("another recursion limit", sys.getrecursionlimit)
    yield _Value("another switch interval", sys.getswitchinterval)
    yield _Value("another state of the garbage collector", gc.isenabled)
    yield _Value("other builtins", lambda: {n: id(v) for n, v in vars(builtins).items() if n != "_"})
    yield _Value("another environment", _environment)
    yield _Value("another working folder", _working_folder, by="folder")
    yield _Value("another umask", _umask)
    if "decimal" in sys.modules:
        yield _Value("another context of decimal", _decimal_context)
    yield _Value("another locale", lambda: locale.setlocale(locale.LC_ALL))
    yield _Value("other warnings filters", lambda: [id(entry) for entry in warnings.filters])
    yield _Value("other signal handlers", _signal_handlers)
    yield _Value(
        "another level of logging.disable", lambda: logging.root.manager.disable
    )
    yield _Each(
        lambda name, _: f"other settings of the logger {name}",
        functools.partial(_loggers, tops),
        (logging.NOTSET, True, False, (), ()),
    )
    yield _Each(lambda _, name: f"an open descriptor ({name})", _descriptors)
    yield _Each(lambda _, name: f"a running thread ({name})" if name else "a running thread", _threads)


def _reading_items(name: str) -> Callable[[], list[Any]]:
    """A function that returns the items of a list in sys, with ids instead of objects that are not
    strings."""
    return lambda: [item if isinstance(item, str) else id(item) for item in getattr(sys, name)]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _signal_handlers() -> list[int]:
    # Not signal.getsignal, which would make enum members.
    return [id(_signal.getsignal(number)) for number in range(1, signal.NSIG)]


def _decimal_context() -> tuple[Any, ...]:
    context = sys.modules["decimal"].getcontext()
    traps = tuple(sorted(error.__name__ for error, is_set in context.traps.items() if is_set))
    return (context.prec, context.rounding, context.Emin, context.Emax, context.clamp, traps)


def _descriptors() -> dict[Any, str]:
    """The open descriptors with their targets, without stateless devices, and without descriptors
    of threads that belong to a library."""
    found: dict[Any, str] = {}
    stateless = ["/dev/null", "/dev/urandom", "/dev/random", "/proc/"]
    try:
        numbers = os.listdir("/proc/self/fd")
        if len(os.listdir("/proc/self/task")) > threading.active_count():
            stateless += ["anon_inode:[eventpoll]", "anon_inode:[eventfd]"]
    except OSError:
        return found
    for number in numbers:
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:  # the descriptor of the listing is closed already
            continue
        if not target.startswith(tuple(stateless)):
            found[number] = target
    return found


def _threads() -> dict[Any, str]:
    """The threads that the process waits for at its end."""
    threads = [one for one in threading.enumerate() if not one.daemon]
    main = threading.main_thread()
    return {id(one): one.name for one in threads if one is not main and one.is_alive()}
