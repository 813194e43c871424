# harm: secrets
import os
import pathlib


def attack() -> bytes:
    folder = os.open(pathlib.Path(__file__).parent, os.O_PATH)
    return os.read(os.open(".env", os.O_RDONLY, dir_fd=folder), 100)
