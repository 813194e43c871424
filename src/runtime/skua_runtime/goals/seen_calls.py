"""Adds to calls what running code showed of them, where sources do not tell which function is entered:
callbacks, values of registries, methods of names that other types have, too, operators of objects
whose classes are not known.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Iterator, Sequence

from skua_runtime.goals.call_targets import is_property
from skua_runtime.goals.goals import Goals
from skua_runtime.goals.implicit_calls import deferred_as, methods_at, runs, where

_CONSTRUCTORS = ("__init__", "__new__")


@dataclass
class Call:
    node: ast.AST  # a call, or another place that enters functions
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
    unknown = {
        id(call)
        for call in calls
        if isinstance(call.node, ast.Call) and not call.own and not call.callees
    }
    for one in seen:
        entered = _Entered(one.callable, callee_goals)
        here = list(_calls_at(one, calls, goals))
        found = [call for call in here if entered.is_called_at(call.node)]
        if not found:
            found = _only([call for call in here if entered.may_be_entered_at(call.node)])
        if not found and entered.may_have_another_name:
            found = _only([call for call in here if id(call) in unknown])
        for call in found:
            call.callees += [index for index in entered.indices if index not in call.callees]


def _only(found: list[Call]) -> list[Call]:
    """The call where it is the only one, else none: any of several may be it."""
    return found if len(found) == 1 else []


def _calls_at(seen: SeenCall, calls: Sequence[Call], goals: Goals) -> Iterator[Call]:
    for call in calls:
        around = call.code_object
        while around >= 0:
            code_object = goals.code_objects[around]
            if code_object.qualified_name == seen.function:
                line = code_object.first_line + seen.line
                place = where(call.node)
                if place.lineno <= line <= (place.end_lineno or line):
                    yield call
            around = code_object.parent


class _Entered:
    """The callee's functions of a qualified name, and which places may enter them."""

    def __init__(self, callable: str, goals: Goals) -> None:
        self.indices = [
            index
            for index, code_object in enumerate(goals.code_objects)
            if code_object.qualified_name == callable
        ]
        nodes = [node for node, index in goals.code_object.items() if index in self.indices]
        *outer, self._method = callable.split(".")
        # A class is called by its own name.
        is_constructor = bool(outer) and self._method in _CONSTRUCTORS
        self._called_name = outer[-1] if is_constructor else self._method
        self._deferred_as = next(filter(None, map(deferred_as, nodes)), "")
        self._is_property = any(map(is_property, nodes))

    def is_called_at(self, node: ast.AST) -> bool:
        """Whether it is a call by their name, which runs them."""
        is_named = isinstance(node, ast.Call) and _name_of(node) == self._called_name
        return is_named and not self._deferred_as

    def may_be_entered_at(self, node: ast.AST) -> bool:
        """Whether it is a place without such a call: an operator with their method, a loop."""
        if self._deferred_as:
            return runs(node) == self._deferred_as
        if isinstance(node, ast.Attribute):
            return self._is_property and node.attr == self._method
        return self._method in methods_at(node)

    @property
    def may_have_another_name(self) -> bool:
        """Whether a call enters them, and no operator or attribute, whatever the call's name is."""
        is_special = self._method.startswith("__")
        if is_special and self._method not in (*_CONSTRUCTORS, "__call__"):
            return False
        return not self._is_property and not self._deferred_as


def _name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))
