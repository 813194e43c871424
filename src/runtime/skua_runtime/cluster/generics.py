"""Finds the arguments of generic classes and aliases for their type parameters."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import Any, Iterator, Mapping

from skua_runtime.world.values import SUBJECT_EXCEPTIONS


@dataclass(frozen=True)
class Specialised:
    """A generic class with known type arguments, as indices in the table of types."""

    cls: type
    bound: Mapping[Any, Any]  # by type parameter: an index, or a list for a ParamSpec

    def key(self) -> tuple[Any, ...]:
        """A key for equal specialisations."""
        return (id(self.cls), *self.bound.values())


def bindings(origin: Any, arguments: typing.Sequence[Any]) -> dict[Any, Any]:
    """The arguments of `origin[arguments]` by type parameter; a list for a ParamSpec."""
    parameters = _parameters(origin)
    if len(parameters) == 1 and isinstance(parameters[0], typing.ParamSpec):
        if len(arguments) != 1:  # `Task[int, str]` is short for `Task[[int, str]]`
            arguments = [list(arguments)]
    if len(parameters) != len(arguments):  # false with a TypeVarTuple, which takes any number
        return {}
    return {
        parameter: list(argument) if isinstance(argument, tuple) else argument
        for parameter, argument in zip(parameters, arguments)
        if parameter is not argument
    }


def inherited_bindings(cls: type) -> dict[Any, Any]:
    """The arguments that a class gives to the type parameters of its bases."""
    found: dict[Any, Any] = {}
    for base in reversed(cls.__mro__):
        for generic in _generic_bases(base):
            origin = typing.get_origin(generic)
            if origin not in (typing.Generic, typing.Protocol):
                found.update(bindings(origin, typing.get_args(generic)))
    return found


def _generic_bases(cls: type) -> Iterator[Any]:
    yield from vars(cls).get("__orig_bases__", ())


def _parameters(origin: Any) -> tuple[Any, ...]:
    try:
        found = getattr(origin, "__type_params__", ()) or getattr(origin, "__parameters__", ())
    except SUBJECT_EXCEPTIONS:
        return ()
    return tuple(found) if isinstance(found, (tuple, list)) else ()
