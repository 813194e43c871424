"""Finds blocks: goals for statements that may not be reached although every branch before them is
covered.

A covered branch shows that its body was entered, not that the body's first call returned. The flow
through each function is followed with one question: do the goals found so far show that this place
was reached? After a decision whose outcomes are goals they do; after a statement that can raise
they do not. Where they do not, a block is added before the last statement of the stretch. The body
of a `try` with handlers gets a block at its end, if flow leaves its end.

So between two blocks there is always code that can raise, and a block is never directly before a
decision, whose outcomes show the same. `finally`, class bodies and modules have no blocks.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Sequence, Union

from skua_runtime.goals.telling import JUMPS, Telling, either
from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import (
    COMPREHENSIONS,
    evaluated_children,
    is_irrefutable,
    truth_under_test,
)

if TYPE_CHECKING:
    from skua_runtime.goals.goals import Goals

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
# Whether goals show that a place was reached; None for a place that flow does not reach.
_Told = Optional[bool]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_RAISING = (
    ast.Attribute,
    ast.AugAssign,
    ast.Await,
    ast.BinOp,
    ast.Call,
    ast.ClassDef,
    ast.Delete,
    ast.FormattedValue,
    ast.Import,
    ast.ImportFrom,
    ast.Raise,
    ast.Starred,
    ast.Subscript,
    ast.Yield,
    ast.YieldFrom,
    *COMPREHENSIONS,
)


def find_blocks(
    function: _Function, goals: Goals, exclusion: Exclusion, add: Callable[[ast.stmt], int]
) -> None:
    """Find the blocks of a function, for `goals.block` and `goals.completion`; `add` makes the goal
    for a block before the statement."""
    _BlockFinder(goals, exclusion, add).statements(function.body, True)


class _BlockFinder(Telling):
    def __init__(
        self, goals: Goals, exclusion: Exclusion, add: Callable[[ast.stmt], int]
    ) -> None:
        super().__init__(goals, exclusion, False)
        self._add = add

    def _after(self, statement: ast.stmt, told: bool, following: Sequence[ast.stmt]) -> bool:
        is_last = isinstance(statement, JUMPS) or not following
        if is_last or self._ends_stretch(following[0]):
            told = self._end_stretch(statement, told)
        return (told or self._tells(statement)) and not self._can_raise(statement)

    def _ends_stretch(self, following: Any) -> bool:
        """Whether the next statement neither shows that it was reached nor continues directly."""
        if isinstance(following, (ast.With, ast.AsyncWith)):
            return False
        if isinstance(following, ast.Try) or type(following).__name__ == "TryStar":
            return not self._handlers(following)
        if isinstance(following, (ast.If, ast.While)):
            return not self._tells(following.test)
        if isinstance(following, ast.Match):
            return not self._tells(following.subject, following.cases[0])
        return isinstance(following, ast.AsyncFor)

    def _end_stretch(self, statement: ast.stmt, told: bool) -> bool:
        if not told and not self._tells(statement):
            self._goals.block[statement] = self._add(statement)
            return True
        return told

    def _condition(self, test: ast.expr, told: bool) -> tuple[bool, bool]:
        told = told or self._tells(test)
        return told, told

    def _cycle(self, node: ast.AST) -> tuple[bool, bool]:
        if node not in self._goals.predicate:
            return False, False
        predicate = self._goals.predicates[self._goals.predicate[node]]
        return predicate.true_is_goal, predicate.false_is_goal

    def _truth(self, node: ast.If) -> Optional[bool]:
        under_test = truth_under_test(node.test)
        return super()._truth(node) if under_test is None else under_test

    def _Match(self, node: ast.Match, told: bool) -> _Told:
        told = (told or self._tells(node.subject)) and not self._can_raise(node.subject)
        ends: list[_Told] = []
        exhaustive = False
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            told = told or self._tells(case)
            ends.append(self.statements(case.body, told))
            exhaustive = exhaustive or (case.guard is None and is_irrefutable(case.pattern))
        return either(*ends, None if exhaustive else told)

    def _Try(self, node: ast.Try, told: bool) -> _Told:
        handlers = self._handlers(node)
        # Entering a handler, or the block at the body's end, shows that the body was entered.
        end = self.statements(node.body, told or bool(handlers))
        if node.orelse:
            end = None if end is None else self._else(node, False)
        elif end is False and handlers:
            self._goals.completion[node] = self._add(node.body[-1])
            end = True
        ends = [self.statements(one.body, one in self._goals.predicate) for one in handlers]
        end = either(end, *ends)
        if end and any(map(self._can_raise, node.finalbody)):
            end = False
        return end

    _TryStar = _Try

    def _handlers(self, node: ast.Try) -> list[ast.ExceptHandler]:
        return [one for one in node.handlers if not self._exclusion.covers(one)]

    # Facts about statements.

    def _tells(self, *nodes: Optional[ast.AST]) -> bool:
        """Whether the nodes contain a decision that is a goal. (The first decision is always
        evaluated.)"""
        predicates = [self._goals.predicates[index] for index in decisions_in(self._goals, *nodes)]
        return any(one.true_is_goal or one.false_is_goal for one in predicates)

    def _can_raise(self, node: ast.AST) -> bool:
        return can_raise(self._goals, node)


def decisions_in(goals: Goals, *nodes: Optional[ast.AST]) -> list[int]:
    """The predicates evaluated with the nodes, in the same code object."""
    found: list[int] = []
    open_nodes = [node for node in nodes if node is not None]
    while open_nodes:
        node = open_nodes.pop()
        found += _predicates_at(goals, node)
        open_nodes += _inside(node)
    return found


def can_raise(goals: Goals, node: ast.AST) -> bool:
    """Whether the node can raise after its last decision, if it has any."""
    open_nodes = [node]
    while open_nodes:
        node = open_nodes.pop()
        if _predicates_at(goals, node):
            continue
        if _may_raise(node):
            return True
        open_nodes += _inside(node)
    return False


def _predicates_at(goals: Goals, node: Any) -> list[int]:
    index = goals.predicate.get(node)
    return goals.links.get(node, []) if index is None else [index]


def _inside(node: Any) -> Iterator[ast.AST]:
    """The children evaluated with the node, in the same code object."""
    if isinstance(node, ast.match_case):  # only the guard is evaluated with the case, not its body
        return iter([node.guard] if node.guard is not None else [])
    if isinstance(node, _FUNCTIONS):
        return iter([*node.decorator_list, node.args])
    if isinstance(node, ast.ClassDef):
        return iter([*node.decorator_list, *node.bases, *node.keywords])
    if isinstance(node, ast.Lambda):
        return iter([node.args])
    if isinstance(node, ast.Assert):
        return iter([node.test])
    if isinstance(node, COMPREHENSIONS):
        return iter([node.generators[0].iter])
    return evaluated_children(node)


def _may_raise(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    if isinstance(node, ast.Compare):
        return not all(isinstance(one, (ast.Is, ast.IsNot)) for one in node.ops)
    if isinstance(node, ast.UnaryOp):
        return not isinstance(node.op, ast.Not)
    if isinstance(node, (ast.Tuple, ast.List)):
        return isinstance(node.ctx, ast.Store)  # unpacking may raise
    return isinstance(node, _RAISING)
