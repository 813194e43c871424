"""Waiting, and chance."""

import random
import time


def wait_for(seconds: float) -> str:
    started = time.monotonic()
    time.sleep(min(max(seconds, 0), 3600))
    if time.monotonic() - started > 1800:
        return "long"
    return "short"


def roll(sides: int) -> str:
    if random.randint(1, max(sides, 1)) == 1:
        return "lucky"
    return "unlucky"
