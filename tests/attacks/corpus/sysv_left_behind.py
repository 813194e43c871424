# harm: ipc
import ctypes

libc = ctypes.CDLL(None)


def attack() -> None:
    libc.shmget(0, 1 << 20, 0o1600)
    libc.semget(0, 4, 0o1600)
    libc.msgget(0, 0o1600)
