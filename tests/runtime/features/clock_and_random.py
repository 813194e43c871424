"""Waiting, and chance."""

import random
import time


def wait_for(attempts: int) -> str:
    started = time.monotonic()
    for _ in range(min(attempts, 3)):
        time.sleep(0.005)
    if time.monotonic() - started > 0.01:
        return "long"
    return "short"


def roll(sides: int) -> str:
    if random.randint(1, max(sides, 1)) == 1:
        return "lucky"
    return "unlucky"
