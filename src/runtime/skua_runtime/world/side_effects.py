"""Notices effects of a test outside its process, by audit events of Python, and while observing
also by system calls (extension/watching/watched_calls.h).

Such a test does no harm in the sandbox, but would run without a sandbox once written, so it is not
written. Two kinds of effects are allowed, since pytest reverts them in a written test: effects in
the test's own folder for files, and changes of the environment by statements of the test.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Optional

import skua_native

from skua_runtime.world import asking, surroundings

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = frozenset("""
    os.chdir os.chflags os.chown os.exec os.fork os.forkpty os.kill os.killpg os.lockf
    os.posix_spawn os.putenv os.removexattr os.setxattr os.spawn os.symlink os.system os.unsetenv
    fcntl.flock fcntl.ioctl fcntl.lockf ftplib.connect imaplib.open multiprocessing.SemLock
    multiprocessing.shm_open pty.spawn resource.prlimit
    resource.setrlimit shutil.chown shutil.unpack_archive
    signal.pthread_kill smtplib.connect socket.bind socket.connect socket.sendmsg socket.sendto
    socket.getaddrinfo socket.gethostbyname socket.gethostbyaddr socket.sethostname
    subprocess.Popen syslog.syslog termios.tcdrain termios.tcflow termios.tcflush termios.tcgetattr
    termios.tcgetwinsize termios.tcsendbreak termios.tcsetattr termios.tcsetwinsize
    tempfile.mkdtemp tempfile.mkstemp
    urllib.Request webbrowser.open
    """.split())
# By event: the places of changed paths among its arguments, each with the place of the folder's
# descriptor to which the path is relative (-1 for none).
_FILE_EVENTS: dict[str, tuple[tuple[int, int], ...]] = {
    "open": ((0, -1),), "os.chmod": ((0, 2),), "os.link": ((0, 2), (1, 3)), "os.mkdir": ((0, 2),),
    "os.remove": ((0, 1),), "os.rename": ((0, 2), (1, 3)), "os.rmdir": ((0, 1),),
    "os.truncate": ((0, -1),), "os.utime": ((0, 3),), "shutil.copyfile": ((1, -1),),
    "shutil.copymode": ((1, -1),), "shutil.copystat": ((1, -1),), "shutil.copytree": ((1, -1),),
    "shutil.make_archive": ((0, -1),), "shutil.move": ((0, -1), (1, -1)),
    "shutil.rmtree": ((0, 1),), "sqlite3.connect": ((0, -1),),
}  # fmt: skip
# Events of functions that only raise if the path does not exist.
_CHANGE_WHAT_IS_THERE = frozenset("""
    os.chmod os.remove os.rename os.rmdir os.truncate os.utime shutil.copymode shutil.copystat
    shutil.move shutil.rmtree
    """.split())
# The content of the machine's folders differs between machines.
_LISTING = ("os.listdir", "os.scandir")
_OF_ENVIRONMENT = ("os.putenv", "os.unsetenv")
_IN_MEMORY = (":memory:", b":memory:", "", b"")  # names of SQLite databases in memory
_TERMINALS = ("/dev/tty", b"/dev/tty", "/dev/console", b"/dev/console")
_root = ""  # folder of the project, where written tests run


def tests_will_run_in(root: str) -> None:
    """Set the folder of the project."""
    global _root
    _root = root


class ReachedOut(BaseException):
    """Stops a test of the search before it reaches out of the process, since no suite would keep
    it."""


def _announce_shared_memory() -> None:
    """Raise audit events for semaphores and shared memory of multiprocessing, which Python lacks
    and the sandbox refuses."""
    try:
        import _multiprocessing
        import _posixshmem
    except ImportError:
        return
    if getattr(_multiprocessing.SemLock, "announced", False):
        return

    class SemLock(_multiprocessing.SemLock):
        announced = True

        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            sys.audit("multiprocessing.SemLock")
            return super().__new__(cls, *arguments, **keywords)

    def shm_open(*arguments: Any, **keywords: Any) -> Any:
        sys.audit("multiprocessing.shm_open")
        return opened(*arguments, **keywords)

    opened, _posixshmem.shm_open = _posixshmem.shm_open, shm_open
    _multiprocessing.SemLock = SemLock


def _announce_terminals() -> None:
    """Raise audit events for operations on terminals, which Python lacks. A written test with a
    terminal might wait for a person to type."""
    try:
        import termios
    except ImportError:
        return
    if hasattr(termios, "announced"):
        return

    def announcing(event: str, function: Any) -> Any:
        def announced(*arguments: Any, **keywords: Any) -> Any:
            sys.audit(event)
            return function(*arguments, **keywords)

        announced.__name__, announced.__doc__ = function.__name__, function.__doc__
        return announced

    for event in _EVENTS:
        module, _, name = event.partition(".")
        if module == "termios" and (function := getattr(termios, name, None)) is not None:
            setattr(termios, name, announcing(event, function))
    setattr(termios, "announced", True)


def stop_what_reaches_out() -> None:
    """End every test that reaches out, from now on, in this process and its forks."""

    _announce_shared_memory()
    _announce_terminals()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if _is_effect(event, arguments) and skua_native.reach_out():
            raise ReachedOut(event)

    sys.addaudithook(hook)


def _is_effect(event: str, arguments: tuple[Any, ...]) -> bool:
    if event in _EVENTS:
        is_effect = event != "subprocess.Popen" or _exists(arguments[0])
        is_effect = is_effect and not _is_of_os_environ(event)
    elif event in _FILE_EVENTS:
        if event == "open" and arguments[0] in _TERMINALS:
            return not surroundings.is_at_work()
        if event == "sqlite3.connect" and arguments[0] in _IN_MEMORY:
            return False
        is_effect = event != "open" or _writes(*arguments)
        is_effect = is_effect and not _stays_inside(_FILE_EVENTS[event], arguments)
        is_effect = is_effect and not _only_raises(event, arguments)
    elif event in _LISTING:
        is_effect = _is_of_machine(arguments[0])
    else:
        return False
    return is_effect and not surroundings.is_at_work()


def _is_of_os_environ(event: str) -> bool:
    """Whether `os.environ` sets or deletes the variable. (Changes of os.environ are compared at the
    end of the test.)"""
    if event not in _OF_ENVIRONMENT:
        return False
    code: Any = sys._getframe(3).f_code  # code that caused the event: the caller of the hook
    return code in (
        os._Environ.__setitem__.__code__,
        os._Environ.__delitem__.__code__,
    )


class SideEffects:
    """Remembers the first side effect since `watch`."""

    def __init__(self) -> None:
        self._watching = False
        self._first: Optional[str] = None
        # Copy of os.environ from before the subject's first change.
        self._environment: Optional[dict[str, str]] = None
        self._set_by_test: set[str] = set()

    def install(self) -> None:
        """Install the hooks, which cannot be removed, in this process and its forks."""
        _announce_shared_memory()
        _announce_terminals()
        asking.watch(self.note)
        sys.addaudithook(self._hook)

    def watch(self) -> None:
        """Remember effects until the test ends; restoring state afterwards does not count."""
        self._watching, self._first = True, None
        self._environment, self._set_by_test = None, set()
        skua_native.watch_calls(True)
        skua_native.after_test(self._rest)

    def _rest(self) -> None:
        if self._watching:
            self._note_environment()
        self._watching = False
        skua_native.watch_calls(False)
        self._note_call()

    def _note_environment(self) -> None:
        if self._environment is None or self._first is not None:
            return
        with asking.unnoted():
            self._compare_environment(self._environment)

    def _compare_environment(self, before: dict[str, str]) -> None:
        names = {*before, *os.environ} - self._set_by_test
        if any(before.get(name) != os.environ.get(name) for name in names):
            self._first = "os.putenv"

    def _note_call(self) -> None:
        call = skua_native.take_call()
        if self._first is None:
            self._first = call

    def stop(self) -> Optional[str]:
        """The name of the first event or system call, or None."""
        self._rest()
        return self._first

    @contextmanager
    def on_trial(self) -> Iterator[list[str]]:
        """In the `with` block, effects do not count as the test's; the list contains the first one
        afterwards."""
        self._note_call()
        watching, before, events = self._watching, self._first, list[str]()
        self._watching, self._first = True, None
        try:
            yield events
        finally:
            self._note_call()
            if self._first is not None:
                events.append(self._first)
            self._watching, self._first = watching, before

    def note(self, event: str) -> None:
        """Remember a side effect of this name."""
        if self._watching and self._first is None:
            self._first = event

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watching or self._first is not None:
            return
        if event in _OF_ENVIRONMENT and surroundings.is_at_work():
            self._set_by_test.add(os.fsdecode(arguments[0]))
        elif event in _OF_ENVIRONMENT and self._environment is None:
            with asking.unnoted():
                self._environment = dict(os.environ)
        with asking.unnoted():
            is_effect = _is_effect(event, arguments)
        if is_effect:
            self._first = event
        elif event == "open":
            asking.asked_file(arguments[0], event)
        elif event == "subprocess.Popen":  # an attempt to start a program that does not exist
            skua_native.expect_child()


def _is_of_machine(folder: object) -> bool:
    """Whether a folder belongs neither to the test, the project nor Python, such as /etc: its
    content differs elsewhere. The current folder counts, too, unless it is the test's own."""
    path = os.getcwd() if folder is None else _resolved(folder, -1)
    if path is None or surroundings.owns(path) or not os.path.isdir(path):
        return False
    known = (_root, sys.prefix, sys.base_prefix, *sys.path)
    return not any(
        path == one or path.startswith(one + os.sep) for one in map(os.path.realpath, filter(None, known))
    )


