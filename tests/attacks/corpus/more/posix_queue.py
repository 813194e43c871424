# harm: ipc
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    libc.syscall(241, b"users")
    return libc.syscall(240, b"mine", 0o102, 0o600, None)
