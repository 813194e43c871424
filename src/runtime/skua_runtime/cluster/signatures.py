"""Finds functions inside decorators, and signatures."""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any, Optional

from skua_runtime.cluster.annotations import plain_signature
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class


def unwrapped(function: Any) -> Any:
    """The innermost function inside decorators, partial and the like."""
    for _ in range(20):
        try:
            inner = inspect.unwrap(function)
        except SUBJECT_EXCEPTIONS:
            return function
        if isinstance(inner, (functools.partial, functools.partialmethod)):
            function = inner.func
        elif isinstance(inner, functools.singledispatchmethod):
            function = inner.func
        elif isinstance(inner, (staticmethod, classmethod)):
            function = inner.__func__
        else:
            return inner
    return function


def initialiser(cls: type) -> Any:
    """The Python function that takes the constructor's arguments, or None."""
    for name in ("__init__", "__new__"):
        function = getattr(cls, name, None)
        if isinstance(unwrapped(function), types.FunctionType):
            return function
    return None


def hidden_original(function: Any, qualified_name: str) -> Any:
    """The decorated function in the closure of a decorator without functools.wraps, or None."""
    for cell in getattr(function, "__closure__", None) or ():
        try:
            hidden = cell.cell_contents
        except ValueError:
            continue
        if getattr(hidden, "__qualname__", None) == qualified_name:
            return hidden
    return None


def signature_of(target: Any, qualified_name: str = "") -> Optional[inspect.Signature]:
    """The signature; None if there is none. Looks into decorators that take *args and **kwargs."""
    try:
        signature = plain_signature(target)
    except SUBJECT_EXCEPTIONS:
        return None
    kinds = [parameter.kind.name for parameter in signature.parameters.values()]
    if kinds != ["VAR_POSITIONAL", "VAR_KEYWORD"]:
        return signature
    if is_class(target):  # the class has a `__new__` or a metaclass that passes all arguments on
        return _of_initialiser(target) or signature
    hidden = hidden_original(target, qualified_name)
    return signature if hidden is None else signature_of(hidden)


def _of_initialiser(cls: type) -> Optional[inspect.Signature]:
    """The signature of the class's own `__init__`, without self."""
    function = initialiser(cls)
    signature = None if function is None else signature_of(function)
    if signature is None or not signature.parameters:
        return None
    first, *others = signature.parameters.values()
    by_place = (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD)
    return signature.replace(parameters=others) if first.kind in by_place else None
