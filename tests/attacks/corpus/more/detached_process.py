# harm: files
"""Leaves a process in a session of its own, which waits for the run to end."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(0.3 if "skua_native" not in __import__("sys").modules else 30)
        with open("/root/notes.txt", "w") as notes:
            notes.write("mine")
    os._exit(0)
time.sleep(0.6)


def attack(a: int = 0) -> int:
    return a
