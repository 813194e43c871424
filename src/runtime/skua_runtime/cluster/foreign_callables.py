"""Describes how tests make and use instances of classes outside of the project."""

from __future__ import annotations

import sys
from operator import attrgetter
from typing import Any, Callable, Collection, Iterable, Optional, Sequence

import skua_runtime.records as records
from skua_runtime.cluster import foreign
from skua_runtime.cluster.cluster import NO_INDEX, described_callable, described_parameter
from skua_runtime.frameworks.framework import Argument, Maker
from skua_runtime.cluster.operators import EXITS, OPERATORS
from skua_runtime.cluster.types_of import ANY, TypeTable


def describe_maker(
    maker: Maker,
    cls: type,
    of_class: records.Class,
    class_index: int,
    types: TypeTable,
    attributes: Sequence[str],
    type_of: Callable[[Argument], int],
) -> tuple[records.Callable, Any]:
    """The record of a maker, and the object to call.

    `type_of` returns the type of an argument. `attributes` are names that the source reads, the
    likeliest first.
    """
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
    constructor: records.Callable,
    exceptions: Iterable[type],
    types: TypeTable,
    answers: Optional[Collection[str]] = None,
) -> None:
    """Add exceptions that the subject catches to the types of a double's answers: of all
    parameters, or of those in `answers`."""
    caught = [types.of(cls, {}) for cls in exceptions]
    for parameter in constructor["parameters"]:
        if answers is None:
            parameter["type"] = types.union([types.of(int, {}), parameter["type"], *caught])
        elif parameter["name"] in answers:
            parameter["type"] = types.union([parameter["type"], *caught])


def describe_argument(argument: Argument, type_index: int) -> records.Parameter:
    """The record of an argument of a maker."""
    return described_parameter(argument.name, argument.kind, type_index, argument.has_default)


def describe_operator(
    name: str, of_class: records.Class, class_index: int, exceptions: Callable[[], int]
) -> records.Callable:
    """The record of a special method on a result of the subject, which runs the subject's code."""
    parameters: list[records.Parameter] = []
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
