# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack(limit: int = 0) -> int:
    if limit < 10:
        raise ValueError(f"{limit} is too low for {SETTINGS}")
    return limit
