"""Lays text out in columns as wide as the terminal."""

import os
import shutil
import textwrap


def width(most: int = 120) -> int:
    columns = shutil.get_terminal_size().columns
    return min(columns, most)


def height() -> int:
    return shutil.get_terminal_size((80, 24)).lines


def columns(words: list[str], wide: int | None = None) -> list[str]:
    """Words in as many columns as fit, filled row by row."""
    if not words:
        return []
    wide = width() if wide is None else wide
    cell = max(len(word) for word in words) + 2
    per_row = max(1, wide // cell)
    rows = [words[start : start + per_row] for start in range(0, len(words), per_row)]
    return ["".join(word.ljust(cell) for word in row).rstrip() for row in rows]


def paragraph(text: str, indent: int = 0) -> str:
    if indent < 0:
        raise ValueError("indent is not negative")
    space = max(20, width() - indent)
    return textwrap.indent(textwrap.fill(text, space), " " * indent)


def rule(letter: str = "-") -> str:
    if len(letter) != 1:
        raise ValueError(f"one letter, not {letter!r}")
    return letter * width(80)


def fits(text: str) -> bool:
    lines = text.splitlines()
    return len(lines) <= height() and all(len(line) <= width() for line in lines)


def is_wide() -> bool:
    return width() >= 100


def from_environment() -> int | None:
    value = os.environ.get("COLUMNS", "")
    return int(value) if value.isdigit() and int(value) > 0 else None
