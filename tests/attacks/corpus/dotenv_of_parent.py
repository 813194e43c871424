# harm: secrets
import pathlib


def attack() -> str:
    return (pathlib.Path(__file__).resolve().parent.parent / ".env").read_text()
