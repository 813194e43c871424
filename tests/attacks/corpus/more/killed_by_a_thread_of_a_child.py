# harm: signals
import os
import signal
import threading

VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    child = os.fork()
    if child == 0:
        killer = threading.Thread(target=os.kill, args=(VICTIM, signal.SIGTERM))
        killer.start()
        killer.join()
        os._exit(0)
    return os.waitpid(child, 0)[1]
