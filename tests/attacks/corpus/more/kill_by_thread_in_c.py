# harm: signals
import ctypes

VICTIM = 0  # the net puts a process of the user here
TKILL, TGKILL = 200, 234

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.syscall(TGKILL, VICTIM, VICTIM, 9) and libc.syscall(TKILL, VICTIM, 9)
