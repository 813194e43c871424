# harm: processes
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.syscall(251, 3, 0, 3 << 13)  # IOPRIO_WHO_USER
