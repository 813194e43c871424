"""Arguments of command lines, from what click's parameters say of themselves.

An option stands with its value in one word, "--count=3", so that words fit in any order.
"""

from __future__ import annotations

import enum
import itertools
import os
from dataclasses import dataclass
from typing import Any, Iterator, Literal, Union, get_args, get_origin

from skua_runtime.frameworks.framework import Argument, Call, Named, PathText
from skua_runtime.frameworks.hints import Hints
from skua_runtime.world.names import is_class

_PATHS = ("path", "file", "directory", "filename")
_NUMBERS = ("1", "0", "-1", "7", "100")
_ANSWERS = ("y\n", "n\n", "text\n", "text\ntext\n", "1\n")
_MOST_WORDS = 40


def calls_of(
    runner: str, result: str, cli: Named, command: Any, hints: Hints
) -> Iterator[Call]:
    """Calls of `runner.invoke` for the command, or for each command of a group."""
    for words, params, function in _commands(command, []):
        if function is None:
            continue
        texts = [*words, *itertools.chain(*(_words(param, hints) for param in params))]
        arguments = [
            Argument("cli", cli),
            Argument("args", list[_word_type(texts, params)]),  # type: ignore[misc]
            Argument("catch_exceptions", Literal[False], kind="keyword_only"),
        ]
        if any(getattr(param, "prompt", None) for param in params) or hints.asks:
            arguments.insert(2, Argument("input", Literal[_ANSWERS], True, "keyword_only"))
        yield Call(runner, "invoke", tuple(arguments), result, function)


def _commands(command: Any, words: list[str]) -> Iterator[tuple[list[str], list[Any], Any]]:
    """The words that lead to each command, its parameters with those around it, its function."""
    inner = getattr(command, "commands", None)
    params = list(command.params)
    if not inner:
        yield words, params, command.callback
        return
    for name, one in inner.items():
        for beneath, inner_params, function in _commands(one, [*words, name]):
            yield beneath, [*params, *inner_params], function


@dataclass(frozen=True)
class _Kind:
    """What a parameter takes: the name of click's type, and what limits it."""

    name: str
    choices: tuple[str, ...] = ()
    least: Any = None
    most: Any = None


def _kind_of(param: Any) -> _Kind:
    kind = getattr(param, "type", None)
    if kind is not None:
        choices = getattr(kind, "choices", None) or ()
        texts = tuple(getattr(one, "name", None) or str(one) for one in choices)
        limits = getattr(kind, "min", None), getattr(kind, "max", None)
        return _Kind(getattr(kind, "name", ""), texts, *limits)
    described = param.type_descriptor  # typer's own parameters have no type of click
    annotation, info = described.annotation, described.parameter_info
    if is_class(annotation) and issubclass(annotation, enum.Enum):
        return _Kind("choice", tuple(str(member.value) for member in annotation))
    if is_class(annotation) and issubclass(annotation, os.PathLike):
        return _Kind("path")
    if get_origin(annotation) is Literal:
        return _Kind("choice", tuple(map(str, get_args(annotation))))
    names = {int: "integer", float: "float", bool: "boolean"}
    return _Kind(names.get(annotation, "text"), (), info.min, info.max)


def _words(param: Any, hints: Hints) -> list[str]:
    kind = _kind_of(param)
    if param.param_type_name == "argument":
        return [] if kind.name in _PATHS else _values(kind, hints)
    option = max(param.opts, key=len)
    if getattr(param, "is_flag", False) or getattr(param, "count", False):
        return [option, *param.secondary_opts]
    if kind.name in _PATHS:
        return [option]
    joint = "=" if option.startswith("--") else ""
    return [f"{option}{joint}{value}" for value in _values(kind, hints)]


def _values(kind: _Kind, hints: Hints) -> list[str]:
    if kind.choices:
        return list(kind.choices)
    if kind.name.startswith(("integer", "float")):
        step = 1 if kind.name.startswith("integer") else 0.5
        edges = [kind.least, kind.most]
        edges += [kind.least - step] if kind.least is not None else []
        edges += [kind.most + step] if kind.most is not None else []
        return [*(str(edge) for edge in edges if edge is not None), *_NUMBERS]
    if kind.name == "boolean":
        return ["true", "false"]
    return [*hints.compared[:8], "text", "1", ""]


def _word_type(texts: list[str], params: list[Any]) -> Any:
    words = tuple(dict.fromkeys(texts))[:_MOST_WORDS]
    kinds: list[Any] = [Literal[words]] if words else []
    kinds += [PathText] if any(_kind_of(param).name in _PATHS for param in params) else []
    return Union[tuple(kinds)] if kinds else str
