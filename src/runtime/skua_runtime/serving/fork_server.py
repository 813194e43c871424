"""Forks processes that start with the modules that this process has imported.

The engine sends a socket for each process, and on it a request (protocol/control.h). The server
forks an attendant, which starts the process, reports its start and end to the engine, and kills it
with all its descendants if the engine asks or is gone: orphans become children of the attendant.
The process has its own session, in a narrower sandbox than the server. If the kernel does not hide
other processes, the attendant also decides about each signal that the process sends.
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
    """Fork a process for each request. Returns only in the forked processes: the request and its
    descriptors.

    The server exits when the engine closes `control`. Raises OSError if the kernel has no pidfd
    (before 5.3).
    """
    os.close(os.pidfd_open(os.getpid()))
    if os.getpid() != 1:  # the parent of PID 1 only waits for it
        skua_native.die_with_parent(False)  # "parent" is the thread that started this process
    del sys.path[0]  # remove the folder of this file
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no one asks for an attendant's exit status
    connection = Connection(control)
    gc.freeze()  # a garbage collection would write to, and so copy, all shared pages
    while (frame := connection.receive()) is not None:
        _, (process,) = frame
        # If fork fails, the engine sees that its socket closes.
        with contextlib.suppress(BlockingIOError):
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
            assert info is not None  # None is returned only with WNOHANG
            name = "exit" if info.si_code == os.CLD_EXITED else "signal"
            connection.send({name: info.si_status})
            # wait, so that the PID stays reserved until the engine is done with it
            connection.receive()
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
    """Send the attendant the descriptor on which the kernel asks about this process's signals."""
    with attendant:
        if "signals" in request:
            listener = skua_native.ask_about_signals(bytes.fromhex(request["signals"]))
            socket.send_fds(attendant, [b"\0"], [listener])
            os.close(listener)


def _judge_until(awaited: list[int], listeners: list[int], session: int) -> list[int]:
    """Wait until one of the descriptors is ready, deciding about signals meanwhile. Returns the
    ready ones."""
    while True:
        ready, _, _ = select.select(awaited + listeners, [], [])
        if any(one in awaited for one in ready):
            return ready
        listeners = [one for one in listeners if skua_native.judge_signal(one, session)]


def _kill(process: int) -> None:
    """Kill the process group, then all children, also later ones."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:  # the process has not called setsid yet
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
    except OSError:  # the kernel lacks this list, or Landlock forbids to read /proc
        return [pid for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))) if _is_child(pid)]


def _is_child(process: int) -> bool:
    """Whether the process is a child of this one."""
    try:
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
