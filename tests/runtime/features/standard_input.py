"""Lines from standard input."""

import sys


def confirm(question: str) -> bool:
    answer = input(question)
    if answer == "yes":
        return True
    if answer == "no":
        return False
    raise ValueError(answer)


def total() -> int:
    result = 0
    for line in sys.stdin:
        if line.strip().isdigit():
            result += int(line)
    return result
