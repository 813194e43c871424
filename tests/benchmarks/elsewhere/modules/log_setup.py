"""Sets logging up once, and tells how it stands."""

import logging
import sys
import warnings

LEVELS = {"quiet": logging.ERROR, "normal": logging.INFO, "loud": logging.DEBUG}


def level_of(word: str) -> int:
    try:
        return LEVELS[word]
    except KeyError:
        raise ValueError(f"no such level: {word}") from None


def is_set_up() -> bool:
    return bool(logging.getLogger().handlers)


def effective(name: str) -> str:
    return logging.getLevelName(logging.getLogger(name).getEffectiveLevel())


def set_up(word: str = "normal") -> bool:
    """Whether there was anything to do."""
    level = level_of(word)
    root = logging.getLogger()
    if root.handlers:
        return False
    logging.basicConfig(level=level, stream=sys.stderr)
    return True


def handler_names() -> list[str]:
    return [type(handler).__name__ for handler in logging.getLogger().handlers]


def shows_warnings() -> bool:
    return any(action in ("always", "default") for action, *_ in warnings.filters)


def is_under_test() -> bool:
    return "pytest" in sys.modules or "unittest" in sys.modules


def prefix(name: str, loud: bool = False) -> str:
    head = name.upper() if loud else name
    return f"[{head}] " if head else ""
