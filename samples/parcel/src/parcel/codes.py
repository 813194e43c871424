"""Tracking codes: two letters, nine digits of which the last is a check digit, two letters (UPU S10)."""

import re

_PATTERN = re.compile(r"([A-Z]{2})(\d{8})(\d)([A-Z]{2})")
_WEIGHTS = (8, 6, 4, 2, 3, 5, 9, 7)


def check_digit(serial: str) -> int:
    if len(serial) != 8 or not serial.isdigit():
        raise ValueError("a serial has eight digits")
    total = sum(int(digit) * weight for digit, weight in zip(serial, _WEIGHTS))
    digit = 11 - total % 11
    if digit == 10:
        return 0
    if digit == 11:
        return 5
    return digit


def is_valid(code: str) -> bool:
    match = _PATTERN.fullmatch(code.replace(" ", "").upper())
    if match is None:
        return False
    return int(match[3]) == check_digit(match[2])


def make(service: str, number: int, country: str = "DE") -> str:
    if not 0 <= number < 10**8:
        raise ValueError("number out of range")
    serial = f"{number:08}"
    return f"{service}{serial}{check_digit(serial)}{country}"
