"""Describes how tests make and use instances of classes that are not the project's."""

from __future__ import annotations

import sys
from operator import attrgetter
from typing import Any, Callable, Collection, Iterable, Optional, Sequence

from skua_runtime.cluster import foreign
from skua_runtime.cluster.cluster import NO_INDEX, described_callable, described_parameter
from skua_runtime.frameworks.framework import Argument, Maker
from skua_runtime.cluster.operators import EXITS, OPERATORS
from skua_runtime.cluster.types_of import ANY, TypeTable


def describe_maker(
    maker: Maker,
    cls: type,
    of_class: dict[str, Any],
    class_index: int,
    types: TypeTable,
    attributes: Sequence[str],
    type_of: Callable[[Argument], int],
) -> tuple[dict[str, Any], Any]:
    """The description of a maker of instances, and the object that is called. `type_of` gives the
    type of an argument. `attributes` are names that the source reads, the likeliest first."""
    arguments = list(maker.arguments)
    if maker.takes_attributes:
        arguments += [
            Argument(name, Any, True, "keyword_only")
            for name in list(dict.fromkeys(attributes))[: foreign.MOST_ATTRIBUTES]
        ]
    is_function = maker.function is not None
    name = maker.function or of_class["qualified_name"]
    module = maker.module or of_class["module"]
    described = described_callable(
        "function" if is_function else "constructor",
        name,
        module,
        types.of(cls, {}),
        [describe_argument(argument, type_of(argument)) for argument in arguments],
        in_subject=maker.acts,
        class_index=NO_INDEX if is_function else class_index,
    )
    return described, attrgetter(name)(sys.modules[module]) if is_function else cls


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
    return described_parameter(argument.name, argument.kind, type_index, argument.has_default)


def describe_operator(
    name: str, of_class: dict[str, Any], class_index: int, exceptions: Callable[[], int]
) -> dict[str, Any]:
    """A special method on the result of a call of the subject, which runs the subject's code."""
    parameters: list[dict[str, Any]] = []
    if name == "__call__":
        parameters.append(described_parameter("args", "var_positional", ANY))
        parameters.append(described_parameter("kwargs", "var_keyword", ANY))
    elif name in EXITS:
        parameters.append(described_parameter("exception", "positional_only", exceptions()))
    described = described_callable(
        "operator",
        f"{of_class['qualified_name']}.{name}",
        of_class["module"],
        ANY,
        parameters,
        in_subject=True,
        class_index=class_index,
        is_protected=False,
    )
    if OPERATORS[name].use != "value":
        described["use"] = OPERATORS[name].use
    return described
