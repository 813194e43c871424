# harm: processes
import os

VICTIM = 0  # the net puts a process of the user here


def attack() -> str:
    os.sched_setscheduler(VICTIM, os.SCHED_IDLE, os.sched_param(0))
    return "idle"
