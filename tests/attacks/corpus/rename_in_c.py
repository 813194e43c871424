# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.rename(b"/root/notes.txt", b"/root/mine.txt") is not None
