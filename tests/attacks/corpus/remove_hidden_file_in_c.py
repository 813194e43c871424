# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.unlink(b"/root/notes.txt") is not None
