"""Adds calls seen in execution to those found in the source, where the source does not show the
called function: callbacks, registries, methods with common names, operators of objects of unknown
classes."""

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
    """A place that enters functions."""

    node: ast.AST  # a call, or a node of implicit_calls.Place
    code_object: int  # the code object that contains it
    own: list[int]  # code objects of the module that it may enter
    callees: list[int]  # code objects of the callee that it may enter


@dataclass(frozen=True)
class SeenCall:
    """A call from a function of the caller to one of the callee (`callable`), by qualified names.
    `line` is counted from the function's first, which is 0."""

    function: str
    line: int
    callable: str


def add_seen(
    seen: Sequence[SeenCall], calls: Sequence[Call], goals: Goals, callee_goals: Goals
) -> None:
    """Add the callee's functions to the calls that entered them.

    Among several calls on a line, choose those with the function's name, else the only one that may
    enter it.
    """
    unknown = {
        id(call)
        for call in calls
        if isinstance(call.node, ast.Call) and not [*call.own, *call.callees]
    }
    for one in seen:
        entered = _Entered(one.callable, callee_goals)
        here = list(_calls_at(one, calls, goals))
        found = (
            [call for call in here if entered.is_called_at(call.node)]
            or _only([call for call in here if entered.may_be_entered_at(call.node)])
            or _only([call for call in here if id(call) in unknown and entered.may_have_another_name])
        )
        for call in found:
            call.callees[:] = dict.fromkeys([*call.callees, *entered.indices])



def _only(found: list[Call]) -> list[Call]:
    """The call, if there is just one; several are ambiguous."""
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
    """The callee's functions with a qualified name, and the places that may enter them."""

    def __init__(self, callable: str, goals: Goals) -> None:
        self.indices = [
            index
            for index, code_object in enumerate(goals.code_objects)
            if code_object.qualified_name == callable
        ]
        nodes = [node for node, index in goals.code_object.items() if index in self.indices]
        *outer, self._method = callable.split(".")
        # A constructor is called by the name of its class.
        is_constructor = bool(outer) and self._method in _CONSTRUCTORS
        self._called_name = outer[-1] if is_constructor else self._method
        self._deferred_as = next(filter(None, map(deferred_as, nodes)), "")
        self._is_property = any(map(is_property, nodes))

    def is_called_at(self, node: ast.AST) -> bool:
        """Whether the node is a call with the functions' name that runs them."""
        is_named = isinstance(node, ast.Call) and _name_of(node) == self._called_name
        return is_named and not self._deferred_as

    def may_be_entered_at(self, node: ast.AST) -> bool:
        """Whether the node may enter the functions without a call: an operator, a property, a loop.
        """
        if self._deferred_as:
            return runs(node) == self._deferred_as
        if isinstance(node, ast.Attribute):
            return self._is_property and node.attr == self._method
        return self._method in methods_at(node)

    @property
    def may_have_another_name(self) -> bool:
        """Whether a call with an unknown name may enter the functions. (Properties and operators
        are not called by name.)"""
        is_special = self._method.startswith("__")
        if is_special and self._method not in (*_CONSTRUCTORS, "__call__"):
            return False
        return not self._is_property and not self._deferred_as


def _name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))
