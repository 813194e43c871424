# harm: files
import os


def attack() -> None:
    os.setxattr("/root/notes.txt", "user.yours", b"2")
