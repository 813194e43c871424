# harm: files
import pathlib


def attack() -> int:
    return (pathlib.Path(__file__).parent / "good.py").write_text("import os")
