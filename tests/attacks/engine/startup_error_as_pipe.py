"""A pipe stands where a worker says why it did not start, and the worker ends."""

import os
import sys

if "skua_native" in sys.modules:
    os.mkfifo(os.path.join(os.environ["HOME"], "startup-error"))
    os._exit(3)


def attack(a: int = 0) -> int:
    return a
