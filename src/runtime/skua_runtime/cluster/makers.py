"""Functions of the project's other modules that make objects: a parser that gives the tree which
the subject works on, say. Only modules that are loaded anyway are looked at.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
import typing
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional

from skua_runtime.cluster.annotations import annotations_of
from skua_runtime.source.handed_on import function_of
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_MOST_FUNCTIONS = 400  # that are looked at
_MOST_MAKERS = 16
_LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True)
class Making:
    module: str  # from which tests import the function
    function: types.FunctionType
    cls: type


def makers_in_project(
    subject: str,
    is_wanted: Callable[[Any], bool],
    is_project_file: Callable[[Any], bool],
) -> Iterator[Making]:
    """Public functions of the subject's package, outside of the subject, that return instances of
    wanted classes."""
    found = 0
    for _, function in zip(range(_MOST_FUNCTIONS), _functions(subject, is_project_file)):
        try:
            cls = _result_of(function, is_wanted)
        except SUBJECT_EXCEPTIONS:  # annotations may run code of the project
            continue
        if cls is not None and found < _MOST_MAKERS:
            found += 1
            yield Making(_public_module(function), function, cls)


def _functions(
    subject: str, is_project_file: Callable[[Any], bool]
) -> Iterator[types.FunctionType]:
    package = subject.partition(".")[0]
    for name in sorted(sys.modules):
        if name == subject or not (name == package or name.startswith(package + ".")):
            continue
        for value in list(vars(sys.modules[name]).values()):
            if type(value) is not types.FunctionType or value.__module__ != name:
                continue
            is_there = vars(sys.modules[name]).get(value.__name__) is value
            if is_there and not value.__name__.startswith("_"):
                if is_project_file(value.__code__.co_filename):
                    yield value


def _public_module(function: types.FunctionType) -> str:
    """The package itself, if it shows the function under its name."""
    package = function.__module__.partition(".")[0]
    shown = vars(sys.modules[package]).get(function.__name__) is function
    return package if shown else function.__module__


def _result_of(
    function: types.FunctionType, is_wanted: Callable[[Any], bool]
) -> Optional[type]:
    """The wanted class of which the function returns instances, by its annotation or, without one,
    by what its `return` statements call."""
    if "return" in getattr(function, "__annotations__", {}):
        annotation = annotations_of(function).get("return")
        for one in (annotation, *typing.get_args(annotation)):
            is_alternative = one is annotation or type(None) in typing.get_args(annotation)
            if is_class(one) and is_alternative and is_wanted(one):
                return typing.cast(type, one)
        return None
    node = None if function.__code__.co_flags & _LAZY else function_of(function.__code__)
    for one in ast.walk(node) if node is not None else ():
        if isinstance(one, ast.Return) and isinstance(one.value, ast.Call):
            called: Any = function.__globals__.get(getattr(one.value.func, "id", ""))
            if is_class(called) and is_wanted(called):
                return typing.cast(type, called)
    return None
