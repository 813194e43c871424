# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack(text: str = SETTINGS, times: int = 1) -> str:
    return text * times
