"""Lengths, any and all."""


def check(code: str, digits: list[int]) -> str:
    if len(code) != 7:
        return "length"
    if not all(digit > 3 for digit in digits):
        return "small digit"
    if any(digit == 42 for digit in digits):
        return "answer"
    if len(digits) >= 4:
        return "many"
    return "fine"
