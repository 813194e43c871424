"""Words of command lines, from how the source describes its arguments to argparse.

An option stands with its value in one word, "--count=3", so that words fit in any order.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Literal, Optional

from skua_runtime.source.nodes import children_of
from skua_runtime.source.source_names import SourceNames, calls

_NUMBERS = ("1", "0", "-1", "7", "100")
_TEXTS = ("text", "1", "")
_WITHOUT_VALUE = ("store_true", "store_false", "count", "store_const", "append_const", "help")
_MOST_WORDS = 40


def argument_words(tree: ast.Module, names: SourceNames) -> list[str]:
    """The likely words, those of subcommands first. Empty where argparse is not used."""
    if not names.imports("argparse"):
        return []
    words: list[str] = []
    described: list[str] = []
    for call in calls(tree):
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method == "add_parser" and call.args:
            words += filter(None, [names.text(call.args[0])])
        elif method == "add_argument":
            described += _words_of(call, names)
    return list(dict.fromkeys([*words, *described]))[:_MOST_WORDS]


def word_type(words: list[str]) -> Any:
    """The type of one word of a command line: with one that is unknown, none of it is parsed."""
    return Literal[(*words, "--unknown")]


def parameters_with_words(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions, by qualified name, with the parameter that they hand to `parse_args`."""
    for qualified_name, function in _functions(tree, ""):
        arguments = function.args
        taken = {one.arg for one in (*arguments.posonlyargs, *arguments.args)}
        for call in calls(function):
            method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            first = call.args[0] if call.args else None
            if method in ("parse_args", "parse_known_args") and isinstance(first, ast.Name):
                if first.id in taken:
                    yield qualified_name, first.id


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Any]]:
    for child in children_of(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _words_of(call: ast.Call, names: SourceNames) -> list[str]:
    spelled = [text for text in map(names.text, call.args) if text]
    keywords = {one.arg: one.value for one in call.keywords if one.arg is not None}
    if not spelled:
        return []
    values = _values(keywords, names)
    if not spelled[0].startswith("-"):
        return values
    option = max(spelled, key=len)
    action = _text(keywords.get("action"), names)
    if action in _WITHOUT_VALUE:
        return [option]
    joint = "=" if option.startswith("--") else ""
    return [f"{option}{joint}{value}" for value in values]


def _values(keywords: dict[str, ast.expr], names: SourceNames) -> list[str]:
    choices = keywords.get("choices")
    if isinstance(choices, (ast.List, ast.Tuple, ast.Set)):
        constants = [one.value for one in choices.elts if isinstance(one, ast.Constant)]
        return [str(value) for value in constants]
    kind = keywords.get("type")
    numeric = isinstance(kind, ast.Name) and kind.id in ("int", "float")
    return list(_NUMBERS if numeric else _TEXTS)


def _text(node: Optional[ast.expr], names: SourceNames) -> Optional[str]:
    return None if node is None else names.text(node)
