# harm: signals
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.kill(@VICTIM@, 9)
