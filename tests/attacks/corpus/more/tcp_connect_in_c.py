# harm: sockets
import ctypes
import struct

libc = ctypes.CDLL(None)

sock = libc.socket(2, 1, 0)
libc.connect(sock, struct.pack("=HHI8x", 2, 8099 >> 8 | (8099 & 255) << 8, 0x0100007F), 16)


def attack(a: int = 0) -> int:
    return a
