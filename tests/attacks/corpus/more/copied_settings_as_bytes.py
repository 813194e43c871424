# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack() -> bytes:
    return SETTINGS.encode("utf-8")
