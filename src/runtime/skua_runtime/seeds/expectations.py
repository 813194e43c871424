"""Adds to each parameter the values that people pass, predicted from the prior, from calls in the
module and from hand-written tests."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import Any, Optional, Sequence, cast

from skua_runtime.cluster.classes_by_use import facts_of
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.expected.passed import literals_passed
from skua_runtime.expected.prior import QUARTERS, prior
from skua_runtime.expected.shapes import shape_of
from skua_runtime.records import ExpectedArgument, Shape
from skua_runtime.seeds.seed_parts import arguments_in
from skua_runtime.world.values import to_value

_Passed = list[tuple[Shape, Any]]
# Maps kinds of statements to kinds of values in shapes.py.
_KINDS = {
    **{kind: kind for kind in ("none", "bool", "int", "float", "str", "bytes")},
    **{kind: kind for kind in ("list", "tuple", "set", "dict", "class")},
    "complex": "object",
    "frozenset": "set",
    "enum_member": "object",
    "call": "object",
    "function": "callable",
    "lambda": "callable",
}


def add_expectations(
    cluster: Cluster, tree: ast.Module, seeds: Sequence[Sequence[dict[str, Any]]]
) -> None:
    """Add expected shapes and values to the cluster's parameters that belong to the module's own
    functions.

    `seeds` are hand-written tests as lists of statements.
    """
    seen: dict[int, _Passed] = defaultdict(list)  # passed values by id of the ParameterFacts
    for taken, shape, value in literals_passed([tree], cluster.facts):
        seen[id(taken)].append((shape, value))
    by_seeds = _passed_by(seeds)
    for index, described in enumerate(cluster.callables):
        if not described["in_subject"]:
            continue
        known = facts_of(cluster.facts, cluster.callable_objects[index])
        for place, parameter in enumerate(described["parameters"]):
            facts = known.get(parameter["name"])
            if facts is not None:
                own = seen.get(id(facts), []) + by_seeds.get((index, place), [])
                shapes, values = prior().expected(facts, own)
                expected = {
                    "shapes": [[shape, round(bits * QUARTERS)] for shape, bits in shapes],
                    "values": [[to_value(value), round(bits * QUARTERS)] for value, bits in values],
                }
                parameter["expected"] = cast(ExpectedArgument, expected)


def _passed_by(seeds: Sequence[Sequence[dict[str, Any]]]) -> dict[tuple[int, int], _Passed]:
    """The values that seeds pass, without repetitions, by (index of the callable, position of the
    parameter)."""
    found: dict[tuple[int, int], _Passed] = defaultdict(list)
    for seed in seeds:
        for key, made in arguments_in(seed):
            passed = _shape_and_value(made)
            if passed is not None and passed not in found[key]:
                found[key].append(passed)
    return found


def _shape_and_value(statement: dict[str, Any]) -> Optional[tuple[Shape, Any]]:
    kind = _KINDS.get(statement["kind"], "object")
    told = statement.get("value", {})
    value: Any = told.get("t", told.get("v"))
    if kind == "bytes" and "h" in told:
        value = bytes.fromhex(told["h"])
    elif kind == "int" and isinstance(value, str):
        value = int(value)
    elif kind == "float" and value is not None:
        value = float(value)
    shape = shape_of(kind, value, len(statement.get("operands", ())))
    return None if shape is None else (shape, value)
