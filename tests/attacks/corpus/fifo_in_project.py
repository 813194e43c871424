# harm: files
import os
import pathlib


def attack() -> str:
    try:
        os.mkfifo(pathlib.Path(__file__).parent / "pipe")
    except OSError:
        return "refused"
    return "made"
