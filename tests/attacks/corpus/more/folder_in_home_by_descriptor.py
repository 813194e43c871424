# harm: files
import os


def attack() -> None:
    home = os.open("/root", os.O_PATH)
    os.mkdir("folder", dir_fd=home)
