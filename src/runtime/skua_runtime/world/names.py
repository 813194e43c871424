"""Names of classes and functions as tests can import them: "module:qualified name"."""

from __future__ import annotations

import sys
from typing import Any, Optional

# Raised by the subject's code while an object is observed. A time limit is not among them.
SUBJECT_EXCEPTIONS = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
# Read `__module__` and `__qualname__` of a class without its metaclass.
_MODULE, _QUALIFIED_NAME = type.__dict__["__module__"], type.__dict__["__qualname__"]

# Maps the module that defines a class to the module from which documentation imports it.
_SHORTER = {
    "django.db.models.query": "django.db.models",
    "django.forms.forms": "django.forms",
    "django.http.response": "django.http",
    "django.test.client": "django.test",
}


def is_class(thing: Any) -> bool:
    """Whether the object is a class. Does not use its `__class__`, which may be wrong or run code.
    """
    return issubclass(type(thing), type)


def public_module(cls: type) -> str:
    """The module from which to import a class: pathlib, not pathlib._local."""
    module = _MODULE.__get__(cls)
    if not isinstance(module, str):
        return "builtins"
    parts = module.split(".")
    if parts[0].lstrip("_") in sys.stdlib_module_names or parts[0] in sys.stdlib_module_names:
        candidates = [parts[0].lstrip("_")] if parts[0].startswith("_") else []
        if any(part.startswith("_") for part in parts[1:]):
            candidates += [".".join(parts[:end]) for end in range(1, len(parts))]
        for candidate in candidates:
            if _lookup(candidate, _qualified_name(cls)) is cls:
                return candidate
    shorter = _SHORTER.get(module)
    if shorter is not None and _lookup(shorter, _qualified_name(cls)) is cls:
        return shorter
    return module


def type_name(cls: type) -> str:
    """The name of a class as "module:qualified name"."""
    return f"{public_module(cls)}:{_qualified_name(cls)}"


def is_importable(cls: type) -> bool:
    """Whether the class is found under its name."""
    name = _qualified_name(cls)
    return "<" not in name and _lookup(public_module(cls), name) is cls


def function_name(function: Any) -> Optional[str]:
    """The name of a function as "module:qualified name"; None if it is not found there."""
    module, name = function.__module__, function.__qualname__
    if type(module) is not str or "<" in name or _lookup(module, name) is not function:
        return None
    return f"{module}:{name}"


def _qualified_name(cls: type) -> str:
    return _QUALIFIED_NAME.__get__(cls)


def _lookup(module: str, qualified_name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in qualified_name.split("."):
        try:
            found = getattr(found, part)
        except SUBJECT_EXCEPTIONS:  # reading an attribute of a module may run its code
            return None
    return found
