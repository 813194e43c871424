"""Resolves names in a module's source to dotted names, by the module's imports."""

from __future__ import annotations

import ast
import builtins
from typing import Any, Iterable, Iterator

from skua_runtime.source.nodes import children_of, walk


class SourceNames:
    """Dotted names of expressions, found by imports anywhere in the module; assignments are not
    followed."""

    def __init__(self, tree: ast.AST, parameters: Iterable[str] = ()) -> None:
        """`parameters` are names that mean themselves unless an import binds them."""
        self._meanings: dict[str, str] = {name: name for name in parameters}
        self._meanings.update(bound for node in walk(tree) for bound in _bound_by(node))
        # literals assigned to names at module level
        self.constants: dict[str, Any] = {
            target.id: statement.value.value
            for statement in getattr(tree, "body", [])
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }

    def dotted(self, node: ast.AST) -> str:
        """The dotted name of an expression, such as "os.environ" or "open"; "" if unknown."""
        if isinstance(node, ast.Name):
            name = node.id
            return self._meanings.get(name, name if hasattr(builtins, name) else "")
        if isinstance(node, ast.Attribute):
            owner = self.dotted(node.value)
            return f"{owner}.{node.attr}" if owner else ""
        return ""

    def imports(self, module: str) -> bool:
        """Whether the source imports the module or something from it."""
        return any(
            meaning == module or meaning.startswith(module + ".")
            for meaning in self._meanings.values()
        )

    def text(self, node: ast.AST) -> Any:
        """The string of a literal or of a module-level constant; None for other expressions."""
        value = None
        if isinstance(node, ast.Constant):
            value = node.value
        elif isinstance(node, ast.Name):
            value = self.constants.get(node.id)
        return value if isinstance(value, str) else None


def _bound_by(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that an absolute import binds, with its dotted meaning."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            top = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (top, top)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """All calls in the tree, in source order."""
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.Call):
            yield node
        open_nodes.extend(reversed(list(children_of(node))))


def imported_names(tree: ast.AST) -> frozenset[str]:
    """Return the top-level names that import statements bind."""
    return frozenset(
        (alias.asname or alias.name).partition(".")[0]
        for node in walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    )


def absolute_module(node: ast.ImportFrom, package: str) -> str:
    """Return the absolute name of the module that a statement in the package imports from."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])
