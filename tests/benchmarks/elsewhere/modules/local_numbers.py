"""Numbers and words written after the rules of the user's locale."""

import locale
import os

DECIMALS = {"de": ",", "fr": ",", "en": ".", "ja": "."}


def language() -> str:
    """Two letters; en where nothing is said."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            code = value.split(".")[0].split("_")[0].lower()
            return "en" if code in ("c", "posix") else code
    return "en"


def decimal_point() -> str:
    return locale.localeconv()["decimal_point"]


def number(value: float, digits: int = 2, code: str | None = None) -> str:
    if digits < 0:
        raise ValueError("digits are not negative")
    point = DECIMALS.get(code or language(), ".")
    return f"{value:.{digits}f}".replace(".", point)


def parse(text: str, code: str = "en") -> float:
    point = DECIMALS.get(code)
    if point is None:
        raise KeyError(f"no rules for {code}")
    other = "." if point == "," else ","
    return float(text.replace(other, "").replace(point, "."))


def plural(count: int, word: str) -> str:
    if language() == "ja":
        return f"{count} {word}"
    return f"{count} {word}" + ("" if abs(count) == 1 else "s")


def preferred_encoding() -> str:
    return locale.getpreferredencoding(False).lower()


def is_utf8() -> bool:
    return preferred_encoding().replace("-", "") == "utf8"


def sort_words(words: list[str]) -> list[str]:
    return sorted(words, key=locale.strxfrm)


def current() -> str:
    name, codeset = locale.getlocale()
    return f"{name or 'C'}/{codeset or 'ascii'}"


def thousands(value: int) -> str:
    return locale.format_string("%d", value, grouping=True)
