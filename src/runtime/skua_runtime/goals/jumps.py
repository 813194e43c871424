"""Finds the outcomes of predicates that decide where a statement continues; coverage.py calls them
branches.

coverage.py counts two branches of an `if`, `while`, `for` or `case`, whatever its condition, and
none of an expression. `if a and b` enters its body if `b` is true, and passes it if `a` or `b` is
false.
"""

from __future__ import annotations

import ast
from typing import Any, Container, Optional, Sequence, Union

from skua_runtime.source.exclusion import Exclusion, is_left_out_by_default
from skua_runtime.goals.conditions import deciding
from skua_runtime.goals.goals import Goals


def find_jumps(goals: Goals, module: ast.Module, excluded: Container[int] = frozenset()) -> None:
    """Set the jumps of all predicates in statements.

    As in coverage.py, a statement has no branches if one of them leads to `excluded` code, or if
    both lead to the same line.
    """
    _Jumps(goals, Exclusion(excluded)).statements(module.body, False)


class _Jumps:
    def __init__(self, goals: Goals, exclusion: Exclusion) -> None:
        self._goals = goals
        self._exclusion = exclusion

    def statements(self, body: Sequence[ast.stmt], excluded_after: bool) -> None:
        """Set the jumps of the statements. `excluded_after` tells whether the code after them is
        excluded."""
        for i, statement in enumerate(body):
            is_last = i + 1 == len(body)
            self._statement(statement, excluded_after if is_last else self._is_out(body[i + 1]))

    def _is_out(self, statement: ast.stmt) -> bool:
        return self._exclusion.covers(statement) or is_left_out_by_default(statement)

    def _clause(self, node: ast.stmt, name: str, excluded_after: bool) -> bool:
        """Whether the `else` or `finally` is excluded; without one, whether the code after it is.
        """
        clause = getattr(node, name)
        if not clause:
            return excluded_after
        counted = [kept for kept, _ in self._exclusion.last_clauses(node)]
        return name not in counted or self._is_out(clause[0])

    def _branch(self, node: Any, excluded_after: bool) -> None:
        """Set the jumps of an `if` or a loop, unless it leads one way only."""
        if self._is_out(node.body[0]) or self._clause(node, "orelse", excluded_after):
            return
        if _is_passed_either_way(node):
            return
        if isinstance(node, (ast.If, ast.While)):
            _lead(self._goals, node.test)
        elif isinstance(node, ast.AsyncFor):
            self._goals.async_loops.append(node.lineno)
        elif node in self._goals.predicate:
            _set(self._goals, self._goals.predicate[node], True, False)

    def _statement(self, node: Any, excluded_after: bool) -> None:
        if is_left_out_by_default(node):
            return
        if isinstance(node, (ast.If, ast.While, ast.For, ast.AsyncFor)):
            is_loop = not isinstance(node, ast.If)
            self._branch(node, excluded_after)
            self.statements(node.body, excluded_after and not is_loop)
            self.statements(node.orelse, excluded_after)
        elif isinstance(node, ast.Match):
            for case, following in zip(node.cases, [*node.cases[1:], None]):
                past = excluded_after if following is None else self._exclusion.covers_case(following)
                if not past and not self._is_out(case.body[0]):
                    self._case(case)
                self.statements(case.body, excluded_after)
        elif isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            last = self._clause(node, "finalbody", excluded_after)
            self.statements(node.body, self._clause(node, "orelse", last))
            for handler in node.handlers:
                self.statements(handler.body, last)
            self.statements(node.orelse, last)
            self.statements(node.finalbody, excluded_after)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.statements(node.body, excluded_after)
        else:  # a function or class: no statement follows its body
            self.statements(getattr(node, "body", ()), False)

    def _case(self, case: ast.match_case) -> None:
        if case in self._goals.predicate:
            when_true = None if case.guard else True
            _set(self._goals, self._goals.predicate[case], when_true, False)
        if case.guard is not None:
            _lead(self._goals, case.guard)


def _is_passed_either_way(node: Union[ast.If, ast.While, ast.For, ast.AsyncFor]) -> bool:
    """Whether the statement is on one line, and does not jump elsewhere."""
    leaves = isinstance(node.body[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue))
    return node.body[-1].end_lineno == node.lineno and not node.orelse and not leaves


def _lead(goals: Goals, test: ast.expr) -> None:
    """Set the jumps of the predicates in a condition. They have None where another operand decides.
    """
    for index, when_true, when_false in deciding(goals, test):
        _set(goals, index, when_true, when_false)


def _set(goals: Goals, index: int, when_true: Optional[bool], when_false: Optional[bool]) -> None:
    goals.predicates[index].true_jump = when_true
    goals.predicates[index].false_jump = when_false
