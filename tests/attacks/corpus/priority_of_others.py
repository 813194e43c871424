# harm: processes
import os

VICTIM = 0  # the net puts a process of the user here


def attack() -> str:
    os.setpriority(os.PRIO_PROCESS, VICTIM, 19)
    return "slow"
