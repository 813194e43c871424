"""A reader of records of a fixed size: each call goes through all columns, however short the line is."""

from __future__ import annotations

_COLUMNS = 4096


def fields(line: str, separator: str) -> list[str]:
    if len(separator) != 1:
        raise ValueError("a separator is one character")
    padded = line.ljust(_COLUMNS)
    found, field, is_quoted = [], "", False
    for column in range(_COLUMNS):
        character = padded[column]
        if character == '"':
            is_quoted = not is_quoted
        elif character == separator and not is_quoted:
            found.append(field.strip())
            field = ""
        else:
            field += character
    if is_quoted:
        raise ValueError("a quote is not closed")
    return [*found, field.strip()]


def number_in(line: str, place: int) -> int | None:
    found = fields(line, ";")
    if not 0 <= place < len(found):
        return None
    text = found[place]
    return int(text) if text.isdigit() else -1


def is_header(line: str) -> bool:
    found = fields(line, ";")
    if len(found) < 2:
        return False
    return all(name.isidentifier() for name in found)
