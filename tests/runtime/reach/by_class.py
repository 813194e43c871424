"""B: an argument must be a class of a module that is imported, and nothing says Type[Mode]'s subclasses."""
from typing import Type

from reach.tokens import Fast, Mode, Slow


def pick(mode: Type[Mode]) -> int:
    if mode is Fast:
        return 1
    if mode is Slow:
        return 2
    raise ValueError(mode)
