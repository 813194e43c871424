# harm: sockets
import ctypes

libc = ctypes.CDLL(None)
address = b"\x01\x00/run/docker.sock\x00"


def attack() -> int:
    made = libc.socket(1, 1, 0)
    return libc.write(made, b"x", 1) if libc.connect(made, address, len(address)) == 0 else -1
