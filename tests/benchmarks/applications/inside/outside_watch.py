"""A plug-in of pytest that notes what tests do outside of their own folders.

It writes a line into $OUTSIDE_EVENTS for each socket that is connected or bound, each process that
is started, and each file that is opened for writing, renamed or removed outside of $OUTSIDE_ALLOWED.
"""

import os
import sys

_SOCKETS = {"socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"}
_PROCESSES = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"}
_FILES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.symlink", "os.link", "os.truncate"}
_allowed = os.path.realpath(os.environ["OUTSIDE_ALLOWED"]) + os.sep
_events = os.environ["OUTSIDE_EVENTS"]
_running = False


def pytest_runtest_call():
    global _running
    _running = True


def pytest_runtest_teardown():
    global _running
    _running = False


def _is_outside(path):
    if not isinstance(path, (str, bytes, os.PathLike)):
        return False
    path = os.path.realpath(os.fsdecode(path))
    return not path.startswith(_allowed) and path != os.devnull


def _reaches_outside(event, arguments):
    if event in _SOCKETS:
        # The loop of asyncio talks to itself through a pair of sockets, which nothing connects.
        return True
    if event in _PROCESSES:
        return True
    if event == "open":
        path, mode, flags = arguments
        writes = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        return writes and _is_outside(path)
    return event in _FILES and _is_outside(arguments[0])


def _watch(event, arguments):
    global _running
    if not _running or "." not in event and event != "open":
        return
    if _reaches_outside(event, arguments):
        _running = False
        with open(_events, "a", encoding="utf-8") as stream:
            stream.write(f"{event} {arguments[:1]!r} {os.environ.get('PYTEST_CURRENT_TEST')}\n")
        _running = True


sys.addaudithook(_watch)
