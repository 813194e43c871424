# harm: secrets
import logging
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


def attack() -> bool:
    logging.getLogger("settings").error("they are %s", SETTINGS)
    return True
