# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.mkfifo(b"pipe", 0o600) is not None
