"""Modules of the project that import the subject and make objects of the classes that its tests need.
They are imported where their sources promise such a function, and where importing them does nothing
but define what is in them.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from typing import Collection, Iterator, Sequence, Tuple

from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

Importer = Tuple[str, str]  # name and file
_MOST_READ = 16
_MOST_IMPORTED = 4
_LONGEST = 256 * 1024  # bytes of a file
_NAME = re.compile(r"[^\W\d]\w*")
_DEFINING = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign, ast.If, ast.Try),
)


def import_makers(importers: Sequence[Importer], wanted: Collection[str]) -> list[str]:
    """Import those that promise to make instances of classes with the wanted names. Returns the names
    of those that are loaded then."""
    loaded: list[str] = []
    for name, file in importers[:_MOST_READ] if wanted else ():
        if len(loaded) == _MOST_IMPORTED:
            break
        if name not in sys.modules and _is_promising(file, wanted):
            try:
                importlib.import_module(name)
            except SUBJECT_EXCEPTIONS:
                continue
        if name in sys.modules:
            loaded.append(name)
    return loaded


def _is_promising(file: str, wanted: Collection[str]) -> bool:
    try:
        with open(file, "rb") as stream:
            source = stream.read(_LONGEST + 1)
        tree = ast.parse(source) if len(source) <= _LONGEST else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not all(isinstance(one, _DEFINING) or _is_text(one) for one in tree.body):
        return False
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef)]
    return any(
        name in wanted
        for function in functions
        if not function.name.startswith("_")
        for name in _names_of_result(function)
    )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _names_of_result(function: ast.FunctionDef) -> Iterator[str]:
    """Those in the annotation of what it returns; without one, of what its returns call."""
    if function.returns is not None:
        for node in walk(function.returns):
            if isinstance(node, ast.Name):
                yield node.id
            elif isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from _NAME.findall(node.value)
        return
    for node in walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name):
                yield node.value.func.id
