"""Forks processes that need not import again what this one has imported.

The engine passes a socket for each process, and on it what it is to be (protocol/control.h). An
attendant, forked first, starts it, tells the engine of its start and its end, and when the engine
says so, or is gone, kills it with all that it has started: whatever leaves its parent becomes the
attendant's child. The process is alone in a session, in a narrower sandbox than this server. Where
the kernel hides no processes of others, its attendant also judges each signal that it sends.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from typing import Any

import skua_native

from skua_runtime.serving.frames import Connection


def serve(control: int) -> tuple[dict[str, Any], list[int]]:
    """The request and the descriptors for it, in each process that is forked; nowhere else does
    this return. Ends the server when the engine closes its end of `control`.

    Raises OSError where the kernel has no pidfd (before 5.3).
    """
    os.close(os.pidfd_open(os.getpid()))
    if os.getpid() != 1:  # whose parent is a process that only waits for it
        skua_native.die_with_parent(False)  # that is, with the thread that has started it
    del sys.path[0]  # our own folder
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how an attendant ended
    connection = Connection(control)
    gc.freeze()  # the collector of a process would touch, and so copy, every page that it was given
    while (frame := connection.receive()) is not None:
        _, (process,) = frame
        with contextlib.suppress(BlockingIOError):  # the engine sees that its socket closes
            if os.fork() == 0:
                connection.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                return _attend(Connection(process))
        os.close(process)
    os._exit(0)


def _attend(connection: Connection) -> tuple[dict[str, Any], list[int]]:
    frame = connection.receive()
    if frame is None:
        os._exit(0)
    request, descriptors = frame
    skua_native.adopt_orphans()
    attendant = os.getpid()
    ours, theirs = socket.socketpair()
    process = os.fork()
    if process == 0:
        connection.close()
        ours.close()
        _begin(request, descriptors, attendant)
        _begin_to_ask(request, theirs)
        return request, descriptors
    theirs.close()
    for descriptor in descriptors:
        os.close(descriptor)
    try:
        _, listeners, _, _ = socket.recv_fds(ours, 1, 1)
        connection.send({"pid": process})
        with open(os.pidfd_open(process), "rb", buffering=0) as ended:
            ready = _judge_until([ended.fileno(), connection.fileno()], listeners, process)
        if connection.fileno() not in ready:
            info = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
            assert info is not None  # there is no WNOHANG
            name = "exit" if info.si_code == os.CLD_EXITED else "signal"
            connection.send({name: info.si_status})
            connection.receive()  # its number is not given away before the engine has done with it
    except OSError:  # the engine is gone
        pass
    _kill(process)
    try:
        connection.send({"gone": True})
    finally:
        os._exit(0)


def _begin(request: dict[str, Any], descriptors: list[int], attendant: int) -> None:
    os.setsid()
    skua_native.die_with_parent(True)
    if os.getppid() != attendant:
        os._exit(1)
    if request["restrict"]:
        ruleset = descriptors.pop()
        skua_native.restrict_self(ruleset, request["shared_memory"], request["own_root"])
        os.close(ruleset)
    os.environ.clear()
    os.environ.update(entry.split("=", 1) for entry in request["environment"])
    os.chdir(request["folder"])


def _begin_to_ask(request: dict[str, Any], attendant: socket.socket) -> None:
    """Hand the attendant what the kernel asks about our signals, and keep nothing of it."""
    with attendant:
        if "signals" in request:
            listener = skua_native.ask_about_signals(bytes.fromhex(request["signals"]))
            socket.send_fds(attendant, [b"\0"], [listener])
            os.close(listener)


def _judge_until(awaited: list[int], listeners: list[int], session: int) -> list[int]:
    """Which of the descriptors are ready first. Signals that are sent meanwhile are judged."""
    while True:
        ready, _, _ = select.select(awaited + listeners, [], [])
        if any(one in awaited for one in ready):
            return ready
        listeners = [one for one in listeners if skua_native.judge_signal(one, session)]


def _kill(process: int) -> None:
    """With its process group, and then whatever is or becomes a child of this process."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:  # it is not yet a session of its own
        pass
    while True:
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    own = os.getpid()
    try:
        with open(f"/proc/{own}/task/{own}/children") as file:
            return list(map(int, file.read().split()))
    except OSError:  # the kernel has no such list, or Landlock lets nobody read in /proc
        return [pid for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))) if _is_child(pid)]


def _is_child(process: int) -> bool:
    """Whether the kernel would tell this process how that one ended."""
    try:
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
