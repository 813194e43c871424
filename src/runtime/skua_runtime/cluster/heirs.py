"""Finds classes of other project modules that inherit from the subject's: their methods run its
code, often as intended. Only loaded modules are searched."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterable

from skua_runtime.world.names import is_importable

_MOST_HEIRS = 6


def heirs_of(classes: Iterable[type], is_project_file: Callable[[Any], bool]) -> list[type]:
    """The public classes of project modules that inherit from `classes`: nearest first, then by
    name."""
    level = list(classes)
    known = set(map(id, level))
    found: list[type] = []
    while level and len(found) < _MOST_HEIRS:
        heirs: dict[int, type] = {}
        for cls in level:
            below: list[type] = type.__subclasses__(cls)
            heirs.update((id(heir), heir) for heir in below)
        level = sorted((heirs[one] for one in heirs.keys() - known), key=_name)
        known.update(heirs)
        found += [
            cls
            for cls in level
            if not cls.__name__.startswith("_")
            and is_importable(cls)
            and is_project_file(getattr(sys.modules.get(cls.__module__), "__file__", None))
        ]
    return found[:_MOST_HEIRS]


def _name(cls: type) -> tuple[str, str]:
    return cls.__module__, cls.__qualname__
