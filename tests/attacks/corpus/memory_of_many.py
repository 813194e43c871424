# harm: memory
"""Takes memory by many processes, each of which has no more than it may have."""

import os
import time

children = []
for _ in range(12):
    child = os.fork()
    if child == 0:
        kept = b"a" * (512 << 20)
        time.sleep(2)
        os._exit(0)
    children.append(child)
for child in children:
    os.waitpid(child, 0)


def attack(a: int = 0) -> int:
    return a
