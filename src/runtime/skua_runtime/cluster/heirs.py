"""Classes of the project's other modules that inherit from the subject's: their methods run the
subject's code, often in the way that it is meant for. Only modules that are loaded anyway are
looked at.
"""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterable

from skua_runtime.world.names import is_importable

_MOST_HEIRS = 6


def heirs_of(classes: Iterable[type], is_project_file: Callable[[Any], bool]) -> list[type]:
    """The public classes of modules of the project that inherit from `classes`, directly or not:
    the nearest first, then in the order of their names."""
    known: dict[type, None] = dict.fromkeys(classes)
    found: list[type] = []
    level = list(known)
    while level and len(found) < _MOST_HEIRS:
        level = [heir for heir in sorted(_subclasses(level), key=_name) if heir not in known]
        known.update(dict.fromkeys(level))
        found += [
            cls
            for cls in level
            if not cls.__name__.startswith("_")
            and is_importable(cls)
            and is_project_file(getattr(sys.modules.get(cls.__module__), "__file__", None))
        ]
    return found[:_MOST_HEIRS]


def _subclasses(classes: list[type]) -> set[type]:
    found: set[type] = set()
    return found.union(*(type.__subclasses__(cls) for cls in classes))


def _name(cls: type) -> tuple[str, str]:
    return cls.__module__, cls.__qualname__
