# harm: processes
import os


def attack() -> str:
    os.sched_setaffinity(@VICTIM@, {0})
    return "one core"
