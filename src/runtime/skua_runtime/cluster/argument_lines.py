"""Derives likely command lines from the source's calls of argparse.

An option and its value are one word, "--count=3", so that options fit in any order after required
arguments. An option with a file and the file are two words.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.framework import PathText, line
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.source.syntax import functions_in

_NUMBERS = ("1", "0", "-1", "7", "100")
_TEXTS = ("text", "1", "")
_WITHOUT_VALUE = ("store_true", "store_false", "count", "store_const", "append_const")
_PATH_TYPES = ("Path", "PurePath", "FileType")
_PATH_NAMES = ("path", "file", "filename", "output", "folder", "directory", "dir", "config")
_OPENING = ("open", "Path")
_MOST_WORDS = 40
_UNKNOWN = "--unknown"  # an option with which argparse rejects the command line


@dataclass
class _Parser:
    """The arguments of one parser."""

    first: list[Any] = field(default_factory=list)  # types of the required arguments, in order
    options: list[str] = field(default_factory=list)
    files: list[tuple[Any, Any]] = field(default_factory=list)  # (option, name of a file)

    def lines(self, before: list[Any], others: list[str]) -> Iterator[Any]:
        """The types of command lines; `before` are types of words before these arguments, `others`
        more options."""
        words: Any = Literal[tuple([*others, *self.options, _UNKNOWN][:_MOST_WORDS])]
        for more in [(), *self.files]:
            first = (*before, *self.first, *more)
            yield line(first or [words], words)


def argument_lines(tree: ast.Module, names: SourceNames) -> list[Any]:
    """The types of likely command lines; empty if the source does not use argparse."""
    if not names.imports("argparse"):
        return []
    parsers, commands = _parsers(tree, names)
    root = parsers[""]
    if not commands:
        return list(root.lines([], []))
    found: list[Any] = []
    for parser, command in commands.items():
        inner = parsers.get(parser, _Parser())
        found += inner.lines([*root.first, Literal[command]], [])
        if root.options:
            options: Any = Literal[tuple(root.options[:_MOST_WORDS])]
            found += inner.lines([*root.first, options, Literal[command]], [])
            found += inner.lines([*root.first, options, options, Literal[command]], [])
    return found


@dataclass
class _Variables:
    """The variables that a source assigns results of argparse to."""

    commands: dict[str, str] = field(default_factory=dict)  # a subcommand's parser: its name
    holders: dict[str, str] = field(default_factory=dict)  # a group of arguments: its parser
    assigned: set[int] = field(default_factory=set)  # ids of values that are assigned


def _variables(tree: ast.Module, names: SourceNames) -> _Variables:
    found = _Variables()
    for node in walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        found.assigned.add(id(node.value))
        variable = getattr(node.targets[0], "id", "")
        owner, method = _called_method(node.value)
        if variable and method == "add_parser" and (text := _first_text(node.value, names)):
            found.commands[variable] = text
        elif variable and owner and "_group" in method:
            found.holders[variable] = owner
    return found


def _parsers(tree: ast.Module, names: SourceNames) -> tuple[dict[str, _Parser], dict[str, str]]:
    """Return two dicts by variable of a subcommand's parser: the arguments, and the subcommand's
    name. "" has the arguments of all other parsers."""
    variables = _variables(tree, names)
    commands = variables.commands
    opened = _names_of_files(tree)
    stream = any(isinstance(node, ast.Constant) and node.value == "-" for node in walk(tree))
    file: Any = Union[PathText, Literal["-"]] if stream else PathText
    parsers: dict[str, _Parser] = {"": _Parser()}
    for call in calls(tree):
        owner, method = _called_method(call)
        if method == "add_parser" and id(call) not in variables.assigned:
            if text := _first_text(call, names):
                commands[f"({text})"] = text
        elif method == "add_argument":
            holder = variables.holders.get(owner, owner)
            parser = parsers.setdefault(holder if holder in commands else "", _Parser())
            _add(parser, call, names, opened, file)
    return parsers, commands


def _called_method(call: ast.AST) -> tuple[str, str]:
    """Return the variable and method of a call such as `parser.add_argument(…)`; "" for none."""
    function = getattr(call, "func", None)
    return getattr(getattr(function, "value", None), "id", ""), getattr(function, "attr", "")


def _first_text(call: Any, names: SourceNames) -> Optional[str]:
    return names.text(call.args[0]) if call.args else None


def _names_of_files(tree: ast.Module) -> set[str]:
    """Attributes that are opened, such as `plan` in `open(args.plan)` or `Path(args.plan)`."""
    return {
        call.args[0].attr
        for call in calls(tree)
        if call.args
        and isinstance(call.args[0], ast.Attribute)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in _OPENING
    }


def _add(
    parser: _Parser, call: ast.Call, names: SourceNames, opened: set[str], file: Any
) -> None:
    """Add an argument to the parser; `file` is the type for files."""
    spelled = list(filter(None, map(names.text, call.args)))
    keywords = {one.arg or "": one.value for one in call.keywords}
    if not spelled:
        return
    name = max(spelled, key=len)
    is_option = name.startswith("-")
    destination = _text(keywords.get("dest"), names) or name.lstrip("-").replace("-", "_")
    is_file = _is_file(destination, keywords, opened)
    values = _values(destination, keywords, names)
    kind = file if is_file else Literal[tuple(values)]
    count = getattr(keywords.get("nargs"), "value", 1)
    if is_option and _text(keywords.get("action"), names) in _WITHOUT_VALUE:
        parser.options.append(name)
    elif is_option and is_file:
        parser.files.append((Literal[name], kind))
    elif is_option:
        words = _option_words(name, values)
        if getattr(keywords.get("required"), "value", None) is True:
            parser.first.append(Literal[tuple(words)])
        parser.options += words
    elif count not in ("?", "*"):
        parser.first += [kind] * (count if isinstance(count, int) else 1)
    elif not is_file:
        parser.options += values


def _option_words(name: str, values: list[str]) -> list[str]:
    prefix = f"{name}=" if name.startswith("--") else name
    return [prefix + value for value in values]


def _is_file(name: str, keywords: dict[str, ast.expr], opened: set[str]) -> bool:
    kind = keywords.get("type")
    kind = kind.func if isinstance(kind, ast.Call) else kind
    if name in opened or getattr(kind, "attr", getattr(kind, "id", "")) in _PATH_TYPES:
        return True
    return "type" not in keywords and name.lower().rpartition("_")[2] in _PATH_NAMES


def _values(name: str, keywords: dict[str, ast.expr], names: SourceNames) -> list[str]:
    choices = keywords.get("choices")
    if isinstance(choices, (ast.List, ast.Tuple, ast.Set)):
        constants = [one.value for one in choices.elts if isinstance(one, ast.Constant)]
        if constants:
            return [str(value) for value in constants]
    kind = keywords.get("type")
    numeric = isinstance(kind, ast.Name) and kind.id in ("int", "float")
    return list(_NUMBERS if numeric else (name, *_TEXTS))


def parameters_with_words(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions, by qualified name, with the parameter that they hand to `parse_args`."""
    for qualified_name, function in functions_in(tree):
        arguments = function.args
        taken = {one.arg for one in (*arguments.posonlyargs, *arguments.args)}
        for call in calls(function):
            method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            first = call.args[0] if call.args else None
            if method in ("parse_args", "parse_known_args") and isinstance(first, ast.Name):
                if first.id in taken:
                    yield qualified_name, first.id


def _text(node: Optional[ast.expr], names: SourceNames) -> Optional[str]:
    return None if node is None else names.text(node)
