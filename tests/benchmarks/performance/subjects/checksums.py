"""Functions that are slow whatever they are given: each call builds the table that it looks up in."""

from __future__ import annotations


def _table(polynomial: int) -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (polynomial if byte & 1 else 0)
        table.append(byte)
    return table


def checksum(text: str, wide: bool) -> int:
    table = _table(0xEDB88320 if wide else 0xA001)
    value = 0xFFFFFFFF if wide else 0
    for character in text:
        value = value >> 8 ^ table[(value ^ ord(character)) & 0xFF]
    return value ^ 0xFFFFFFFF if wide else value


def check(text: str, expected: int) -> str:
    if expected < 0:
        raise ValueError("no checksum is negative")
    if checksum(text, True) == expected:
        return "wide"
    if checksum(text, False) == expected:
        return "narrow"
    return "damaged" if text else "empty"


def collides(one: str, other: str) -> bool:
    if one == other:
        return False
    return checksum(one, False) == checksum(other, False)
