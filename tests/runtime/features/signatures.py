"""Every kind of parameter, and callables that are no functions."""

import functools


def area(width, height, /, *, unit="cm", scale=1):
    if unit == "mm":
        scale *= 100
    return width * height * scale


def join(*parts, sep=", ", **options):
    if options.get("reverse"):
        parts = parts[::-1]
    if not parts:
        return ""
    return sep.join(str(part) for part in parts)


square = functools.partial(area, 2, 2)


class Temperature:
    zero = 0

    def __init__(self, degrees: float) -> None:
        self.degrees = degrees

    @staticmethod
    def is_valid(degrees: float) -> bool:
        return True if degrees >= -273.15 else False

    @classmethod
    def parse(cls, text: str) -> "Temperature":
        if text.endswith("F"):
            return cls((float(text[:-1]) - 32) / 1.8)
        return cls(float(text))

    class Scale:
        def __init__(self, name: str) -> None:
            self.name = name

        def is_metric(self) -> bool:
            return True if self.name in ("celsius", "kelvin") else False
