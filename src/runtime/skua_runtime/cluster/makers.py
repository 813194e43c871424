"""Finds functions of other project modules that make objects, such as a parser that makes the
subject's tree. Only loaded modules are searched."""

from __future__ import annotations

import ast
import collections.abc
import inspect
import sys
import types
import typing
from dataclasses import dataclass
from typing import Any, Callable, Collection, Iterator, Optional

from skua_runtime.cluster.annotations import annotations_of
from skua_runtime.source.handed_on import function_of
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_MOST_FUNCTIONS = 400  # functions that are examined at most
_MOST_MAKERS = 16
_SEQUENCES = (list, tuple, collections.abc.Sequence)
_LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True)
class Making:
    """A function that makes objects of a class."""

    module: str  # module from which tests import the function
    function: types.FunctionType
    cls: type
    of_first: bool = False  # the function returns a sequence; its first item is the instance


def makers_in_project(
    subject: str,
    also: Collection[str],
    is_wanted: Callable[[Any], bool],
    is_project_file: Callable[[Any], bool],
) -> Iterator[Making]:
    """Public functions that return instances of wanted classes, or sequences of them: from the
    subject's package without the subject, and from the modules `also`."""
    found = 0
    for _, function in zip(range(_MOST_FUNCTIONS), _functions(subject, also, is_project_file)):
        try:
            made = _result_of(function, is_wanted)
        except SUBJECT_EXCEPTIONS:  # evaluating annotations may run code that raises
            continue
        if made is not None and found < _MOST_MAKERS:
            found += 1
            cls, of_first = made
            yield Making(_public_module(function), function, cls, of_first)


def _functions(
    subject: str, also: Collection[str], is_project_file: Callable[[Any], bool]
) -> Iterator[types.FunctionType]:
    package = subject.partition(".")[0]
    for name in sorted(sys.modules):
        is_near = name == package or name.startswith(package + ".") or name in also
        if name == subject or not is_near:
            continue
        for value in list(vars(sys.modules[name]).values()):
            if type(value) is not types.FunctionType or value.__module__ != name:
                continue
            is_there = vars(sys.modules[name]).get(value.__name__) is value
            if is_there and not value.__name__.startswith("_"):
                if is_project_file(value.__code__.co_filename):
                    yield value


def _public_module(function: types.FunctionType) -> str:
    """The top-level package if it re-exports the function, else the function's module."""
    package = function.__module__.partition(".")[0]
    shown = vars(sys.modules[package]).get(function.__name__) is function
    return package if shown else function.__module__


def _result_of(
    function: types.FunctionType, is_wanted: Callable[[Any], bool]
) -> Optional[tuple[type, bool]]:
    """Return the wanted class that the function returns, and whether in a sequence.

    The annotation tells, or `return` statements where there is none.
    """
    of_first, candidates = False, []
    if "return" in getattr(function, "__annotations__", {}):
        annotation = annotations_of(function).get("return")
        arguments = typing.get_args(annotation)
        of_first = typing.get_origin(annotation) in _SEQUENCES
        candidates = list(arguments[:1]) if of_first else [annotation]
        if type(None) in arguments and not of_first:
            candidates += arguments
    elif not function.__code__.co_flags & _LAZY:
        node = function_of(function.__code__)
        for one in walk(node) if node is not None else ():
            if isinstance(one, ast.Return) and isinstance(one.value, ast.Call):
                candidates.append(function.__globals__.get(getattr(one.value.func, "id", "")))
    found = next((one for one in candidates if is_class(one) and is_wanted(one)), None)
    return None if found is None else (found, of_first)
