# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.link(b"/root/notes.txt", b"/root/again.txt") is not None
