# harm: signals
import os
import signal

signal.pidfd_send_signal(os.pidfd_open(@VICTIM@), signal.SIGSTOP)


def attack(a: int = 0) -> int:
    return a
