# harm: processes
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.setpriority(2, 0, 7)  # PRIO_USER
