# harm: files
import os


def attack() -> str:
    try:
        os.remove("/root/notes.txt")
    except FileNotFoundError:
        return "gone"
    return "removed"
