"""Adds to calls what running code showed of them, where sources do not tell which function is entered:
callbacks, values of registries, methods of names that other types have, too.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Iterator, Sequence

from skua_runtime.goals.goals import Goals

_CONSTRUCTORS = ("__init__", "__new__")


@dataclass
class Call:
    node: ast.Call
    code_object: int  # where it stands
    own: list[int]  # code objects of the module itself that it may enter
    callees: list[int]  # of the callee


@dataclass(frozen=True)
class SeenCall:
    """A function of the caller entered one of the callee. Both have qualified names; the line is
    counted from the function's first, 0."""

    function: str
    line: int
    callable: str


def add_seen(
    seen: Sequence[SeenCall], calls: Sequence[Call], goals: Goals, callee_goals: Goals
) -> None:
    """Adds the callee's functions to the calls that entered them. Of several calls on a line it is
    that by this name, or else the only one of which the sources tell nothing."""
    unknown = {id(call) for call in calls if not call.own and not call.callees}
    for one in seen:
        name = _called_name(one.callable)
        found = [call for call in _calls_at(one, calls, goals) if _name_of(call.node) == name]
        if not found and _may_have_another_name(one.callable, callee_goals):
            found = [call for call in _calls_at(one, calls, goals) if id(call) in unknown]
            found = found if len(found) == 1 else []
        for call in found:
            call.callees += [
                index
                for index in _entered(one.callable, callee_goals)
                if index not in call.callees
            ]


def _calls_at(seen: SeenCall, calls: Sequence[Call], goals: Goals) -> Iterator[Call]:
    for call in calls:
        around = call.code_object
        while around >= 0:
            code_object = goals.code_objects[around]
            if code_object.qualified_name == seen.function:
                line = code_object.first_line + seen.line
                if call.node.lineno <= line <= (call.node.end_lineno or line):
                    yield call
            around = code_object.parent


def _entered(callable: str, goals: Goals) -> list[int]:
    return [
        index
        for index, code_object in enumerate(goals.code_objects)
        if code_object.qualified_name == callable
    ]


def _called_name(callable: str) -> str:
    *outer, name = callable.split(".")
    return outer[-1] if outer and name in _CONSTRUCTORS else name


def _may_have_another_name(callable: str, goals: Goals) -> bool:
    """Whether a call enters it, and no operator or attribute, whatever the call's name is."""
    name = callable.rpartition(".")[2]
    if name.startswith("__") and name not in (*_CONSTRUCTORS, "__call__"):
        return False
    entered = _entered(callable, goals)
    nodes = [node for node, index in goals.code_object.items() if index in entered]
    return not any(
        getattr(decorator, "id", getattr(decorator, "attr", "")) in ("property", "cached_property")
        for node in nodes
        for decorator in getattr(node, "decorator_list", [])
    )


def _name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))
