"""Follows the flow through a function with one question: does any goal show that this place was
reached?

blocks.py looks for places without such a goal, lines.py for the goals. An answer is falsy if no
goal shows it, and None if flow does not reach the place. `finally`, class bodies and modules have
no answers.
"""

from __future__ import annotations

import ast
import functools
import operator
from typing import TYPE_CHECKING, Any, Optional, Sequence

from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import constant_truth

if TYPE_CHECKING:
    from skua_runtime.goals.goals import Goals

JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def either(*ends: Any) -> Any:
    """The answer where flows meet: the union of those that arrive, None if none does."""
    reached = [end for end in ends if end is not None]
    return functools.reduce(operator.or_, reached) if reached else None


class Telling:
    """The walk through a function. `nothing` is the falsy answer."""

    def __init__(self, goals: Goals, exclusion: Exclusion, nothing: Any) -> None:
        self._goals = goals
        self._exclusion = exclusion
        self._nothing = nothing
        self._breaks: list[Any] = []  # answers at the `break`s of each outer loop, innermost last

    def statements(self, body: list[ast.stmt], told: Any) -> Any:
        """Follow statements; returns the answer after them. `told` is the answer before them."""
        for position, statement in enumerate(body):
            if told is None:
                break
            if self._exclusion.covers(statement):
                told = None if isinstance(statement, JUMPS) else self._nothing
                continue
            told = self._before(statement, told)
            method = getattr(self, "_" + type(statement).__name__, None)
            if method is not None:
                told = method(statement, told)
                continue
            told = self._after(statement, told, body[position + 1 : position + 2])
            if isinstance(statement, ast.Break) and self._breaks:
                self._breaks[-1] = either(self._breaks[-1], told)
            told = None if isinstance(statement, JUMPS) else told
        return told

    def _before(self, statement: ast.stmt, told: Any) -> Any:
        return told

    def _after(self, statement: ast.stmt, told: Any, following: Sequence[ast.stmt]) -> Any:
        """The answer after a simple statement; `told` is the answer before it."""
        raise NotImplementedError

    def _clause(self, body: list[ast.stmt], told: Any) -> Any:
        """Follow a clause that flow may skip or leave early."""
        return self.statements(body, told)

    def _condition(self, test: ast.expr, told: Any) -> tuple[Any, Any]:
        """The answers where a condition is true, and where it is false."""
        raise NotImplementedError

    def _cycle(self, node: ast.AST) -> tuple[Any, Any]:
        """The answers inside a `for`, and after it without entering it."""
        raise NotImplementedError

    def _truth(self, node: ast.If) -> Optional[bool]:
        return constant_truth(node.test)

    def _If(self, node: ast.If, told: Any) -> Any:
        decided = self._truth(node)
        on_true, on_false = self._condition(node.test, told)
        ends = []
        if decided is not False:
            ends.append(self._clause(node.body, on_true))
        if decided is not True:
            ends.append(self._else(node, on_false))
        return either(*ends)

    def _else(self, node: ast.stmt, told: Any) -> Any:
        for name, clause in self._exclusion.last_clauses(node):
            if name == "orelse":
                return self._clause(clause, told)
        return told

    def _While(self, node: ast.While, told: Any) -> Any:
        decided = constant_truth(node.test)
        on_true, on_false = self._condition(node.test, told)
        broken = self._loop(node.body, on_true) if decided is not False else None
        return either(broken, None if decided is True else self._else(node, on_false))

    def _For(self, node: Any, _told: Any) -> Any:
        entered, passed = self._cycle(node)
        return either(self._loop(node.body, entered), self._else(node, passed))

    _AsyncFor = _For

    def _loop(self, body: list[ast.stmt], told: Any) -> Any:
        """The answer at the loop's `break`s."""
        self._breaks.append(None)
        self._clause(body, told)
        return self._breaks.pop()

    def _With(self, node: Any, _told: Any) -> Any:
        end = self._clause(node.body, self._nothing)
        return self._nothing if end is None else end  # the manager may swallow an exception

    _AsyncWith = _With
