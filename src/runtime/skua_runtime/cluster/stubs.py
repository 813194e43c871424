"""Annotations from a stub file beside the module, and names that only type checkers import."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
import typing
from typing import Any, Callable, Iterator, Mapping, Optional

from skua_runtime.world.values import SUBJECT_EXCEPTIONS


class Stubs:
    """The module's `.pyi`, read as text and never executed."""

    def __init__(
        self, file: str, module: str, names: Mapping[str, Any], is_own: Callable[[Any], bool]
    ) -> None:
        """`names` are those of the module. `is_own` tells whether a file is the project's."""
        self.namespace: dict[str, Any] = dict(names)
        self._annotations: dict[str, dict[str, str]] = {}
        tree = _parsed(os.path.splitext(file)[0] + ".pyi")
        if tree is None:
            return
        self.namespace = {**_public_names_of_typing(), **names}
        self.namespace.update(imported_names(tree.body, module, is_own))
        self._read(tree, "")

    def of(self, qualified_name: str) -> Mapping[str, str]:
        """Annotations by parameter, and by "return"."""
        return self._annotations.get(qualified_name, {})

    def _read(self, scope: ast.AST, prefix: str) -> None:
        for node in _statements(scope):
            if isinstance(node, ast.ClassDef):
                self._read(node, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found = _annotations(node)
                known = self._annotations.setdefault(prefix + node.name, {})
                # for an overloaded function any of its annotations may be meant
                for name, text in found.items():
                    if known.get(name, text) != text:
                        text = f"{known[name]} | {text}"
                    known[name] = text


def checking_names(
    tree: ast.Module, module: str, is_own: Callable[[Any], bool]
) -> dict[str, Any]:
    """The names that imports below `if TYPE_CHECKING:` would bind."""
    names: dict[str, Any] = {}
    for node in _statements(tree):
        if isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING":
            names.update(imported_names(node.body, module, is_own))
    return names


def imported_names(
    body: list[ast.stmt], module: str, is_own: Callable[[Any], bool]
) -> dict[str, Any]:
    """The names that import statements bind, from modules that are loaded or belong to the project.
    """
    names: dict[str, Any] = {}
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = _module(alias.name, is_own)
                bound = whole if alias.asname else sys.modules.get(alias.name.split(".")[0])
                if whole is not None:
                    names[alias.asname or alias.name.split(".")[0]] = bound
        elif isinstance(node, ast.ImportFrom):
            source = _module(_absolute(node, module), is_own)
            for alias in node.names:
                found = getattr(source, alias.name, None)
                if found is not None:
                    names[alias.asname or alias.name] = found
    return names


def _absolute(node: ast.ImportFrom, module: str) -> str:
    if node.level == 0:
        return node.module or ""
    package = getattr(sys.modules.get(module), "__package__", None) or ""
    parts = package.split(".")
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _module(name: str, is_own: Callable[[Any], bool]) -> Any:
    if name in sys.modules or not name:
        return sys.modules.get(name)
    try:
        parent = name.rpartition(".")[0]
        if parent and _module(parent, is_own) is None:
            return None
        spec = importlib.util.find_spec(name)
        if spec is None or not is_own(spec.origin):
            return None
        return importlib.import_module(name)
    except SUBJECT_EXCEPTIONS:
        return None


def _parsed(file: str) -> Optional[ast.Module]:
    try:
        with open(file, "rb") as stream:
            return ast.parse(stream.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _statements(scope: ast.AST) -> Iterator[ast.stmt]:
    for node in getattr(scope, "body", []):
        yield node
        if isinstance(node, ast.If) and _last_name(node.test) != "TYPE_CHECKING":
            yield from _statements(node)


def _last_name(node: ast.AST) -> str:
    return getattr(node, "attr", None) or getattr(node, "id", None) or ""


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    found = {one.arg: ast.unparse(one.annotation) for one in every if one.annotation is not None}
    if node.returns is not None:
        found["return"] = ast.unparse(node.returns)
    return found


def _public_names_of_typing() -> dict[str, Any]:
    return {name: getattr(typing, name) for name in typing.__all__}
