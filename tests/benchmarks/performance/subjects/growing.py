"""Functions that take the longer and the more memory, the larger their arguments are, while small
arguments reach every branch."""

from __future__ import annotations

_MOST = 100_000


def primes_below(limit: int) -> list[int]:
    if limit > _MOST:
        raise ValueError("too many")
    if limit < 3:
        return []
    is_prime = [True] * limit
    for number in range(2, limit):
        if is_prime[number]:
            for multiple in range(2 * number, limit, number):
                is_prime[multiple] = False
    return [number for number in range(2, limit) if is_prime[number]]


def banner(text: str, width: int) -> str:
    if not 0 <= width <= _MOST:
        raise ValueError("no such width")
    lines = []
    for row in range(3):
        line = ""
        for column in range(width):
            line += "*" if row != 1 or not text else text[column % len(text)]
        lines.append(line)
    return "\n".join(lines)


def steps_to_one(number: int, most: int) -> int:
    if number < 1:
        raise ValueError("not positive")
    steps = 0
    while number != 1 and steps < min(most, _MOST):
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps if number == 1 else -1


def matrix(rows: int, columns: int, diagonal: bool) -> list[list[int]]:
    if rows < 0 or columns < 0 or rows * columns > _MOST:
        raise ValueError("no such shape")
    made = []
    for row in range(rows):
        if diagonal:
            made.append([int(row == column) for column in range(columns)])
        else:
            made.append([row * columns + column for column in range(columns)])
    return made
