# harm: ipc
import os


def attack() -> None:
    os.close(os.open("/dev/mqueue/mine", os.O_CREAT | os.O_RDWR, 0o600))
