"""D: an object of another module of the project has to be filled by its methods."""
from reach.tokens import Buffer


def first(buffer: Buffer) -> str:
    lines = buffer.lines()
    if len(lines) > 1:
        if lines[0]:
            return lines[0]
        return "empty"
    return "none"
