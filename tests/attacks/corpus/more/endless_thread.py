# harm: hangs
import threading
import time


def attack(a: int = 0) -> int:
    def wait() -> None:
        while True:
            time.sleep(1)

    threading.Thread(target=wait).start()
    return a