def _only_raises(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether the call only raises, everywhere: mkdir of a folder that the project has, or removing
    a relative path that does not exist. (A missing absolute path may exist elsewhere.)"""
    name, folder_place = arguments[0], _FILE_EVENTS[event][0][1]
    folder = arguments[folder_place] if 0 <= folder_place < len(arguments) else -1
    path = _resolved(name, folder)
    if path is None or isinstance(name, int):
        return False
    if event == "os.mkdir":
        return path.startswith(_root + os.sep) and os.path.lexists(path)
    text = os.fsdecode(name)
    if event not in _CHANGE_WHAT_IS_THERE or os.path.isabs(text) or os.path.lexists(path):
        return False
    if folder not in (-1, None) or os.pardir in text.split(os.sep):
        return False
    asking.look_in_folder()
    return True


def _exists(program: object) -> bool:
    """Whether the program exists; if not, starting it only raises FileNotFoundError."""
    try:
        name = os.fsdecode(program)  # type: ignore[arg-type]
    except TypeError:
        return True
    folders = [""] if os.path.dirname(name) else os.get_exec_path()
    return any(os.path.exists(os.path.join(folder, name)) for folder in folders)


def _writes(path: object, mode: Optional[str], flags: int) -> bool:
    if isinstance(path, int) or path in (os.devnull, os.fsencode(os.devnull)):
        return False
    if mode is not None and any(letter in mode for letter in "wax+"):
        return True
    return bool(flags & _WRITING)


def _stays_inside(places: tuple[tuple[int, int], ...], arguments: tuple[Any, ...]) -> bool:
    """Whether all changed paths are in the test's own folder for files."""
    for place, folder_place in places:
        folder = arguments[folder_place] if 0 <= folder_place < len(arguments) else -1
        path = _resolved(arguments[place], folder)
        if path is None or not surroundings.owns(path):
            return False
    return True


def _resolved(path: object, folder: object) -> Optional[str]:
    """The real path, relative to the folder with this descriptor, or to the current folder for -1.
    None if it is no path."""
    try:
        if isinstance(path, int):
            return os.readlink(f"/proc/self/fd/{path}")
        base = "" if folder in (-1, None) else os.readlink(f"/proc/self/fd/{folder}")
        return os.path.realpath(os.path.join(base, os.fsdecode(path)))  # type: ignore[arg-type]
    except (OSError, TypeError, ValueError):
        return None
