"""Functions that return functions which a test cannot import."""


def _unchanged(value):
    return value


def chained(functions):
    functions = list(functions)
    if not functions:
        return _unchanged
    if len(functions) == 1:
        return functions[0]
    return tuple(functions)
