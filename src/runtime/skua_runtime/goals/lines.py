"""Finds which branches tell that a line of a function was begun.

Flow is followed through each function behind blocks.py, which has made sure that wherever it goes
some goal tells it: an outcome that leads to a line, a block behind what may raise, or the function's
entry. A line for which none is found is left out. What is behind a `for` is told of by tests in
which the loop is not entered at all. `finally`, class bodies and modules have none.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Container, Iterable, Optional

from skua_runtime.goals.blocks import can_raise, decisions_in
from skua_runtime.goals.goals import Goals
from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import constant_truth, is_irrefutable

Branch = tuple[int, bool]  # a predicate and its outcome
# What tells that a place was reached: branches, or the entry. Empty: nothing does; None: flow does
# not get there.
_Told = Optional[frozenset[Branch]]

_ENTRY: Branch = (-1, True)
_NOTHING: frozenset[Branch] = frozenset()
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


@dataclass
class Line:
    line: int
    code_object: int
    shown_by: set[Branch] = field(default_factory=set)  # empty: entering the code object shows it


def find_lines(goals: Goals, excluded: Container[int] = frozenset()) -> list[Line]:
    """The lines of all functions, ascending."""
    found: list[Line] = []
    for node, index in goals.code_object.items():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            finder = _LineFinder(goals, Exclusion(excluded))
            finder.statements(node.body, frozenset({_ENTRY}))
            for line, told in finder.told.items():
                shown = set() if _ENTRY in told else told
                found.append(Line(line, index, shown))
    return sorted(found, key=lambda line: (line.line, line.code_object))


def _either(*ends: _Told) -> _Told:
    reached = [end for end in ends if end is not None]
    return frozenset().union(*reached) if reached else None


def _either_outcome(predicates: list[int]) -> frozenset[Branch]:
    return frozenset((index, outcome) for index in predicates for outcome in (True, False))


class _LineFinder:
    def __init__(self, goals: Goals, exclusion: Exclusion) -> None:
        self.told: dict[int, set[Branch]] = {}  # by line
        self._goals = goals
        self._exclusion = exclusion
        self._breaks: list[_Told] = []  # of each loop around, innermost last
        # Lines since the last one of which something tells; what is reached next tells of them.
        self._pending: list[int] = []

    def statements(self, body: list[ast.stmt], told: _Told) -> _Told:
        for statement in body:
            if told is None:
                break
            if self._exclusion.covers(statement):
                told = None if isinstance(statement, _JUMPS) else _NOTHING
                continue
            block = self._goals.block.get(statement)
            if block is not None:
                told = frozenset({(block, True)})
            self._begin(statement, told)
            method = getattr(self, "_" + type(statement).__name__, None)
            told = self._behind(statement, told) if method is None else method(statement, told)
        return told

    def _begin(self, statement: ast.stmt, told: frozenset[Branch]) -> None:
        if not _is_without_code(statement):
            self._pending.append(statement.lineno)
        self._tell(told)

    def _tell(self, told: frozenset[Branch]) -> None:
        """Note that the pending lines were begun when any of the branches was taken."""
        if told:
            self._note(self._pending, told)
            self._pending = []

    def _note(self, lines: Iterable[int], told: frozenset[Branch]) -> None:
        for line in lines:
            self.told.setdefault(line, set()).update(told)

    def _clause(self, body: list[ast.stmt], told: _Told) -> _Told:
        """Go through statements that flow may pass by or leave early."""
        before = self._pending
        self._pending = list(before)
        end = self.statements(body, told)
        self._pending = before  # wherever flow goes on, these lines lie behind it
        return end

    def _behind(self, statement: ast.stmt, told: frozenset[Branch]) -> _Told:
        decided = self._decisions(statement)
        self._tell(decided)
        told = _NOTHING if can_raise(self._goals, statement) else told or decided
        if isinstance(statement, ast.Break) and self._breaks:
            self._breaks[-1] = _either(self._breaks[-1], told)
        return None if isinstance(statement, _JUMPS) else told

    def _decisions(self, *nodes: Optional[ast.AST]) -> frozenset[Branch]:
        """What tells that one of the decisions in the nodes was made."""
        return _either_outcome(decisions_in(self._goals, *nodes))

    def _Assert(self, node: ast.Assert, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.test))
        return self._outcomes(node.test, told)[0]

    # Compound statements

    def _If(self, node: ast.If, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.test))
        decided = constant_truth(node.test)
        on_true, on_false = self._outcomes(node.test, told)
        ends: list[_Told] = []
        if decided is not False:
            ends.append(self._clause(node.body, on_true))
        if decided is not True:
            ends.append(self._else(node, on_false))
        return _either(*ends)

    def _else(self, node: ast.stmt, told: _Told) -> _Told:
        for name, clause in self._exclusion.last_clauses(node):
            if name == "orelse" and told is not None:
                return self._clause(clause, told)
        return told

    def _While(self, node: ast.While, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.test))
        decided = constant_truth(node.test)
        on_true, on_false = self._outcomes(node.test, told)
        broken = self._loop(node.body, on_true) if decided is not False else None
        return _either(broken, None if decided is True else self._else(node, on_false))

    def _For(self, node: ast.For, _told: frozenset[Branch]) -> _Told:
        self._tell(_either_outcome([self._goals.predicate[node]]))
        broken = self._loop(node.body, self._taken(node))
        return _either(broken, self._else(node, self._taken(node, False)))

    def _AsyncFor(self, node: ast.AsyncFor, _told: frozenset[Branch]) -> _Told:
        return _either(self._loop(node.body, _NOTHING), self._else(node, _NOTHING))

    def _loop(self, body: list[ast.stmt], told: frozenset[Branch]) -> _Told:
        self._breaks.append(None)
        self._clause(body, told)
        return self._breaks.pop()

    def _With(self, node: ast.With, _told: frozenset[Branch]) -> _Told:
        end = self._clause(node.body, _NOTHING)
        return _NOTHING if end is None else end  # it may swallow what the body raised

    _AsyncWith = _With

    def _Match(self, node: ast.Match, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.subject, node.cases[0]))
        ends: list[_Told] = []
        exhaustive = False
        passed = _NOTHING  # what tells that none of the cases was taken
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            entered, passed = self._taken(case), self._taken(case, False)
            if case.guard is not None:
                entered, refused = self._outcomes(case.guard, _NOTHING)
                passed |= refused
            ends.append(self._clause(case.body, entered))
            exhaustive = exhaustive or (case.guard is None and is_irrefutable(case.pattern))
        return _either(*ends, None if exhaustive else passed)

    def _Try(self, node: ast.Try, told: frozenset[Branch]) -> _Told:
        handlers = [one for one in node.handlers if not self._exclusion.covers(one)]
        asked = [self._goals.predicate[one] for one in handlers if one in self._goals.predicate]
        completion = self._goals.completion.get(node)
        before = self._pending
        self._pending = list(before)
        # A handler that was asked tells that the body was begun.
        begun = [] if self._exclusion.covers(node.body[0]) else [node.body[0].lineno]
        if not told and asked:
            self._note([*before, *begun], _either_outcome(asked))
        end = self.statements(node.body, told)
        if completion is not None:
            end = frozenset({(completion, True)})
            self._tell(end)
            self._note(begun, end)
        if node.orelse and end is not None:
            end = self._else(node, end if completion is not None else _NOTHING)
        self._pending = before
        ends = [self._clause(one.body, self._taken(one)) for one in handlers]
        end = _either(end, *ends)
        if end and any(can_raise(self._goals, one) for one in node.finalbody):
            end = _NOTHING
        return end

    _TryStar = _Try

    def _taken(self, node: ast.AST, outcome: bool = True) -> frozenset[Branch]:
        predicate = self._goals.predicate.get(node)
        return _NOTHING if predicate is None else frozenset({(predicate, outcome)})

    # Conditions

    def _outcomes(
        self, test: ast.expr, told: frozenset[Branch]
    ) -> tuple[frozenset[Branch], frozenset[Branch]]:
        """What tells where a condition leads when it holds, and when it does not. `told` does for
        one in which nothing decides."""
        on_true: set[Branch] = set()
        on_false: set[Branch] = set()
        self._decide(test, on_true, on_false)
        if not on_true and not on_false:
            constant = constant_truth(test) is not None
            return (told, told) if constant else (_NOTHING, _NOTHING)
        return frozenset(on_true), frozenset(on_false)

    def _decide(self, test: ast.expr, on_true: set[Branch], on_false: set[Branch]) -> None:
        """Collect the outcomes that lead out of a condition, as costs.py lays costs upon them."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self._decide(test.operand, on_false, on_true)
        elif isinstance(test, ast.BoolOp):
            is_and = isinstance(test.op, ast.And)
            nowhere: set[Branch] = set()
            for operand in test.values[:-1]:
                self._decide(operand, *((nowhere, on_false) if is_and else (on_true, nowhere)))
            self._decide(test.values[-1], on_true, on_false)
        elif isinstance(test, ast.IfExp):
            self._decide(test.body, on_true, on_false)
            self._decide(test.orelse, on_true, on_false)
        elif test in self._goals.links:
            *earlier, last = self._goals.links[test]
            on_false.update((link, False) for link in earlier)
            on_true.add((last, True))
            on_false.add((last, False))
        else:
            predicate = self._goals.predicate.get(test)
            if predicate is not None:
                on_true.add((predicate, True))
                on_false.add((predicate, False))


def _is_without_code(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, (ast.Global, ast.Nonlocal))
