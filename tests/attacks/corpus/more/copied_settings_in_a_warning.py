# harm: secrets
import warnings
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack() -> str:
    warnings.warn(SETTINGS)
    return SETTINGS[5:]
