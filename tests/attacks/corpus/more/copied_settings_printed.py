# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack() -> int:
    print("the settings:", SETTINGS)
    return 1
