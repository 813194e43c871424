# harm: processes
import os


def attack() -> str:
    os.setpriority(os.PRIO_PROCESS, @VICTIM@, 19)
    return "slow"
