"""What tests may want to pass: the literals of a module, with how often each stands there, and
texts of the kinds that it parses.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Mapping

from skua_runtime.source.docstrings import examples
from skua_runtime.texts.parsed_texts import parsed_texts
from skua_runtime.world.values import Value, to_value

LONGEST_TEXT = 1000


def find_constants(tree: ast.Module, namespace: Mapping[str, Any]) -> list[dict[str, Any]]:
    """CONSTANTS of SUBJECT: int, float, complex, str and bytes, in the order of the source.

    What does not stand there itself comes last and counts once.
    """
    counts: dict[tuple[type, str], tuple[Value, int]] = {}
    for literal in _literals(tree):
        key = (type(literal), repr(literal) if type(literal) is not int else hex(literal))
        value, count = counts.get(key) or (to_value(literal), 0)
        counts[key] = (value, count + 1)
    for text in parsed_texts(tree, namespace):
        counts.setdefault((type(text), repr(text)), (to_value(text), 1))
    return [
        {"value": value, "count": count}
        for value, count in counts.values()
        if value["k"] != "opaque"
    ]


def _literals(tree: ast.Module) -> Iterator[Any]:
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            # A docstring, or a text that serves as a comment: of it only the examples.
            if isinstance(node.value.value, str):
                open_nodes.extend(reversed(examples(node.value.value)))
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
