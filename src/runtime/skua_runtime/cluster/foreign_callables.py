"""Describes how tests make and use instances of classes that are not the project's."""

from __future__ import annotations

import sys
from operator import attrgetter
from typing import Any, Callable, Collection, Iterable, Optional

from skua_runtime.cluster import foreign
from skua_runtime.frameworks.framework import Argument, Maker
from skua_runtime.cluster.operators import EXITS, OPERATORS
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.cluster.types_of import ANY, TypeTable


def describe_maker(
    maker: Maker,
    cls: type,
    of_class: dict[str, Any],
    class_index: int,
    types: TypeTable,
    facts: SourceFacts,
    type_of: Callable[[Argument], int],
) -> tuple[dict[str, Any], Any]:
    """The description of a maker of instances, and the object that is called. `type_of` gives the
    type of an argument."""
    arguments = list(maker.arguments)
    if maker.takes_attributes:
        names = list(dict.fromkeys(name for _, name in facts.reads))
        arguments += [
            Argument(name, Any, True, "keyword_only")
            for name in names[: foreign.MOST_ATTRIBUTES]
        ]
    is_function = maker.function is not None
    name = maker.function or of_class["qualified_name"]
    module = maker.module or of_class["module"]
    described = {
        "kind": "function" if is_function else "constructor",
        "name": name.rpartition(".")[2],
        "qualified_name": name,
        "module": module,
        "result": types.of(cls, {}),
        "in_subject": maker.acts,
        "parameters": [
            describe_argument(argument, type_of(argument)) for argument in arguments
        ],
    }
    if not is_function:
        described["class"] = class_index
        return described, cls
    return described, attrgetter(name)(sys.modules[module])


def let_raise(
    constructor: dict[str, Any],
    exceptions: Iterable[type],
    types: TypeTable,
    answers: Optional[Collection[str]] = None,
) -> None:
    """Let the answers of a test double be exceptions that the subject catches, too: all parameters,
    or those named."""
    caught = [types.of(cls, {}) for cls in exceptions]
    for parameter in constructor["parameters"]:
        if answers is None:
            parameter["type"] = types.union([types.of(int, {}), parameter["type"], *caught])
        elif parameter["name"] in answers:
            parameter["type"] = types.union([parameter["type"], *caught])


def describe_argument(argument: Argument, type_index: int) -> dict[str, Any]:
    return {
        "name": argument.name,
        "kind": argument.kind,
        "has_default": argument.has_default,
        "type": type_index,
    }


def describe_operator(
    name: str, of_class: dict[str, Any], class_index: int, exceptions: Callable[[], int]
) -> dict[str, Any]:
    """A special method on the result of a call of the subject, which runs the subject's code."""
    parameters: list[tuple[str, str, int]] = []
    if name == "__call__":
        parameters = [("args", "var_positional", ANY), ("kwargs", "var_keyword", ANY)]
    elif name in EXITS:
        parameters = [("exception", "positional_only", exceptions())]
    described = {
        "kind": "operator",
        "name": name,
        "qualified_name": f"{of_class['qualified_name']}.{name}",
        "module": of_class["module"],
        "class": class_index,
        "result": ANY,
        "in_subject": True,
        "is_protected": False,
        "parameters": [
            {"name": parameter, "kind": kind, "has_default": False, "type": type_index}
            for parameter, kind, type_index in parameters
        ],
    }
    if OPERATORS[name].use != "value":
        described["use"] = OPERATORS[name].use
    return described
