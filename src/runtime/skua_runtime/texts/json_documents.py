"""JSON documents with the keys that a module looks up, and the values that it compares them with.
"""

from __future__ import annotations

import ast
import json
from typing import Any, Optional

from skua_runtime.source.source_names import SourceNames

_MOST_KEYS = 12
_LONGEST_KEY = 40
_LOOK_UP = {"get", "pop", "setdefault"}


def json_documents(tree: ast.AST, names: SourceNames) -> list[str]:
    """The likeliest first; the last ones are none of a module's making, or no documents."""
    keys = looked_up_keys(tree, names)[:_MOST_KEYS]
    texts = ['{"key": "value"}', "[1, 2, 3]", "{", "null"]
    if not keys:
        return texts
    compared = _compared_values(tree, names)
    documents: list[Any] = []
    for choice in range(min(max(map(len, compared.values()), default=0), 4)):
        documents.append(
            {
                key: compared[key][choice % len(compared[key])] if key in compared else "text"
                for key in keys
            }
        )
    various = [1, "text", [1, 2], {}, None, True]
    mixed = {key: various[index % len(various)] for index, key in enumerate(keys)}
    documents += [dict.fromkeys(keys, "text"), dict.fromkeys(keys, 1), mixed, [mixed]]
    return [*map(json.dumps, documents), *texts]


def looked_up_keys(tree: ast.AST, names: SourceNames) -> list[str]:
    found = (_looked_up(node, names) for node in ast.walk(tree))
    return list(dict.fromkeys(key for key in found if key is not None))


def _looked_up(node: ast.AST, names: SourceNames) -> Optional[str]:
    """The key in `thing["key"]` and `thing.get("key")`."""
    key = None
    if isinstance(node, ast.Subscript) and names.dotted(node.value) != "os.environ":
        key = names.text(node.slice)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        is_environment = names.dotted(node.func.value) == "os.environ"
        if node.func.attr in _LOOK_UP and node.args and not is_environment:
            key = names.text(node.args[0])
    return key if key is not None and len(key) <= _LONGEST_KEY else None


def _compared_values(tree: ast.AST, names: SourceNames) -> dict[str, list[Any]]:
    """By key: the literals with which its value is compared, directly or through a variable."""
    variables: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            key = _looked_up(node.value, names)
            if key is not None:
                variables[node.targets[0].id] = key
    found: dict[str, list[Any]] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        operands = [node.left, *node.comparators]
        for operand in operands:
            key = _looked_up(operand, names)
            if key is None and isinstance(operand, ast.Name):
                key = variables.get(operand.id)
            if key is None:
                continue
            for other in operands:
                parts = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else [other]
                for part in parts:
                    value = getattr(part, "value", None) if isinstance(part, ast.Constant) else None
                    if type(value) in (str, int, float, bool):
                        values = found.setdefault(key, [])
                        if value not in values:
                            values.append(value)
    return found
