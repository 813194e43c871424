# harm: hangs
import atexit
import time


@atexit.register
def wait() -> None:
    while True:
        time.sleep(1)


def attack(a: int = 0) -> int:
    return a
