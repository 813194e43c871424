# harm: ipc
import ctypes

libc = ctypes.CDLL(None)


def attack() -> bool:
    return libc.msgget(0x77, 0o1600) is not None
