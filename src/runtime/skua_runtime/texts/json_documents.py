"""Makes JSON documents with the keys that a module looks up, and the values that it compares them
with."""

from __future__ import annotations

import ast
import json
from typing import Any, Iterator, Optional

from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames

_MOST_KEYS = 12
_LONGEST_KEY = 40
_LOOK_UP = {"get", "pop", "setdefault"}


def json_documents(tree: ast.AST, names: SourceNames) -> list[str]:
    """JSON documents with the module's keys, the most useful first. The last ones have other keys
    or are invalid."""
    keys = looked_up_keys(tree, names)[:_MOST_KEYS]
    texts = ['{"key": "value"}', "[1, 2, 3]", "{", "null"]
    if not keys:
        return texts
    compared = compared_values(tree, names)
    documents: list[Any] = []
    for choice in range(min(max(map(len, compared.values()), default=0), 4)):
        documents.append(
            {
                key: compared[key][choice % len(compared[key])] if key in compared else "text"
                for key in keys
            }
        )
    documents += _with_lists(tree, names, keys)
    various = [1, "text", [1, 2], {}, None, True]
    mixed = {key: various[index % len(various)] for index, key in enumerate(keys)}
    documents += [dict.fromkeys(keys, "text"), dict.fromkeys(keys, 1), mixed, [mixed]]
    return [*map(json.dumps, documents), *texts]


def _with_lists(tree: ast.AST, names: SourceNames, keys: list[str]) -> list[Any]:
    """Documents with a list of objects for each key whose value the source iterates over."""
    loops = (node for node in walk(tree) if isinstance(node, (ast.For, ast.comprehension)))
    iterated = [key for loop in loops for key in [_looked_up(loop.iter, names)] if key in keys]
    if not iterated:
        return []
    item = {key: "text" for key in keys if key not in iterated}
    full = {key: [item] if key in iterated else None for key in keys}
    return [full, {**full, **dict.fromkeys(iterated, [])}, {**full, **item}]


def looked_up_keys(tree: ast.AST, names: SourceNames) -> list[str]:
    """Return the keys that are looked up in any object but the environment."""
    return list(dict.fromkeys(key for key, owner in lookups(tree, names) if owner != "os.environ"))


def lookups(tree: ast.AST, names: SourceNames) -> Iterator[tuple[str, str]]:
    """Yield the keys that are looked up, with the dotted names of the objects."""
    for node in walk(tree):
        key, owner = looked_up_on(node, names)
        if key is not None:
            yield key, owner


def looked_up_on(node: ast.AST, names: SourceNames) -> tuple[Optional[str], str]:
    """Return the key in `thing["key"]` or `thing.get("key")`, and the dotted name of the thing."""
    key, owner = None, ""
    if isinstance(node, ast.Subscript):
        key, owner = names.text(node.slice), names.dotted(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _LOOK_UP and node.args:
            key, owner = names.text(node.args[0]), names.dotted(node.func.value)
    # Skip routes of a web framework, such as "/users".
    if key is None or len(key) > _LONGEST_KEY or key.startswith("/"):
        return None, owner
    return key, owner


def _looked_up(node: ast.AST, names: SourceNames) -> Optional[str]:
    key, owner = looked_up_on(node, names)
    return key if owner != "os.environ" else None


def compared_values(tree: ast.AST, names: SourceNames) -> dict[str, list[Any]]:
    """Return literals that each key's value is compared with, directly or through a variable."""
    variables: dict[str, str] = {}
    for node in walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            key = _looked_up(node.value, names)
            if key is not None:
                variables[node.targets[0].id] = key
    found: dict[str, list[Any]] = {}
    for node in walk(tree):
        operands = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        for operand in operands:
            key = variables.get(getattr(operand, "id", "")) or _looked_up(operand, names)
            values = [value for other in operands for value in _plain_values(other)]
            if key is not None and values:
                found[key] = list(dict.fromkeys([*found.get(key, []), *values]))
    return found


def _plain_values(node: ast.AST) -> list[Any]:
    """Return the strings and numbers of a literal or of its items."""
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else [node]
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    return [value for value in values if type(value) in (str, int, float, bool)]
