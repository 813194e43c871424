"""Finds keys and strings in a subject's source that its input data may contain."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Literal, TypedDict

from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.texts.json_documents import compared_values, looked_up_keys, looked_up_on

_LONGEST_KEY = 40


@dataclass(frozen=True)
class Hints:
    """Keys and strings in a source."""

    keys: list[str]  # keys that are looked up or tested by `in`, and defaults of parameters
    compared: list[str]  # short strings in comparisons
    values: list[str]  # strings for any use: compared ones, and usual ones
    asks: bool  # whether `prompt`, `confirm`, `input` or `pause` is called


def imports_module(tree: ast.Module, module: str) -> bool:
    """Whether an import statement names the module, or a name from it."""
    named: list[str] = []
    for node in walk(tree):
        if isinstance(node, ast.Import):
            named += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            named += [f"{node.module}.{alias.name}" for alias in node.names]
    return any(f"{name}.".startswith(f"{module}.") for name in named)


def mentions(tree: ast.Module, name: str) -> bool:
    """Whether the name is in the source, also after a dot."""
    return any(
        name in (getattr(node, "id", None), getattr(node, "attr", None)) for node in walk(tree)
    )


def answered_headers(tree: ast.Module, names: SourceNames) -> Any:
    """Return a TypedDict of the headers that the source looks up in answers; None for none."""
    compared = compared_values(tree, names)
    types: dict[str, Any] = {}
    for node in walk(tree):
        owner = node.value if isinstance(node, ast.Subscript) else getattr(node, "func", None)
        holder = getattr(owner, "value", owner) if isinstance(node, ast.Call) else owner
        key, _ = looked_up_on(node, names)
        if key is not None and key.isascii() and getattr(holder, "attr", "") == "headers":
            texts = [one for one in compared.get(key, []) if isinstance(one, str)]
            types[key] = Literal[tuple([*texts, *_texts_of_header(key)])]
    # A single header is required in each dict of headers.
    return TypedDict("headers", types, total=len(types) == 1) if types else None  # type: ignore[operator]


def _texts_of_header(name: str) -> list[str]:
    if name.lower() == "content-type":
        return ["application/json", "text/html; charset=utf-8", "text/plain"]
    if name.lower() in ("retry-after", "content-length", "x-ratelimit-remaining"):
        return ["1", "0"]
    return ["1", "0", "text"]


def hints_of(tree: ast.Module) -> Hints:
    """Return the hints of a module's source."""
    names = SourceNames(tree)
    found = [*looked_up_keys(tree, names), *_asked_for(tree, names)]
    compared = _short(_compared(tree, names))
    return Hints(_short(found), compared, [*compared[:6], "a", "1"], _asks(tree))


def _asks(tree: ast.Module) -> bool:
    functions = (node.func for node in walk(tree) if isinstance(node, ast.Call))
    called = (getattr(one, "attr", getattr(one, "id", "")) for one in functions)
    return not {"prompt", "confirm", "input", "pause"}.isdisjoint(called)


def _short(texts: Iterable[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if 0 < len(text) <= _LONGEST_KEY]


def _compared(tree: ast.Module, names: SourceNames) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, ast.Compare):
            for operand in (node.left, *node.comparators):
                parts = getattr(operand, "elts", [operand])
                yield from (text for text in map(names.text, parts) if text is not None)
        elif isinstance(node, ast.MatchValue) and (text := names.text(node.value)) is not None:
            yield text


def _asked_for(tree: ast.Module, names: SourceNames) -> Iterator[str]:
    for node in walk(tree):
        texts: list[ast.expr] = []
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            texts = [node.left]
        elif isinstance(node, ast.arguments):
            texts = [one for one in (*node.defaults, *node.kw_defaults) if one is not None]
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.List):
            texts = node.slice.elts
        yield from (text for text in map(names.text, texts) if text is not None)
