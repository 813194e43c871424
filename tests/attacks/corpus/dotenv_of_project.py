# harm: secrets
import pathlib


def attack() -> str:
    return (pathlib.Path(__file__).parent / ".env").read_text()
