# harm: sockets
import ctypes
import struct

libc = ctypes.CDLL(None)


def attack() -> int:
    sock = libc.socket(2, 2, 0)
    here = struct.pack("=HHI8x", 2, 8099 >> 8 | (8099 & 255) << 8, 0x0100007F)
    return libc.sendto(sock, b"secret", 6, 0, here, 16)
