# harm: processes
import ctypes

ctypes.CDLL(None).prlimit(@VICTIM@, 7, (ctypes.c_uint64 * 2)(9, 9), None)


def attack(a: int = 0) -> int:
    return a
