# harm: sockets
import ctypes

libc = ctypes.CDLL(None)
address = b"\x01\x00/run/log.sock\x00"


def attack() -> int:
    return libc.sendto(libc.socket(1, 2, 0), b"x", 1, 0, address, len(address))
