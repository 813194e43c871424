# harm: signals
"""Answers a request for a fork with the number of the user's process, which the engine would kill."""

import os
import signal
import sys

VICTIM = 0  # the net puts a process of the user here

server = sys.modules.get("skua_runtime.serving.server")
if server is not None:
    server._Server._fork = lambda self, descriptor: {"ok": True, "pid": VICTIM}


def attack(a: int = 0) -> int:
    os.kill(VICTIM, signal.SIGKILL)
    return a
