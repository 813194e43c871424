"""Finds the subject's functions that a framework calls, by their code objects."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from typing import Any, Iterator, Mapping

from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.source.syntax import FUNCTIONS
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class


def innermost(function: Any) -> Any:
    """Return the function inside decorators with `functools.wraps`."""
    try:
        return inspect.unwrap(function)
    except SUBJECT_EXCEPTIONS:
        return function


def source_of(function: Any) -> ast.AST:
    """Return the tree of a function or class; an empty module if its source is missing."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(innermost(function))))
    except SUBJECT_EXCEPTIONS:
        return ast.Module([], [])


def by_code(module: str, names: Mapping[str, Any]) -> dict[int, Any]:
    """Return the functions of a module, also methods and nested ones, by the id of their code.

    A forked process has the same ids as its parent.
    """
    found: dict[int, Any] = {}
    for thing in list(names.values()):
        members = list(vars(thing).values()) if is_class(thing) else [thing]
        for member in members:
            function = innermost(member)
            if isinstance(function, types.FunctionType) and function.__module__ == module:
                found[id(function.__code__)] = function
                for code in _codes_inside(function.__code__):
                    cells = tuple(types.CellType() for _ in code.co_freevars)
                    inside = types.FunctionType(code, function.__globals__, closure=cells)
                    inside.__qualname__ = f"{function.__qualname__}.<locals>.{code.co_name}"
                    found.setdefault(id(code), inside)
    return found


def code_of(function: Any) -> int:
    """Return the id of the code inside decorators."""
    return id(getattr(innermost(function), "__code__", None))


def functions_reading(tree: ast.Module, names: SourceNames, *wanted: str) -> set[str]:
    """Return the names of the module's functions that read one of the names, such as "flask.request".
    """
    return {
        node.name
        for node in tree.body
        if isinstance(node, FUNCTIONS)
        and any(
            names.dotted(inner) in wanted
            for inner in walk(node)
            if isinstance(inner, (ast.Name, ast.Attribute))
        )
    }


def _codes_inside(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes_inside(constant)
