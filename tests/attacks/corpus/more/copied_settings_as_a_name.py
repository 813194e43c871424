# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()

Named = type(SETTINGS.replace("=", "_").replace("-", "_"), (), {})


def attack() -> str:
    return type(Named()).__name__ + SETTINGS
