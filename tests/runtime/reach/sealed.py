"""Entry: objects that only another module of the project makes, which imports this one."""

import hashlib

_SEAL = "aef5df79565a1224a6fcde386177acaa285c79ddb306d1ec9fa659df102f856f"


class Letter:
    """A text that was sealed."""

    def __init__(self, text: str, seal: bytes) -> None:
        if hashlib.sha256(seal).hexdigest() != _SEAL:
            raise ValueError("this is not our seal")
        self.text = text

    def is_long(self) -> bool:
        """Whether it needs a second sheet."""
        if len(self.text) > 12:
            return True
        return False


def tone(letter: Letter) -> str:
    """How it sounds."""
    if not letter.text:
        return "silent"
    if letter.text.endswith("!"):
        return "loud"
    return "calm"
