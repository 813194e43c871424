"""click and typer: `CliRunner().invoke(command, [...])` runs commands with arguments for their parameters;
observers see exit code and output.

An option and its value are one word, "--count=3", so that options fit in any order after required
arguments. An option with a file and the file are two words.
"""

from __future__ import annotations

import enum
import importlib
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Iterator, Literal, Union, get_args, get_origin

from skua_runtime.frameworks.framework import Argument, Call, Framework, Maker, Named, PathText, Subject
from skua_runtime.frameworks.framework import keyword, line
from skua_runtime.frameworks.hints import Hints
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class, type_name
from skua_runtime.world.shown import Shown

_PATHS = ("path", "file", "directory", "filename")
_NUMBERS = ("1", "0", "-1", "7", "100")
_ANSWERS = ("y\n", "n\n", "text\n", "text\ntext\n", "1\n")
_MOST_WORDS = 40
_OF_SHELLS = ("--install-completion", "--show-completion")


def _calls_of_click(subject: Subject) -> Iterator[Call]:
    click = sys.modules["click"]
    commands = [
        (name, thing)
        for name, thing in subject.names.items()
        if not is_class(thing) and issubclass(type(thing), click.Command)
    ]
    inner = [one for _, command in commands for one in getattr(command, "commands", {}).values()]
    for name, command in commands:
        if not any(command is one for one in inner):  # else a group runs it
            importlib.import_module("click.testing")
            yield from _invocations("click", Named(name, command), command, subject.hints)


def _calls_of_typer(subject: Subject) -> Iterator[Call]:
    for name, app in _typer_applications(subject):
        command = importlib.import_module("typer.main").get_command(app)
        importlib.import_module("typer.testing")
        yield from _invocations("typer", Named(name, app), command, subject.hints)


def _typer_applications(subject: Subject) -> list[tuple[str, Any]]:
    kind = sys.modules["typer"].Typer
    return [(name, thing) for name, thing in subject.names.items() if type(thing) is kind]


def _prepare_typer(subject: Subject) -> None:
    """Run a command of our own, so that typer does its lazy imports."""
    if not _typer_applications(subject):
        return
    app = sys.modules["typer"].Typer()

    def command(number: int, is_set: bool = False) -> None:
        pass

    command.__annotations__ = {"number": int, "is_set": bool}
    app.command()(command)
    for words in (["1"], ["--help"], ["word"]):
        with suppress(*SUBJECT_EXCEPTIONS):
            importlib.import_module("typer.testing").CliRunner().invoke(app, words)


def _invocations(package: str, cli: Named, command: Any, hints: Hints) -> Iterator[Call]:
    """Yield calls of `CliRunner().invoke` for the command, or for each command of a group."""
    result = type_name(sys.modules[f"{package}.testing"].Result)
    for groups, params, function in _commands(command, []):
        if function is None:
            continue
        arguments = [
            Argument("cli", cli),
            Argument("args", Union[tuple(_lines(groups, params, hints))]),
            Argument("catch_exceptions", Literal[False], kind="keyword_only"),
        ]
        if any(getattr(param, "prompt", None) for param in params) or hints.asks:
            arguments.insert(2, keyword("input", Literal[_ANSWERS]))
        yield Call(f"{package}.testing:CliRunner", "invoke", tuple(arguments), result, function)


_Groups = list[tuple[list[Any], str]]


def _commands(command: Any, groups: _Groups) -> Iterator[tuple[_Groups, list[Any], Any]]:
    """Yield each command's groups, its parameters, and its function.

    A group has its parameters and the word after them.
    """
    inner = getattr(command, "commands", None)
    params = [one for one in command.params if max(one.opts, key=len) not in _OF_SHELLS]
    if not inner:
        yield groups, params, command.callback
        return
    for name, one in inner.items():
        yield from _commands(one, [*groups, (params, name)])


def _lines(groups: _Groups, params: list[Any], hints: Hints) -> Iterator[Any]:
    """Yield types of the words for a command, required ones first."""
    first: list[Any] = [Literal[word] for _, word in groups]
    options: list[str] = []
    files: list[list[Any]] = []
    for param in params:
        kind = _kind_of(param)
        is_argument = param.param_type_name == "argument"
        value = _value_type(kind, hints)
        words = _words(param, kind, hints)
        if is_argument and param.required:
            first += [value] * max(1, param.nargs)
        elif kind.name in _PATHS:
            files.append([value] if is_argument else [Literal[words[0]], value])
        elif is_argument:
            options += _values(kind, hints)
        elif param.required:
            first.append(Literal[tuple(words)])
        else:
            options += words
    others: Any = Literal[tuple(dict.fromkeys(options or ["--help"]))[:_MOST_WORDS]]
    for more in [[], *files]:
        yield line([*first, *more], others)
    for place, (outer, _) in enumerate(groups):
        words = [word for param in outer for word in _words(param, _kind_of(param), hints)]
        if words:
            yield line([*first[:place], Literal[tuple(words)], *first[place:]], others)


@dataclass(frozen=True)
class _Kind:
    """Values of a parameter: the name of click's type, and its limits."""

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


def _words(param: Any, kind: _Kind, hints: Hints) -> list[str]:
    """Return an option with each likely value; alone if it takes none or a file."""
    option = max(param.opts, key=len)
    if getattr(param, "is_flag", False) or getattr(param, "count", False):
        return [option, *param.secondary_opts]
    if kind.name in _PATHS:
        return [option]
    joint = "=" if option.startswith("--") else ""
    return [f"{option}{joint}{value}" for value in _values(kind, hints)]


def _value_type(kind: _Kind, hints: Hints) -> Any:
    return PathText if kind.name in _PATHS else Literal[tuple(_values(kind, hints))]


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


_RESULT = Shown(
    {"exit_code": lambda result: result.exit_code, "output": lambda result: result.output},
    says_all=True,
)
FRAMEWORKS = (
    Framework(
        package="click",
        makers=lambda subject: {"click.testing:CliRunner": Maker(())},
        calls=_calls_of_click,
        shown={"click.testing:Result": _RESULT},
    ),
    Framework(
        package="typer",
        prepare=_prepare_typer,
        makers=lambda subject: {"typer.testing:CliRunner": Maker(())},
        calls=_calls_of_typer,
        # Older versions return click's own result.
        shown={"click.testing:Result": _RESULT, "typer.testing:Result": _RESULT},
    ),
)
