# harm: hangs
import re


def attack(text: str = "a" * 40 + "b") -> bool:
    return re.match("(a*)*c", text) is not None
