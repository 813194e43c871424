# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.system(b"echo mine > /root/notes.txt") is not None
