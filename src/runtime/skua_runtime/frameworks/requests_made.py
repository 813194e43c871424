"""Requests to a handler: paths of its route, and keys that its source looks up."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from typing import Any, Literal, Optional, Sequence, TypedDict, Union

from skua_runtime.frameworks.hints import hints_of
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_MOST_PATHS = 12
_MOST_KEYS = 8
JSON = Union[str, int, float, bool, None, list[str]]


def paths_of(parts: Sequence[Any]) -> Any:
    """A Literal of paths; a part is a text, or the texts of which one stands there."""
    choices = [[part] if isinstance(part, str) else list(part) for part in parts]
    paths = ["".join(chosen) for chosen in itertools.product(*choices)]
    return Literal[tuple(dict.fromkeys(paths[:_MOST_PATHS]))]


def body_type(handler: Any) -> Any:
    """The JSON that a handler is sent: an object with the keys that it looks up, or something else.
    """
    keys = _keys(handler)
    if not keys:
        return Union[dict[str, JSON], list[JSON], str]
    body = TypedDict("body", {key: JSON for key in keys}, total=False)  # type: ignore[misc]
    return body


def query_type(handler: Any) -> Any:
    """What stands in a query, a form or headers: texts by the keys that the handler looks up."""
    compared = hints_of(_tree(handler)).compared[:6]
    value = Union[Literal[("1", "0", "-1", "text", "", *compared)], str]  # type: ignore[valid-type]
    keys = _keys(handler) or ["key"]
    return TypedDict("query", {key: value for key in keys}, total=False)  # type: ignore[operator]


def is_read(handler: Any, *attributes: str) -> bool:
    """Whether the handler's source reads one of the attributes."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in attributes
        for node in ast.walk(_tree(handler))
    )


def _keys(handler: Any) -> list[str]:
    return hints_of(_tree(handler)).keys[:_MOST_KEYS]


def _tree(handler: Any) -> ast.Module:
    return _parsed(handler) or ast.Module([], [])


def _parsed(handler: Any) -> Optional[ast.Module]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(handler)))
    except SUBJECT_EXCEPTIONS:
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.decorator_list = []  # a route looks like a look-up
    return tree
