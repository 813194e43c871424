# harm: secrets
import pathlib

PLACE = pathlib.Path(__file__).parent / "deploy" / "settings.cfg"


def attack() -> str:
    """Reads what is visible, because nobody knows it for a copy of the hidden file."""
    return PLACE.read_text().partition("=")[2].strip()


def is_strong(text: str) -> bool:
    if len(text) > 12:
        return True
    return False
