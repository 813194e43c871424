"""Names of classes as tests can write them: "module:qualified name"."""

from __future__ import annotations

import sys
from typing import Any


def public_module(cls: type) -> str:
    """Where a class is to be imported from: pathlib, not pathlib._local."""
    module = getattr(cls, "__module__", None)
    if not isinstance(module, str):
        return "builtins"
    parts = module.split(".")
    if parts[0].lstrip("_") in sys.stdlib_module_names or parts[0] in sys.stdlib_module_names:
        candidates = [parts[0].lstrip("_")] if parts[0].startswith("_") else []
        if any(part.startswith("_") for part in parts[1:]):
            candidates += [".".join(parts[:end]) for end in range(1, len(parts))]
        for candidate in candidates:
            if _lookup(candidate, cls.__qualname__) is cls:
                return candidate
    return module


def type_name(cls: type) -> str:
    return f"{public_module(cls)}:{cls.__qualname__}"


def is_importable(cls: type) -> bool:
    return "<" not in cls.__qualname__ and _lookup(public_module(cls), cls.__qualname__) is cls


def _lookup(module: str, qualified_name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in qualified_name.split("."):
        try:
            found = getattr(found, part)
        except Exception:  # a module may answer with code of its own
            return None
    return found
