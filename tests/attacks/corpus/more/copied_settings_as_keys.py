# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack(size: int = 2) -> dict[str, int]:
    return {SETTINGS[i:]: i for i in range(size)}
