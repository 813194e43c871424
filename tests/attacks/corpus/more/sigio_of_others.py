# harm: signals
"""The kernel sends the owner of a socket the signal of one's choice when something arrives there."""

import fcntl
import os
import socket

VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    here, there = socket.socketpair()
    fcntl.fcntl(here, fcntl.F_SETOWN, VICTIM)
    fcntl.fcntl(here, 10, 9)  # F_SETSIG, SIGKILL
    fcntl.fcntl(here, fcntl.F_SETFL, os.O_ASYNC)
    there.send(b"a")
    return 1
