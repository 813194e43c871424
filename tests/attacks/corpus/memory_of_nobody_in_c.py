# harm: memory
import ctypes
import os
import time

libc = ctypes.CDLL(None)


def attack(a: int = 0) -> int:
    file = libc.memfd_create(b"mine", 0)
    for _ in range(40):
        os.write(file, b"a" * (10 << 20))
    time.sleep(0.5)
    return a
