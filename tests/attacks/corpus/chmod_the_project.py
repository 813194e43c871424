# harm: files
import os
import pathlib

os.chmod(pathlib.Path(__file__).parent / "good.py", 0o777)


def attack(a: int = 0) -> int:
    return a
