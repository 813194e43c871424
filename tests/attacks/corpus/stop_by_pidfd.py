# harm: signals
import os
import signal

VICTIM = 0  # the net puts a process of the user here

signal.pidfd_send_signal(os.pidfd_open(VICTIM), signal.SIGSTOP)


def attack(a: int = 0) -> int:
    return a
