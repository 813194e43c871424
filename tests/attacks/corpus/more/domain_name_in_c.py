# harm: machine
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.setdomainname(b"mine", 4)
