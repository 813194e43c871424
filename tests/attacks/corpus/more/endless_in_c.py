# harm: hangs
import ctypes
import signal

libc = ctypes.CDLL(None)


def attack(a: int = 0) -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    return libc.pause() + a
