# harm: files
import os


def attack() -> None:
    os.chown("/root/notes.txt", 1234, -1)
