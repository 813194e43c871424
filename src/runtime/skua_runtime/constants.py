"""The literals of a module, with how often each stands there: what tests may want to pass."""

from __future__ import annotations

import ast
from typing import Any, Iterator

from skua_runtime.values import Value, to_value

LONGEST_TEXT = 1000


def find_constants(tree: ast.Module) -> list[dict[str, Any]]:
    """CONSTANTS of SUBJECT: int, float, complex, str and bytes, in the order of the source."""
    counts: dict[tuple[type, str], tuple[Value, int]] = {}
    for literal in _literals(tree):
        key = (type(literal), repr(literal) if type(literal) is not int else hex(literal))
        value, count = counts.get(key) or (to_value(literal), 0)
        counts[key] = (value, count + 1)
    return [
        {"value": value, "count": count}
        for value, count in counts.values()
        if value["k"] != "opaque"
    ]


def _examples(docstring: str) -> list[ast.AST]:
    """The statements behind the prompts of an interactive session (as doctest reads them)."""
    sources: list[str] = []
    for line in map(str.strip, docstring.splitlines()):
        if line.startswith(">>> "):
            sources.append(line[4:])
        elif line.startswith("... ") and sources:
            sources[-1] += "\n" + line[4:]
    trees: list[ast.AST] = []
    for source in sources:
        try:
            trees.append(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return trees


def _literals(tree: ast.Module) -> Iterator[Any]:
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            # A docstring, or a text that serves as a comment: of it only the examples.
            if isinstance(node.value.value, str):
                open_nodes.extend(reversed(_examples(node.value.value)))
            continue
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = getattr(node.operand, "value", None)
            if type(number) in (int, float, complex):
                yield -number
                continue
        if isinstance(node, ast.Constant):
            kind = type(node.value)
            if kind in (str, bytes) and len(node.value) <= LONGEST_TEXT:
                yield node.value
            elif kind in (int, float, complex):
                yield node.value
        elif isinstance(node, ast.arg):
            continue  # annotations are types, not values
        else:
            skipped = getattr(node, "returns", None) or getattr(node, "annotation", None)
            children = [one for one in ast.iter_child_nodes(node) if one is not skipped]
            open_nodes.extend(reversed(children))
