"""Finds the branches that show that a line of a function was begun.

Follows the flow through each function, using the blocks of blocks.py: an outcome that leads to the
line shows it, or a block after code that may raise, or the function's entry. Lines without such a
goal are left out. Code after a `for` is shown by tests that do not enter the loop. `finally`, class
bodies and modules have no lines.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Container, Iterable, Optional, Sequence

from skua_runtime.goals.blocks import can_raise, decisions_in
from skua_runtime.goals.conditions import deciding
from skua_runtime.goals.goals import Goals
from skua_runtime.goals.telling import Telling, either
from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import constant_truth, is_irrefutable

Branch = tuple[int, bool]  # (predicate, outcome)
# The branches that show that a place was reached, or the entry. Empty if none does; None if flow
# does not reach the place.
_Told = Optional[frozenset[Branch]]

_ENTRY: Branch = (-1, True)
_NOTHING: frozenset[Branch] = frozenset()
@dataclass
class Line:
    """A line with the goals that show its execution."""

    line: int
    code_object: int
    # branches that show the line; empty if entering the code object does
    shown_by: set[Branch] = field(default_factory=set)


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


def _either_outcome(predicates: list[int]) -> frozenset[Branch]:
    return frozenset((index, outcome) for index in predicates for outcome in (True, False))


class _LineFinder(Telling):
    def __init__(self, goals: Goals, exclusion: Exclusion) -> None:
        super().__init__(goals, exclusion, _NOTHING)
        self.told: dict[int, set[Branch]] = {}  # branches that show a line, by line
        # Lines that nothing shows yet; the next place reached shows them.
        self._pending: list[int] = []

    def _before(self, statement: ast.stmt, told: frozenset[Branch]) -> frozenset[Branch]:
        block = self._goals.block.get(statement)
        if block is not None:
            told = frozenset({(block, True)})
        if not _is_without_code(statement):
            self._pending.append(statement.lineno)
        self._tell(told)
        return told

    def _tell(self, told: frozenset[Branch]) -> None:
        """Note that each of the branches shows the pending lines."""
        if told:
            self._note(self._pending, told)
            self._pending = []

    def _note(self, lines: Iterable[int], told: frozenset[Branch]) -> None:
        for line in lines:
            self.told.setdefault(line, set()).update(told)

    def _clause(self, body: list[ast.stmt], told: _Told) -> _Told:
        before = self._pending
        self._pending = list(before)
        end = self.statements(body, told)
        self._pending = before  # the code after the clause shows these lines, too
        return end

    def _after(
        self, statement: ast.stmt, told: frozenset[Branch], following: Sequence[ast.stmt]
    ) -> frozenset[Branch]:
        decided = self._decisions(statement)
        self._tell(decided)
        return _NOTHING if can_raise(self._goals, statement) else told or decided

    def _decisions(self, *nodes: Optional[ast.AST]) -> frozenset[Branch]:
        """The outcomes of all decisions in the nodes: each shows that the decision was made."""
        return _either_outcome(decisions_in(self._goals, *nodes))

    def _Assert(self, node: ast.Assert, told: frozenset[Branch]) -> _Told:
        return self._condition(node.test, told)[0]

    def _condition(
        self, test: ast.expr, told: frozenset[Branch]
    ) -> tuple[frozenset[Branch], frozenset[Branch]]:
        self._tell(self._decisions(test))
        return self._outcomes(test, told)

    def _cycle(self, node: ast.AST) -> tuple[frozenset[Branch], frozenset[Branch]]:
        ways = self._taken(node), self._taken(node, False)
        self._tell(either(*ways))
        return ways

    def _Match(self, node: ast.Match, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.subject, node.cases[0]))
        ends: list[_Told] = []
        exhaustive = False
        passed = _NOTHING  # branches that show that no case matched
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            entered, passed = self._taken(case), self._taken(case, False)
            if case.guard is not None:
                entered, refused = self._outcomes(case.guard, _NOTHING)
                passed |= refused
            ends.append(self._clause(case.body, entered))
            exhaustive = exhaustive or (case.guard is None and is_irrefutable(case.pattern))
        return either(*ends, None if exhaustive else passed)

    def _Try(self, node: ast.Try, told: frozenset[Branch]) -> _Told:
        handlers = [one for one in node.handlers if not self._exclusion.covers(one)]
        asked = [self._goals.predicate[one] for one in handlers if one in self._goals.predicate]
        completion = self._goals.completion.get(node)
        before = self._pending
        self._pending = list(before)
        # An except clause that was tested shows that the body was begun.
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
        end = either(end, *ends)
        if end and any(can_raise(self._goals, one) for one in node.finalbody):
            end = _NOTHING
        return end

    _TryStar = _Try

    def _taken(self, node: ast.AST, outcome: bool = True) -> frozenset[Branch]:
        predicate = self._goals.predicate.get(node)
        return _NOTHING if predicate is None else frozenset({(predicate, outcome)})

    # Conditions.

    def _outcomes(
        self, test: ast.expr, told: frozenset[Branch]
    ) -> tuple[frozenset[Branch], frozenset[Branch]]:
        """The branches that show that the condition is true, and that it is false. `told` is used
        for a condition without decisions."""
        ways = list(deciding(self._goals, test))
        if not ways:
            constant = constant_truth(test) is not None
            return (told, told) if constant else (_NOTHING, _NOTHING)
        outcomes = [(index, True, leads) for index, leads, _ in ways]
        outcomes += [(index, False, leads) for index, _, leads in ways]
        return (
            frozenset((index, outcome) for index, outcome, leads in outcomes if leads is True),
            frozenset((index, outcome) for index, outcome, leads in outcomes if leads is False),
        )


def _is_without_code(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, (ast.Global, ast.Nonlocal))
