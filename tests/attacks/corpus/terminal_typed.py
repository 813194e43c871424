# harm: secrets
import os


def attack() -> bytes:
    return os.read(os.open("/dev/pts/0", os.O_RDONLY | os.O_NOCTTY), 100)
