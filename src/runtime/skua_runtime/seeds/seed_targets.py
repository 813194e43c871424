"""Resolves names in hand-written tests, and finds the cluster's callables that they mean."""

from __future__ import annotations

import ast
import enum
import sys
import types
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional, Union

from skua_runtime.source.source_names import absolute_module
from skua_runtime.world.values import SUBJECT_EXCEPTIONS


@dataclass(frozen=True)
class Variable:
    """The result of an earlier statement of the seed."""

    index: int
    class_index: Optional[int] = None  # index of its class, if known


@dataclass(frozen=True)
class Thing:
    """A module, class, function or other object that exists already."""

    object: Any


@dataclass
class File:
    """A path `tmp_path / name`; `made` is set as soon as a statement makes the file."""

    name: str
    made: Optional[Variable] = None


@dataclass(frozen=True)
class Fixture:
    """The fixture `monkeypatch` or `tmp_path`."""

    name: str


Meaning = Union[Variable, Thing, File, Fixture, None]


class Targets:
    """Finds callables, classes and enum members of the cluster."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self._by_object: dict[int, int] = {}
        self._by_name: dict[tuple[str, str], list[int]] = {}
        self.classes = {id(cls): index for index, cls in enumerate(cluster.class_objects)}
        for index, (described, target) in enumerate(
            zip(cluster.callables, cluster.callable_objects)
        ):
            if described["kind"] in ("function", "constructor"):
                self._by_object.setdefault(id(target), index)
            else:
                self._by_name.setdefault((described["kind"], described["name"]), []).append(index)

    def defined(self) -> dict[str, Any]:
        """The classes that the cluster's tests define, by name."""
        return {
            described["name"]: Thing(cls)
            for described, cls in zip(self._cluster.classes, self._cluster.class_objects)
            if described.get("definition")
        }

    def described(self, index: int) -> dict[str, Any]:
        """The record of a callable."""
        return self._cluster.callables[index]

    def of_object(self, thing: Any) -> Optional[int]:
        """The index of the function or constructor for an object."""
        return self._by_object.get(id(thing))

    def of_class(self, cls: type, name: str) -> Optional[int]:
        """The index of a static or class method."""
        for kind in ("static_method", "class_method"):
            for index in self._by_name.get((kind, name), ()):
                owner = self._cluster.class_objects[self.described(index)["class"]]
                if _is_derived(cls, owner):
                    return index
        return None

    def of_instance(self, kind: str, name: str, class_index: Optional[int]) -> Optional[int]:
        """The index of a method. Without a known class: the only method of this name, if there is
        just one."""
        candidates = self._by_name.get((kind, name), [])
        if class_index is None:
            return candidates[0] if len(candidates) == 1 else None
        cls = self._cluster.class_objects[class_index]
        for index in candidates:
            owner = self._cluster.class_objects[self.described(index)["class"]]
            if owner is cls or _is_derived(cls, owner):
                return index
        return None

    def environment(self, name: str) -> Optional[int]:
        """The index of a callable that changes the environment, such as "setenv"."""
        found = self._by_name.get(("environment", name), [])
        return found[0] if found else None

    def class_of_result(self, index: int) -> Optional[int]:
        """The index of the class that a callable returns, if known."""
        described = self._cluster.types[self.described(index)["result"]]
        return described.get("class") if described["kind"] == "class" else None

    def enum_member(self, member: enum.Enum) -> Optional[tuple[int, int]]:
        """(index of the class, position) of an enum member."""
        index = self.classes.get(id(type(member)))
        if index is None:
            return None
        members = self._cluster.enum_members[index]
        for place, other in enumerate(members):
            if other is member:
                return index, place
        return None


def _is_derived(cls: Any, owner: Any) -> bool:
    """Whether the class inherits from `owner`. (issubclass calls the metaclass, and raises for
    protocols without @runtime_checkable.)"""
    return isinstance(cls, type) and any(base is owner for base in cls.__mro__)


def bound_arguments(
    parameters: list[dict[str, Any]], by_position: list[Meaning], by_name: Mapping[str, Meaning]
) -> Optional[dict[int, Any]]:
    """Each passed argument by its parameter's index: a list for *args, a dict for **kwargs. None if
    the call does not fit."""
    bound: dict[int, Any] = {}
    left, more = list(by_position), dict(by_name)
    for index, parameter in enumerate(parameters):
        kind, name = parameter["kind"], parameter["name"]
        if kind == "var_positional" and left:
            bound[index], left = left, []
        elif kind in ("positional_only", "positional_or_keyword") and left:
            bound[index] = left.pop(0)
            more.pop(name, None)
        elif kind in ("positional_or_keyword", "keyword_only") and name in more:
            bound[index] = more.pop(name)
        elif not kind.startswith("var_") and not parameter["has_default"]:
            return None
    if more:
        if not parameters or parameters[-1]["kind"] != "var_keyword":
            return None
        bound[len(parameters) - 1] = more
    return None if left else bound


def imported(node: Union[ast.Import, ast.ImportFrom], package: str) -> Iterator[tuple[str, Thing]]:
    """The names that an import statement binds, with objects from loaded modules."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            if name in sys.modules:
                yield alias.asname or name, Thing(sys.modules[name])
        return
    if node.level > len(package.split(".") if package else []):
        return
    base = absolute_module(node, package)
    if base in sys.modules:
        for alias in node.names:
            thing = attribute_of(Thing(sys.modules[base]), alias.name)
            if thing is not None:
                yield alias.asname or alias.name, thing


def attribute_of(owner: Thing, name: str) -> Optional[Thing]:
    """An attribute, read from `__dict__` so that no code of the subject runs."""
    thing = owner.object
    try:
        if isinstance(thing, types.ModuleType):
            stored = vars(thing).get(name, sys.modules.get(f"{thing.__name__}.{name}"))
            return None if stored is None else Thing(stored)
        if isinstance(thing, type):
            if issubclass(thing, enum.Enum) and name in thing.__members__:
                return Thing(thing.__members__[name])
            for base in thing.__mro__:
                if name in vars(base):
                    return Thing(vars(base)[name])
    except SUBJECT_EXCEPTIONS:
        pass
    return None
