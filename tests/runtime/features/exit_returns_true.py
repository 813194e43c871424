"""Context managers: one that swallows an exception, and one made of a generator."""

import contextlib


class Suppress:
    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, kind, error, traceback) -> bool:
        if kind is None:
            return False
        if issubclass(kind, KeyError):
            return True
        return False


@contextlib.contextmanager
def transaction(log: list):
    log.append("begin")
    try:
        yield log
    except ValueError:
        log.append("rollback")
    else:
        log.append("commit")
