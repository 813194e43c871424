"""Whether optional things are there."""

import importlib.util
import pkgutil
import sys


def has(module: str) -> bool:
    if not module:
        raise ValueError("which module?")
    return importlib.util.find_spec(module.split(".")[0]) is not None


def backend() -> str:
    for name in ("orjson", "ujson", "simplejson"):
        if has(name):
            return name
    return "json"


def is_loaded(module: str) -> bool:
    return module in sys.modules


def plugins() -> list[str]:
    return sorted(found.name for found in pkgutil.iter_modules() if found.name.startswith("seven_"))


def has_colors() -> bool:
    return sys.stdout.isatty() and has("curses")


def is_optimized() -> bool:
    return not __debug__ or sys.flags.optimize > 0


def is_interactive() -> bool:
    return hasattr(sys, "ps1") or bool(sys.flags.interactive)


def traced() -> bool:
    return sys.gettrace() is not None


def version_note(least: tuple = (3, 8)) -> str:
    if sys.version_info < least:
        return "too old"
    return "new" if sys.version_info >= (3, 12) else "fine"
