"""Observes objects by their own code: properties, `__str__`, `__repr__` and `__iter__`.

A view is dropped if its code raises, prints, logs, reaches out of the process or changes the
object.
"""

from __future__ import annotations

import collections
import itertools
import types
from collections.abc import Set
from typing import Any, Callable, Optional

from skua_runtime.world.effects import Effects
from skua_runtime.world.named import named_object
from skua_runtime.world.names import type_name
from skua_runtime.world.side_effects import SideEffects
from skua_runtime.world.shown import says_all, shown_of
from skua_runtime.world.values import MOST_ITEMS, SUBJECT_EXCEPTIONS, Value, to_value
from skua_runtime.world.project_files import is_project_file

TEXT_FIELD = "__str__()"  # also used by the engine's assertions
_ITEMS_FIELD = "__iter__()"  # also used by the engine's assertions
_MOST_PROPERTIES = 16
_View = tuple[str, Callable[[Any], Any]]


def _says_nothing(value: Value) -> bool:
    """Whether the value has no attribute, length or equal value; a string does not count."""
    if value["k"] == "opaque":
        return True
    fields = [name for name, _ in value["f"] if name != TEXT_FIELD]
    return value["n"] < 0 and not fields and "t" not in value and "i" not in value


def _named(kind: type, module: str, name: str) -> Value:
    """The VALUE of an object known by its name, in the form of an enum member (see
    model/named_objects.h)."""
    qualified_name = type_name(kind).partition(":")[2]
    return {"k": "enum", "c": f"{module}:<{qualified_name}>", "t": name}


class Views:
    """Values of objects with the results of their properties."""

    def __init__(self, root: str, effects: Effects, side_effects: SideEffects) -> None:
        self._root = root
        self._effects = effects
        self._side_effects = side_effects
        self._of_class: dict[type, list[_View]] = {}

    def of(self, thing: Any) -> Value:
        """The VALUE of an object, with views among its attributes; its name if nothing else is
        known."""
        value = to_value(thing)
        if value["k"] not in ("object", "opaque") or says_all(type(thing)):
            return value
        for name, view in self._views_of(type(thing)):
            if name == _ITEMS_FIELD and "i" in value:  # the equal value has them
                continue
            shown = self._look(thing, view)
            if shown is None:
                continue
            if value["k"] == "opaque":
                value = {"k": "object", "c": value["c"], "n": -1, "f": []}
            if len(value["f"]) < MOST_ITEMS and all(name != other for other, _ in value["f"]):
                value["f"].append([name, shown])
        if _says_nothing(value) and (named := named_object(thing)) is not None:
            return _named(type(thing), *named)
        return value

    def _views_of(self, kind: type) -> list[_View]:
        views = self._of_class.get(kind)
        if views is None:
            try:
                views = self._find_views(kind)
            except SUBJECT_EXCEPTIONS:  # a metaclass may raise
                views = []
            self._of_class[kind] = views
        return views

    def _find_views(self, kind: type) -> list[_View]:
        members: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            members.update(base.__dict__)
        views: list[_View] = []
        for name, member in members.items():
            getter: Any = member.fget if type(member) is property else None
            if name[:1] != "_" and self._is_ours(getter) and len(views) < _MOST_PROPERTIES:
                views.append((name, getter))
        if any(self._is_ours(members.get(name)) for name in ("__str__", "__repr__")):
            views.append((TEXT_FIELD, str))
        if "__iter__" in members and "__len__" in members and shown_of(kind) is None:
            views.append((_ITEMS_FIELD, _items))
        return views

    def _is_ours(self, function: Any) -> bool:
        if type(function) is not types.FunctionType:
            return False
        return is_project_file(function.__code__.co_filename, self._root)

    def _look(self, thing: Any, view: Callable[[Any], Any]) -> Optional[Value]:
        before = _state_of(thing)
        with self._side_effects.on_trial() as events:
            try:
                shown = to_value(view(thing), depth=1)
            except SUBJECT_EXCEPTIONS:
                shown = None
        spoke = self._effects.discard()
        if before is not None and _state_of(thing) != before:
            _put_back(thing, before)
            return None
        if events or spoke or shown is None or shown["k"] in ("object", "opaque"):
            return None
        return shown


def _items(collection: Any) -> Any:
    """A plain dict, set or list of the items of a collection; raises ValueError if they are too
    many, or as many as `len` does not say."""
    size = len(collection)
    if size > MOST_ITEMS:
        raise ValueError(size)
    if hasattr(type(collection), "keys"):
        return {key: collection[key] for key in itertools.islice(collection.keys(), size)}
    items = list(itertools.islice(collection, size + 1))
    if len(items) != size:
        raise ValueError(items)
    is_unordered = isinstance(collection, Set) and not hasattr(collection, "__reversed__")
    return set(items) if is_unordered else items


# Attributes by name: the object, compared by identity, and its length and first items or keys.
_State = dict[str, "_Bound"]
_ORDERED = (list, dict, set, bytearray, collections.OrderedDict, collections.deque)


class _Bound:
    def __init__(self, value: Any) -> None:
        self.value = value
        self._items: list[int] = []
        if type(value) in _ORDERED:
            self._items = [len(value), *map(id, itertools.islice(value, MOST_ITEMS))]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Bound)
            and self.value is other.value
            and self._items == other._items
        )


def _state_of(thing: Any) -> Optional[_State]:
    """The attributes stored in the object, also private ones; None without `__dict__`."""
    try:
        stored = object.__getattribute__(thing, "__dict__")
    except SUBJECT_EXCEPTIONS:
        return None
    return {name: _Bound(value) for name, value in stored.items()}


def _put_back(thing: Any, state: _State) -> None:
    stored = object.__getattribute__(thing, "__dict__")
    stored.clear()
    stored.update((name, bound.value) for name, bound in state.items())
