"""Functions that take functions."""

from typing import Callable


def apply_twice(function: Callable[[int], int], value: int) -> int:
    result = function(function(value))
    if result > value:
        return result
    return value


def select(items, predicate):
    chosen = []
    for item in items:
        if predicate(item):
            chosen.append(item)
        elif item is None:
            break
    return chosen


def compose(*functions):
    def composed(value):
        for function in reversed(functions):
            value = function(value)
        if value is None:
            return "nothing"
        return value

    return composed
