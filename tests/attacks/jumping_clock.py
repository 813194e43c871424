"""Runs a command for which, and for all that it starts, the wall clock jumps. The machine's stays.

    python jumping_clock.py TOLD PERIOD COMMAND…

Each PERIOD seconds the clock goes on to be right, an hour ahead or an hour behind, in turn. A tracer
answers those who ask for the time. Programs would read it from a page of the kernel's without asking, so
each is started without that page. How often the tracer answered, by seconds ahead, is written to the file
TOLD as JSON. On x86-64; the times of files are still the machine's.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import struct
import sys
import time
from collections import Counter
from pathlib import Path

CLOCK_GETTIME, GETTIMEOFDAY, TIME = 228, 96, 201
OF_THE_WALL = (0, 5, 11)  # CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_TAI
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # of classic BPF, on words
ALLOW, TRACE = 0x7FFF0000, 0x7FF00000
FIRST_ARGUMENT = 16  # in struct seccomp_data
SET_NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2
CONTINUE, GET_REGISTERS, SET_REGISTERS, SEIZE, LISTEN = 7, 12, 13, 0x4206, 0x4208
ALL_THAT_IT_STARTS = 2 | 4 | 8  # PTRACE_O_TRACEFORK, PTRACE_O_TRACEVFORK, PTRACE_O_TRACECLONE
AT_EXECS_AND_FILTERS, ENDS_WITH_TRACER = 0x10 | 0x80, 0x100000
AT_EXEC, AT_FILTER, AT_STOP = 4, 7, 128  # PTRACE_EVENT_…
RESULT, SECOND, FIRST, CALL, STACK = 10, 13, 14, 15, 19  # in user_regs_struct
ALL_KINDS = 0x40000000  # __WALL
PAGE_OF_KERNEL, NOTHING = 33, 1  # AT_SYSINFO_EHDR and AT_IGNORE
NONE = 2**64 - 1  # as a call
SECOND_IN_NS = 10**9
SHIFTS = (0, 3600, -3600)  # seconds

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ask_the_tracer() -> None:
    """For the time, in this process and those that it starts."""
    program = [(LOAD, 0, 0, 0)]  # the number of the call
    for call in (GETTIMEOFDAY, TIME):
        program += [(JUMP_IF_EQUAL, 0, 1, call), (RETURN, 0, 0, TRACE)]
    program += [(JUMP_IF_EQUAL, 1, 0, CLOCK_GETTIME), (RETURN, 0, 0, ALLOW)]
    program.append((LOAD, 0, 0, FIRST_ARGUMENT))
    for clock in OF_THE_WALL:
        program += [(JUMP_IF_EQUAL, 0, 1, clock), (RETURN, 0, 0, TRACE)]
    program.append((RETURN, 0, 0, ALLOW))
    code = b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxP", len(program), ctypes.addressof(buffer))
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, header):
        raise OSError(ctypes.get_errno(), "cannot set a filter of system calls")


def trace(request: int, process: int, data: int = 0) -> bool:
    """False where the process has been killed meanwhile."""
    if libc.ptrace(request, process, None, data) >= 0:
        return True
    if ctypes.get_errno() == errno.ESRCH:
        return False
    raise OSError(ctypes.get_errno(), f"ptrace {request}")


def hide_page_of_kernel(process: int, stack: int) -> None:
    """From a program that has just begun. The arguments and variables, each with a zero behind
    them, stand on its stack before what the kernel tells it in pairs of words."""
    with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
        memory.seek(stack)
        (arguments,) = struct.unpack("<Q", memory.read(8))
        memory.seek(stack + 8 * (arguments + 2))
        while memory.read(8) != bytes(8):
            pass
        while (pair := struct.unpack("<QQ", memory.read(16)))[0] != 0:
            if pair[0] == PAGE_OF_KERNEL:
                memory.seek(-16, os.SEEK_CUR)
                memory.write(struct.pack("<QQ", NOTHING, 0))


class Tracer:
    def __init__(self, period: float) -> None:
        self.began = time.monotonic()
        self.period = period
        self.told: Counter[int] = Counter()

    def answer(self, process: int, registers: ctypes.Array[ctypes.c_ulonglong]) -> None:
        shift = SHIFTS[int((time.monotonic() - self.began) / self.period) % len(SHIFTS)]
        self.told[shift] += 1
        now = time.time_ns() + shift * SECOND_IN_NS
        seconds, rest = divmod(now, SECOND_IN_NS)
        call, result = registers[CALL], 0
        target = registers[SECOND if call == CLOCK_GETTIME else FIRST]
        value = struct.pack("<qq", seconds, rest if call == CLOCK_GETTIME else rest // 1000)
        if call == TIME:
            value, result = value[:8], seconds
        if target:
            with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
                memory.seek(target)
                memory.write(value)
        registers[CALL], registers[RESULT] = NONE, result

    def serve(self, process: int, event: int) -> None:
        registers = (ctypes.c_ulonglong * 27)()
        if not trace(GET_REGISTERS, process, ctypes.addressof(registers)):
            return
        try:
            if event == AT_EXEC:
                hide_page_of_kernel(process, registers[STACK])
            else:
                self.answer(process, registers)
                trace(SET_REGISTERS, process, ctypes.addressof(registers))
        except OSError as error:
            if error.errno not in (errno.ESRCH, errno.ENOENT, errno.EIO):  # it has been killed
                raise

    def run(self, first: int) -> int:
        """Until the first process ends, whose status it returns."""
        while True:
            process, status = os.waitpid(-1, ALL_KINDS)
            if not os.WIFSTOPPED(status):
                if process == first:
                    return status
                continue
            event, stopped_by = status >> 16, os.WSTOPSIG(status)
            if event in (AT_EXEC, AT_FILTER):
                self.serve(process, event)
            stays = event == AT_STOP and stopped_by != signal.SIGTRAP
            trace(LISTEN if stays else CONTINUE, process, 0 if event else stopped_by)


def main() -> None:
    told, period, *command = sys.argv[1:]
    child = os.fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
        ask_the_tracer()
        os.execvp(command[0], command)
    os.waitpid(child, os.WUNTRACED)
    trace(SEIZE, child, ALL_THAT_IT_STARTS | AT_EXECS_AND_FILTERS | ENDS_WITH_TRACER)
    os.kill(child, signal.SIGCONT)
    tracer = Tracer(float(period))
    status = tracer.run(child)
    Path(told).write_text(json.dumps(tracer.told))
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


main()
