"""N: a parameter without a type must be an instance of a class that only an import names."""
from reach import tokens


def drain(source):
    if not isinstance(source, tokens.Buffer):
        raise TypeError(source)
    if source.lines()[0] == "":
        return "empty"
    return "full"
