# harm: files
import os


def attack() -> None:
    os.symlink("/etc/passwd", "/root/link")
    os.replace("/root/link", "/root/notes.txt")
