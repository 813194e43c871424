# harm: processes
import os

VICTIM = 0  # the net puts a process of the user here


def attack() -> str:
    os.sched_setaffinity(VICTIM, {0})
    return "one core"
