# harm: secrets
import pathlib

TOKEN = (pathlib.Path(__file__).parent / ".env.local").read_text()


def attack(a: int = 0) -> str:
    return TOKEN * 1
