# harm: signals
import os
import signal

VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    os.killpg(VICTIM, signal.SIGKILL)
    return 1
