# harm: secrets
import enum
import pathlib

SETTINGS = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()

Kind = enum.Enum("Kind", {"PLAIN": "plain", "REAL": SETTINGS})


def attack(kind: Kind = Kind.REAL) -> str:
    return kind.value
