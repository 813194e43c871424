"""Finds constants that tests may pass: the literals of a module, with their frequency, and strings
in formats that it parses."""

from __future__ import annotations

import ast
import itertools
import re
from typing import Any, Iterable, Iterator, Mapping

from skua_runtime.source.docstrings import examples
from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.source_names import calls
from skua_runtime.texts.parsed_texts import parsed_texts
from skua_runtime.world.values import Value, to_value

LONGEST_TEXT = 1000
_MOST_BORROWED = 60
_LONGEST_BORROWED = 20
_ROUTE = re.compile(r"(?<![\w/])/[\w./-]{0,60}(?:\{\w{1,20}\}|<[\w:]{1,20}>)[\w./{}<>:-]{0,60}")


def find_constants(
    tree: ast.Module, namespace: Mapping[str, Any], others: Iterable[ast.AST] = ()
) -> list[dict[str, Any]]:
    """The constants of a module, as CONSTANT records: int, float, complex, str and bytes, in source
    order.

    Constants that are not in the source come last and count once: made ones, and short strings and
    numbers from `others`, which are classes of other modules whose objects tests fill.
    """
    counts: dict[tuple[type, str], tuple[Value, int]] = {}
    for literal in _literals(tree):
        key = (type(literal), repr(literal) if type(literal) is not int else hex(literal))
        value, count = counts.get(key) or (to_value(literal), 0)
        counts[key] = (value, count + 1)
    for literal in itertools.islice(_borrowed(others), _MOST_BORROWED):
        counts.setdefault((type(literal), repr(literal)), (to_value(literal), 1))
    for number in _numbers_asked_for(tree):
        counts.setdefault((float, repr(number)), (to_value(number), 1))
    for text in itertools.chain(_routes_shown(tree), parsed_texts(tree, namespace)):
        counts.setdefault((type(text), repr(text)), (to_value(text), 1))
    return [
        {"value": value, "count": count}
        for value, count in counts.values()
        if value["k"] != "opaque"
    ]


def _routes_shown(tree: ast.Module) -> Iterator[str]:
    """Paths with parameters in docstrings: "/users/{name}"."""
    for node in walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for found in _ROUTE.findall(ast.get_docstring(node) or ""):
                yield found.rstrip(".:-")


def _borrowed(others: Iterable[ast.AST]) -> Iterator[Any]:
    for other in others:
        for literal in _literals(other):
            if not isinstance(literal, (str, bytes)) or 0 < len(literal) <= _LONGEST_BORROWED:
                yield literal


def _numbers_asked_for(tree: ast.Module) -> list[float]:
    """Special numbers for called functions: nan if the source calls math.isnan."""
    called = {getattr(call.func, "attr", getattr(call.func, "id", "")) for call in calls(tree)}
    found = []
    if called & {"isnan", "is_nan", "isfinite"}:
        found.append(float("nan"))
    if called & {"isinf", "is_infinite", "isfinite"}:
        found += [float("inf"), float("-inf")]
    return found


def _literals(tree: ast.AST) -> Iterator[Any]:
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        node: Any = open_nodes.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            # A docstring or another unused string: only its examples count.
            if isinstance(node.value.value, str):
                open_nodes.extend(reversed(examples(node.value.value)))
        elif isinstance(getattr(node, "op", None), ast.USub) and _is_number(node.operand):
            yield -node.operand.value
        elif isinstance(node, ast.Constant):
            if _is_number(node) or _is_short(node.value):
                yield node.value
        elif isinstance(node, ast.Raise):
            # Messages for people are seldom passed.
            for child in children_of(node):
                yield from (one for one in _literals(child) if not isinstance(one, (str, bytes)))
        elif not isinstance(node, ast.arg):  # an annotation is a type, not a value
            open_nodes.extend(reversed(_children_with_values(node)))


def _children_with_values(node: ast.AST) -> list[ast.AST]:
    """Return the children but annotations, messages, and the plain pieces of formatted strings."""
    if isinstance(node, ast.JoinedStr):
        return [one for one in node.values if not _is_text(one)]
    skipped = [getattr(node, name, None) for name in ("returns", "annotation", "msg")]
    return [one for one in children_of(node) if one not in skipped]


def _is_short(value: Any) -> bool:
    return type(value) in (str, bytes) and len(value) <= LONGEST_TEXT


def _is_number(node: ast.AST) -> bool:
    return type(getattr(node, "value", None)) in (int, float, complex)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
