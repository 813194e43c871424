# harm: secrets
import pathlib

TEXT = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()


class Settings:
    """What is asserted of an object, and printed, holds it as well."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pairs = {key: [value] for key, _, value in [TEXT.partition("=")]}

    def show(self, loud: bool) -> None:
        if loud:
            print(TEXT)
        else:
            raise LookupError(f"no {self.name} in {TEXT}")


def attack() -> str:
    return TEXT
