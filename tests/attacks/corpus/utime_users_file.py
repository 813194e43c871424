# harm: files
import os


def attack() -> None:
    os.utime("/root/notes.txt", (5, 5))
