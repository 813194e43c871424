"""Imports modules that tests of the subject need: project modules that import the subject and make
objects for it, and modules named in examples.

Project modules are imported only if importing them does nothing but define.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import re
import sys
from typing import Any, Callable, Collection, Iterable, Iterator, Optional, Sequence, Tuple, cast

from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

Importer = Tuple[str, str]  # (name, file)
_MOST_READ = 16
_MOST_IMPORTED = 4
_MOST_NAMED = 16  # modules of examples at most
# Modules of the standard library that open no window when imported.
_LIBRARY = sys.stdlib_module_names - {"antigravity", "idlelib", "this", "turtle", "turtledemo"}
_LONGEST = 256 * 1024  # bytes of a file
_NAME = re.compile(r"[^\W\d]\w*")
_DEFINING = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign, ast.If, ast.Try),
)


def import_makers(importers: Sequence[Importer], wanted: Collection[str]) -> list[str]:
    """Import modules that seem to make instances of classes with these names. Returns the names of
    loaded modules."""
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


def import_named(
    examples: Iterable[ast.AST], subject: str, is_project_file: Callable[[Any], bool]
) -> list[type]:
    """Import project modules that examples import. Returns their classes that the examples name."""
    nodes = [node for example in examples for node in walk(example)]
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in nodes}
    found: dict[type, None] = {}
    for name in _imported(nodes):
        with contextlib.suppress(*SUBJECT_EXCEPTIONS):
            if name not in sys.modules:
                spec = importlib.util.find_spec(name)  # this imports the parent packages
                file = spec.origin if spec is not None else None
                if is_project_file(file) and _definitions_in(str(file)) is not None:
                    importlib.import_module(name)
        module = sys.modules.get(name)
        if name != subject and is_project_file(getattr(module, "__file__", None)):
            for value in list(vars(module).values()):
                if is_class(value) and value.__name__ in names and value.__module__ == name:
                    found[cast(type, value)] = None
    return list(found)


def import_library(examples: Iterable[ast.AST]) -> None:
    """Import modules of the standard library that examples import, so that each load knows the same
    names."""
    for name in _imported(node for example in examples for node in walk(example)):
        if name not in sys.modules and name.partition(".")[0] in _LIBRARY:
            with contextlib.suppress(*SUBJECT_EXCEPTIONS):  # a module may not be installed
                importlib.import_module(name)


def _imported(nodes: Iterable[ast.AST]) -> list[str]:
    found: dict[str, None] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found[node.module] = None
    return list(found)[:_MOST_NAMED]


def _definitions_in(file: str) -> Optional[ast.Module]:
    """The tree of a file that only defines; else None."""
    try:
        with open(file, "rb") as stream:
            source = stream.read(_LONGEST + 1)
        tree = ast.parse(source) if len(source) <= _LONGEST else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    defines = all(isinstance(one, _DEFINING) or _is_text(one) for one in tree.body)
    return tree if defines else None


def _is_promising(file: str, wanted: Collection[str]) -> bool:
    tree = _definitions_in(file)
    if tree is None:
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
    """The names in the return annotation; without one, the names called in `return` statements."""
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
