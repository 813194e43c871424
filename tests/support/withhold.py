"""Runs a command as on a machine without some features that containment needs.

    python withhold.py namespaces,landlock COMMAND…

A filter of system calls refuses them, as in default profiles of containers. With ``landlock-4``
instead of ``landlock``, the kernel seems to have Landlock with ABI 4: programs that ask for the
version get 4. That needs a tracer of the command's first process, and x86-64.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import struct
import sys

UNSHARE = {"x86_64": 272, "aarch64": 97}[platform.machine()]
CREATE_RULESET = 444
REFUSED = {"namespaces": (UNSHARE, errno.EPERM), "landlock": (CREATE_RULESET, errno.ENOSYS)}
OLDER_LANDLOCK = "landlock-"
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # instructions of classic BPF, on words
ALLOW, ERRNO, TRACE = 0x7FFF0000, 0x00050000, 0x7FF00000
THIRD_ARGUMENT = 16 + 2 * 8  # offset in struct seccomp_data
ASKS_FOR_VERSION = 1
SET_NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2
TRACE_ME, CONTINUE, GET_REGISTERS, SET_REGISTERS, SET_OPTIONS = 0, 7, 12, 13, 0x4200
STOP_AT_EXEC, STOP_AT_FILTER, KILL_WITH_TRACER = 0x10, 0x80, 0x100000
AT_FILTER = 7  # PTRACE_EVENT_SECCOMP
RESULT, CALL = 10, 15  # rax and orig_rax in user_regs_struct

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def withhold(names: list[str]) -> None:
    """Withhold the features from this process and its children."""
    program = [(LOAD, 0, 0, 0)]  # load the number of the system call
    for name in names:
        if name.startswith(OLDER_LANDLOCK):
            program += [(JUMP_IF_EQUAL, 0, 4, CREATE_RULESET), (LOAD, 0, 0, THIRD_ARGUMENT)]
            program += [(JUMP_IF_EQUAL, 0, 1, ASKS_FOR_VERSION), (RETURN, 0, 0, TRACE), (LOAD, 0, 0, 0)]
            continue
        number, error = REFUSED[name]
        program += [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | error)]
    program.append((RETURN, 0, 0, ALLOW))
    code = b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxP", len(program), ctypes.addressof(buffer))
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, header):
        raise OSError(ctypes.get_errno(), "cannot set a filter of system calls")


def trace(request: int, process: int, data: object = None) -> None:
    """Call ptrace; raises OSError if it fails."""
    if libc.ptrace(request, process, None, data) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")


def begin_traced(version: int) -> None:
    """Return in a forked child, which this process traces until it ends. Then this process ends in
    the same way."""
    child = os.fork()
    if child == 0:
        trace(TRACE_ME, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        return
    os.waitpid(child, 0)
    trace(SET_OPTIONS, child, STOP_AT_EXEC | STOP_AT_FILTER | KILL_WITH_TRACER)
    passed_on = 0
    while True:
        trace(CONTINUE, child, passed_on)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            break
        event = status >> 16
        passed_on = 0 if event else os.WSTOPSIG(status)
        if event == AT_FILTER:
            registers = (ctypes.c_ulonglong * 27)()
            trace(GET_REGISTERS, child, ctypes.addressof(registers))
            registers[CALL], registers[RESULT] = 2**64 - 1, version  # skip the call
            trace(SET_REGISTERS, child, ctypes.addressof(registers))
    if os.WIFSIGNALED(status):
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    names = sys.argv[1].split(",")
    for name in names:
        if name.startswith(OLDER_LANDLOCK):
            begin_traced(int(name.removeprefix(OLDER_LANDLOCK)))
    withhold(names)
    os.execvp(sys.argv[2], sys.argv[2:])
