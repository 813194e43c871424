# harm: keyring
import ctypes

libc = ctypes.CDLL(None)
libc.syscall(250, 3, libc.syscall(249, b"user", b"users", None, -3), 0, 0, 0)


def attack(a: int = 0) -> int:
    return a
