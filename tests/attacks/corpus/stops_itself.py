# harm: hangs
import os
import signal


def attack(a: int = 0) -> int:
    os.kill(os.getpid(), signal.SIGSTOP)
    return a
