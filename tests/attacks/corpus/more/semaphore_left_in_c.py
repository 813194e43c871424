# harm: files
import ctypes

libc = ctypes.CDLL("libc.so.6")


def attack() -> bool:
    return libc.sem_open(b"/mine", 0o100, 0o600, 1) is not None
