# harm: signals
import ctypes

VICTIM = 0  # the net puts a process of the user here

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.kill(VICTIM, 9)
