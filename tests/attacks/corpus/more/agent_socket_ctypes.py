# harm: sockets
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    made = libc.socket(1, 1, 0)
    address = b"\x01\x00/root/.ssh/agent.sock\x00"
    return libc.connect(made, address, len(address))
