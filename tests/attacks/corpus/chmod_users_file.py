# harm: files
import os


def attack() -> None:
    os.chmod("/root/notes.txt", 0o777)
