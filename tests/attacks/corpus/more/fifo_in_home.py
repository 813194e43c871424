# harm: files
import os


def attack() -> str:
    os.mkfifo("/root/pipe")
    return "made"
