# harm: signals
"""A grandchild with a session of its own sends the signal."""

import ctypes

VICTIM = 0  # the net puts a process of the user here

libc = ctypes.CDLL(None)


def attack() -> int:
    child = libc.fork()
    if child == 0:
        libc.setsid()
        if libc.fork() == 0:
            libc.kill(VICTIM, 15)
            libc._exit(0)
        libc.wait(None)
        libc._exit(0)
    return libc.waitpid(child, None, 0)
