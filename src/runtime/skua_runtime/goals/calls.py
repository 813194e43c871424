"""Finds the calls, and other places, where a module may enter its own functions or its callee's."""

from __future__ import annotations

import ast
from typing import Container, Optional, Sequence

from skua_runtime.goals.call_targets import Definitions, Scope
from skua_runtime.goals.goals import Goals
from skua_runtime.goals.implicit_calls import PLACES, targets_at
from skua_runtime.goals.seen_calls import Call, SeenCall, add_seen
from skua_runtime.source.nodes import children_of
from skua_runtime.source.syntax import COMPREHENSIONS, FUNCTIONS


def find_calls(
    tree: ast.Module,
    goals: Goals,
    module: Definitions,
    callee_goals: Optional[Goals] = None,
    seen: Sequence[SeenCall] = (),
    callee_part: Optional[Container[int]] = None,
) -> list[Call]:
    """The places in the module's functions that may enter functions of the module or of its callee,
    in source order.

    Calls `seen` in execution are added to those that the source shows. If the callee is a part of
    this module, `callee_part` has its code objects, and `callee_goals` are the module's.
    """
    finder = _CallFinder(goals, module, callee_goals, callee_part)
    finder.visit_body(tree, 0, module.scope)
    if callee_goals is not None:
        add_seen(seen, finder.calls, goals, callee_goals)
    return [call for call in finder.calls if call.own or call.callees]


class _CallFinder:
    def __init__(
        self,
        goals: Goals,
        module: Definitions,
        callee_goals: Optional[Goals],
        callee_part: Optional[Container[int]],
    ) -> None:
        self.calls: list[Call] = []
        # Nodes that are not places of their own: method names of calls, and items of `async with`.
        self._no_places: set[ast.AST] = set()
        self._goals = goals
        self._module = module
        self._callee_goals = callee_goals
        self._callee_part = callee_part

    def visit_body(
        self, node: ast.AST, code_object: int, scope: Scope, class_name: Optional[str] = None
    ) -> None:
        """Visit the children of a node."""
        for child in children_of(node):
            self._visit(child, code_object, scope, class_name)

    def _visit(
        self, node: ast.AST, code_object: int, scope: Scope, class_name: Optional[str]
    ) -> None:
        entered = self._goals.code_object.get(node)
        if isinstance(node, FUNCTIONS):
            if entered is not None:
                inner = Scope(self._module, scope, node, class_name)
                for statement in node.body:
                    self._visit(statement, entered, inner, None)
        elif isinstance(node, ast.ClassDef):
            for statement in node.body:
                self._visit(statement, code_object, scope, node.name)
        elif isinstance(node, COMPREHENSIONS) and entered is not None:
            first = node.generators[0].iter  # the first iterable is evaluated in the outer scope
            self._visit(first, code_object, scope, None)
            # inside a function, running the comprehension enters its code object
            if code_object > 0:
                self.calls.append(Call(node, code_object, [entered], []))
            for child in children_of(node):
                self._visit_but(child, first, entered, scope)
        else:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                self._no_places.add(node.func)
            elif isinstance(node, ast.AsyncWith):
                self._no_places.update(node.items)
            self.visit_body(node, code_object if entered is None else entered, scope)
            self._note(node, code_object, scope)

    def _visit_but(self, node: ast.AST, but: ast.expr, code_object: int, scope: Scope) -> None:
        if isinstance(node, ast.comprehension):
            for child in children_of(node):
                if child is not but:
                    self._visit(child, code_object, scope, None)
            self._note(node, code_object, scope)
        else:
            self._visit(node, code_object, scope, None)

    def _note(self, node: ast.AST, code_object: int, scope: Scope) -> None:
        is_place = isinstance(node, (ast.Call, *PLACES)) and node not in self._no_places
        is_async = isinstance(node, ast.comprehension) and node.is_async
        if not is_place or code_object == 0 or is_async:
            return
        call = Call(node, code_object, [], [])
        for module, function in targets_at(node, scope):
            is_own = module is self._module
            goals = self._goals if is_own else self._callee_goals
            index = None if goals is None else goals.code_object.get(function)
            if self._callee_part is not None:
                is_guess = not is_own
                is_own = index not in self._callee_part
                if is_own and is_guess:
                    continue
            entered = call.own if is_own else call.callees
            if index is not None and index not in entered:
                entered.append(index)
        self.calls.append(call)
