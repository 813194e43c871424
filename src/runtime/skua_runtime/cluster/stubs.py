"""Reads annotations from a stub file (.pyi) beside the module."""

from __future__ import annotations

import ast
import os
import typing
from typing import Any, Iterator, Mapping

from skua_runtime.cluster.checking import bound_names, is_for_checkers, parsed


_MEANINGS = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)


class Stubs:
    """The annotations in the module's stub file. Only its imports and aliases are executed."""

    def __init__(self, file: str, names: Mapping[str, Any]) -> None:
        """`names` is the module's namespace."""
        self.namespace: dict[str, Any] = dict(names)
        self._annotations: dict[str, dict[str, str]] = {}
        tree = parsed(os.path.splitext(file)[0] + ".pyi")
        if tree is None:
            return
        self.namespace = {**_public_names_of_typing(), **names}
        meanings = [node for node in _statements(tree) if isinstance(node, _MEANINGS)]
        bound = bound_names(meanings, self.namespace)
        self.namespace.update({name: bound[name] for name in bound if name not in names})
        self._read(tree, "")

    def of(self, qualified_name: str) -> Mapping[str, str]:
        """The annotations of a function, by parameter and "return", as text."""
        return self._annotations.get(qualified_name, {})

    def _read(self, scope: ast.AST, prefix: str) -> None:
        for node in _statements(scope):
            if isinstance(node, ast.ClassDef):
                self._read(node, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found = _annotations(node)
                known = self._annotations.setdefault(prefix + node.name, {})
                # With overloads, join the annotations of all.
                for name, text in found.items():
                    if known.get(name, text) != text:
                        text = f"{known[name]} | {text}"
                    known[name] = text


def _statements(scope: ast.AST) -> Iterator[ast.stmt]:
    for node in getattr(scope, "body", []):
        yield node
        if isinstance(node, ast.If):
            if is_for_checkers(node.test) is not False:
                yield from _statements(node)


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
