# harm: secrets
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack() -> str:
    return attack.__doc__ or ""


attack.__doc__ = f"Gives {SETTINGS}."
