"""Finds blocks: stretches of statements of which no branch tells that they were completed.

A branch tells that its body was entered, not that the body's first call returned. Flow is followed
through each function with one question: do the goals so far tell that this place was reached? They
do behind a decision whose outcomes are goals, and no more behind a statement that can raise. Where
they do not, a block is put before the last statement of the stretch, so that reaching it is a goal.
The body of a `try` with handlers is a block of its own if flow leaves its end.

So there are never two blocks with nothing between them that can raise, and none before a decision,
either outcome of which tells the same. `finally`, class bodies and modules have none.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Union

from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import (
    COMPREHENSIONS,
    constant_truth,
    evaluated_children,
    is_irrefutable,
    truth_under_test,
)

if TYPE_CHECKING:
    from skua_runtime.goals.goals import Goals

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
# Whether goals tell that a place was reached; None for one that flow does not reach.
_Told = Optional[bool]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
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
    """Fills in `goals.block` and `goals.completion`; `add` makes a goal of what ends there."""
    _BlockFinder(goals, exclusion, add).statements(function.body, True)


def _either(*ends: _Told) -> _Told:
    """Where flows meet, it is enough when one of them is told of."""
    reached = [end for end in ends if end is not None]
    return any(reached) if reached else None


class _BlockFinder:
    def __init__(
        self, goals: Goals, exclusion: Exclusion, add: Callable[[ast.stmt], int]
    ) -> None:
        self._goals = goals
        self._exclusion = exclusion
        self._add = add
        self._breaks: list[_Told] = []  # of each loop around, innermost last

    def statements(self, body: list[ast.stmt], told: _Told) -> _Told:
        for position, statement in enumerate(body):
            if told is None:
                break
            if self._exclusion.covers(statement):
                told = None if isinstance(statement, _JUMPS) else False
                continue
            method = getattr(self, "_" + type(statement).__name__, None)
            if method is not None:
                told = method(statement, told)
                continue
            following = body[position + 1 : position + 2]
            is_last = isinstance(statement, _JUMPS) or not following
            if is_last or self._ends_stretch(following[0]):
                told = self._end_stretch(statement, told)
            told = self._behind(statement, told)
        return told

    def _ends_stretch(self, following: Any) -> bool:
        """Whether what follows neither tells that it was reached nor goes straight on."""
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

    def _behind(self, statement: ast.stmt, told: bool) -> _Told:
        told = (told or self._tells(statement)) and not self._can_raise(statement)
        if isinstance(statement, ast.Break) and self._breaks:
            self._breaks[-1] = _either(self._breaks[-1], told)
        return None if isinstance(statement, _JUMPS) else told

    # Compound statements

    def _If(self, node: ast.If, told: bool) -> _Told:
        decided = constant_truth(node.test)
        if truth_under_test(node.test) is not None:
            decided = truth_under_test(node.test)
        told = told or self._tells(node.test)
        ends: list[_Told] = []
        if decided is not False:
            ends.append(self.statements(node.body, told))
        if decided is not True:
            ends.append(self._else(node, told))
        return _either(*ends)

    def _else(self, node: ast.stmt, told: _Told) -> _Told:
        for name, clause in self._exclusion.last_clauses(node):
            if name == "orelse":
                return self.statements(clause, told)
        return told

    def _While(self, node: ast.While, told: bool) -> _Told:
        decided = constant_truth(node.test)
        told = told or self._tells(node.test)
        broken = self._loop(node.body, told) if decided is not False else None
        return _either(broken, None if decided is True else self._else(node, told))

    def _For(self, node: ast.For, _told: bool) -> _Told:
        predicate = self._goals.predicates[self._goals.predicate[node]]
        broken = self._loop(node.body, predicate.true_is_goal)
        return _either(broken, self._else(node, predicate.false_is_goal))

    def _AsyncFor(self, node: ast.AsyncFor, _told: bool) -> _Told:
        return _either(self._loop(node.body, False), self._else(node, False))

    def _loop(self, body: list[ast.stmt], told: bool) -> _Told:
        """What is told where a `break` leads to."""
        self._breaks.append(None)
        self.statements(body, told)
        return self._breaks.pop()

    def _With(self, node: ast.With, _told: bool) -> _Told:
        end = self.statements(node.body, False)
        return False if end is None else end  # it may swallow what the body raised

    _AsyncWith = _With

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
        return _either(*ends, None if exhaustive else told)

    def _Try(self, node: ast.Try, told: bool) -> _Told:
        handlers = self._handlers(node)
        # A handler tells that the body was entered, or the block at the body's end does.
        end = self.statements(node.body, told or bool(handlers))
        if node.orelse:
            end = None if end is None else self._else(node, False)
        elif end is False and handlers:
            self._goals.completion[node] = self._add(node.body[-1])
            end = True
        ends = [self.statements(one.body, one in self._goals.predicate) for one in handlers]
        end = _either(end, *ends)
        if end and any(map(self._can_raise, node.finalbody)):
            end = False
        return end

    _TryStar = _Try

    def _handlers(self, node: ast.Try) -> list[ast.ExceptHandler]:
        return [one for one in node.handlers if not self._exclusion.covers(one)]

    # What statements tell and do

    def _tells(self, *nodes: Optional[ast.AST]) -> bool:
        """Whether a decision in them, the first of which always happens, is a goal."""
        predicates = [self._goals.predicates[index] for index in decisions_in(self._goals, *nodes)]
        return any(one.true_is_goal or one.false_is_goal for one in predicates)

    def _can_raise(self, node: ast.AST) -> bool:
        return can_raise(self._goals, node)


def decisions_in(goals: Goals, *nodes: Optional[ast.AST]) -> list[int]:
    """The predicates that are evaluated with the nodes, in the same code object."""
    found: list[int] = []
    open_nodes = [node for node in nodes if node is not None]
    while open_nodes:
        node = open_nodes.pop()
        found += _predicates_at(goals, node)
        open_nodes += _inside(node)
    return found


def can_raise(goals: Goals, node: ast.AST) -> bool:
    """Whether it can behind its decisions, if any."""
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
    """What is evaluated with it, in the same code object."""
    if isinstance(node, ast.match_case):  # to be reached, not to be gone through
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
        return isinstance(node.ctx, ast.Store)  # unpacks
    return isinstance(node, _RAISING)
