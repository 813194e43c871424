"""Finds objects that a test can import by name: instances, such as sentinels, in modules of the
project."""

from __future__ import annotations

import functools
import sys
import types
from typing import Any, Callable, Iterator, Mapping, Optional

from skua_runtime.world.names import is_class

# Types that are observed in another way, or never by name.
_OTHERS = (
    types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType,
    functools.partial,
)  # fmt: skip
_Named = tuple[Any, str, str]  # (object, module, name)
# by id of the object, which stays unique while the object is kept
_named_objects: dict[int, _Named] = {}


def know_named_objects(
    subject: str, names: Mapping[str, Any], is_own: Callable[[types.ModuleType], bool]
) -> None:
    """Note the instances in the subject and in other modules of the project.

    `names` is the subject's namespace; `is_own` tells whether a module belongs to the project. An
    object with several names gets the subject's, else that of the module with the fewest dots.
    """
    _named_objects.clear()
    _note(subject, names)
    others = [
        (name.count("."), name, module)
        for name, module in list(sys.modules.items())
        if type(module) is types.ModuleType and _is_public(name) and is_own(module)
    ]
    for _, name, module in sorted(others, key=lambda other: other[:2]):
        _note(name, vars(module))


def named_object(thing: Any) -> Optional[tuple[str, str]]:
    """(module, name) by which the object can be imported, or None."""
    found = _named_objects.get(id(thing))
    return found[1:] if found is not None and found[0] is thing else None


def _note(module: str, names: Mapping[str, Any]) -> None:
    for name, thing in _instances(names):
        _named_objects.setdefault(id(thing), (thing, module, name))


def _instances(names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, thing in list(names.items()):
        kind = type(thing)
        if not _is_public(name) or is_class(thing) or issubclass(kind, _OTHERS):
            continue
        # Skip objects of builtin types, except a bare object(), which serves as a sentinel.
        home = type.__dict__["__module__"].__get__(kind)
        if type(home) is not str or home != "builtins" or kind is object:
            yield name, thing


def _is_public(name: Any) -> bool:
    if type(name) is not str:
        return False
    return all(part.isidentifier() and part[0] != "_" for part in name.split("."))
