"""Finds blocks, and the branches that show that a line of a function was begun.

A branch shows that its body was entered, not that the body's first call returned. The finder follows
flow through each function and keeps the branches that show that the current place was reached: an
outcome that leads there does, until a statement that can raise. If no goal is among them, a block is
put before the last statement of the stretch, so that reaching it is a goal. The body of a `try` with
handlers is a block of its own if flow leaves its end.

So there are never two blocks without a statement between them that can raise, and none before a
decision, whose outcomes show the same. A line without such a branch is left out. Tests that skip the
loop show the code after a `for`. `finally`, class bodies and modules have neither blocks nor lines.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Optional, Union

from skua_runtime.goals.conditions import deciding
from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.syntax import COMPREHENSIONS, constant_truth, evaluated_children
from skua_runtime.source.syntax import is_irrefutable, truth_under_test

if TYPE_CHECKING:
    from skua_runtime.goals.goals import Goals

Branch = tuple[int, bool]  # a predicate and its outcome
# Branches each of which shows that a place was reached; empty if none does, None for unreachable code.
_Told = Optional[frozenset[Branch]]

_NOTHING: frozenset[Branch] = frozenset()
_ENTRY: Branch = (-1, True)  # entering the code object
_LATER: Branch = (-2, True)  # shows no line: an event that ends the body of a `try`
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_RAISING = (
    ast.Attribute, ast.AugAssign, ast.Await, ast.BinOp, ast.Call, ast.ClassDef, ast.Delete,
    ast.FormattedValue, ast.Import, ast.ImportFrom, ast.Raise, ast.Starred, ast.Subscript, ast.Yield,
    ast.YieldFrom, *COMPREHENSIONS,
)  # fmt: skip


@dataclass
class Line:
    """Line of a function on which a statement begins."""

    line: int
    code_object: int
    shown_by: set[Branch] = field(default_factory=set)  # empty: entering the code object shows it


def find_blocks(
    function: Union[ast.FunctionDef, ast.AsyncFunctionDef],
    goals: Goals,
    exclusion: Exclusion,
    add: Callable[[ast.stmt], int],
) -> None:
    """Fill in `block`, `completion` and `lines` of goals.

    `add` makes a block that ends at a statement, and returns its number.
    """
    finder = _Finder(goals, exclusion, add)
    finder.statements(function.body, frozenset({_ENTRY}))
    for line, told in finder.told.items():
        shown = set() if _ENTRY in told else told
        goals.lines.append(Line(line, goals.code_object[function], shown))


class _Finder:
    def __init__(
        self, goals: Goals, exclusion: Exclusion, add: Callable[[ast.stmt], int]
    ) -> None:
        self._goals = goals
        self._exclusion = exclusion
        self._add = add
        self._breaks: list[_Told] = []  # branches after the `break`s of each open loop, innermost last
        self.told: dict[int, set[Branch]] = {}  # by line
        # Lines that no branch shows yet; the next reached place shows them.
        self._pending: list[int] = []

    def statements(self, body: list[ast.stmt], told: _Told) -> _Told:
        """Return the branches after the statements; `told` are those before them."""
        for position, statement in enumerate(body):
            if told is None:
                break
            if self._exclusion.covers(statement):
                told = None if isinstance(statement, _JUMPS) else _NOTHING
                continue
            if not _is_without_code(statement):
                self._pending.append(statement.lineno)
            method = getattr(self, "_" + type(statement).__name__, None)
            if method is not None:
                self._tell(told)
                told = method(statement, told)
                continue
            is_last = isinstance(statement, _JUMPS) or position + 1 == len(body)
            told = self._simple(statement, told, is_last or self._ends_stretch(body[position + 1]))
            if isinstance(statement, ast.Break) and self._breaks:
                self._breaks[-1] = _either(self._breaks[-1], told)
            told = None if isinstance(statement, _JUMPS) else told
        return told

    def _simple(
        self, statement: ast.stmt, told: frozenset[Branch], ends_stretch: bool
    ) -> frozenset[Branch]:
        decided = self._decisions(statement)
        if ends_stretch and not self._is_told(told | decided):
            self._goals.block[statement] = self._add(statement)
            told = frozenset({(self._goals.block[statement], True)})
        self._tell(told)
        if isinstance(statement, ast.Assert):
            return self._condition(statement.test, told)[0]
        self._tell(decided)
        return _NOTHING if self._can_raise(statement) else self._sure(told, decided)

    def _ends_stretch(self, following: Any) -> bool:
        """Whether the following statement neither shows that it was reached nor continues the stretch."""
        if isinstance(following, ast.Try) or type(following).__name__ == "TryStar":
            return not self._handlers(following)
        if isinstance(following, (ast.If, ast.While)):
            return not self._is_told(self._decisions(following.test))
        if isinstance(following, ast.Match):
            decided = self._decisions(following.subject, following.cases[0])
            return not self._is_told(decided)
        return isinstance(following, ast.AsyncFor)

    def _clause(self, body: list[ast.stmt], told: _Told) -> _Told:
        """Follow statements that flow may skip or leave early."""
        before = self._pending
        self._pending = list(before)
        end = self.statements(body, told)
        self._pending = before  # flow continues after these lines in any case
        return end

    def _If(self, node: ast.If, told: frozenset[Branch]) -> _Told:
        decided = truth_under_test(node.test)
        decided = constant_truth(node.test) if decided is None else decided
        on_true, on_false = self._condition(node.test, told)
        body = None if decided is False else self._clause(node.body, on_true)
        return _either(body, None if decided is True else self._else(node, on_false))

    def _else(self, node: ast.stmt, told: _Told) -> _Told:
        for name, clause in self._exclusion.last_clauses(node):
            if name == "orelse":
                return self._clause(clause, told)
        return told

    def _While(self, node: ast.While, told: frozenset[Branch]) -> _Told:
        decided = constant_truth(node.test)
        on_true, on_false = self._condition(node.test, told)
        broken = None if decided is False else self._loop(node.body, on_true)
        return _either(broken, None if decided is True else self._else(node, on_false))

    def _For(self, node: Union[ast.For, ast.AsyncFor], _told: frozenset[Branch]) -> _Told:
        entered, passed = self._taken(node), self._taken(node, False)
        self._tell(entered | passed)
        return _either(self._loop(node.body, entered), self._else(node, passed))

    _AsyncFor = _For

    def _loop(self, body: list[ast.stmt], told: frozenset[Branch]) -> _Told:
        """Return the branches at the end of a `break`."""
        self._breaks.append(None)
        self._clause(body, told)
        return self._breaks.pop()

    def _With(self, node: Union[ast.With, ast.AsyncWith], _told: frozenset[Branch]) -> _Told:
        end = self._clause(node.body, _NOTHING)
        return _NOTHING if end is None else end  # it may swallow what the body raised

    _AsyncWith = _With

    def _Match(self, node: ast.Match, told: frozenset[Branch]) -> _Told:
        self._tell(self._decisions(node.subject, node.cases[0]))
        passed = self._sure(told, self._decisions(node.subject))
        passed = _NOTHING if self._can_raise(node.subject) else passed
        ends: list[_Told] = []
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            entered, passed = self._taken(case) or passed, self._taken(case, False)
            if case.guard is not None:
                holds, refused = self._outcomes(case.guard, _NOTHING)
                entered, passed = holds or frozenset({_LATER}), passed | refused
            ends.append(self._clause(case.body, entered))
            if case.guard is None and is_irrefutable(case.pattern):
                return _either(*ends)
        return _either(*ends, passed)

    def _Try(self, node: ast.Try, told: frozenset[Branch]) -> _Told:
        handlers = self._handlers(node)
        asked = [self._goals.predicate[one] for one in handlers if one in self._goals.predicate]
        before = self._pending
        self._pending = list(before)
        # A handler that was asked tells that the body was begun.
        begun = [] if self._exclusion.covers(node.body[0]) else [node.body[0].lineno]
        if not told - {_LATER}:
            self._note([*before, *begun], _either_outcome(asked))
        end = self.statements(node.body, told | {_LATER} if handlers else told)
        if node.orelse:
            end = None if end is None else self._else(node, _NOTHING)
        elif end is not None and handlers and not self._is_told(end):
            self._goals.completion[node] = self._add(node.body[-1])
            end = frozenset({(self._goals.completion[node], True)})
            self._tell(end)
            self._note(begun, end)
        self._pending = before
        ends = [self._clause(one.body, self._taken(one)) for one in handlers]
        end = _either(end, *ends)
        return _NOTHING if end and any(map(self._can_raise, node.finalbody)) else end

    _TryStar = _Try

    def _handlers(self, node: ast.Try) -> list[ast.ExceptHandler]:
        return [one for one in node.handlers if not self._exclusion.covers(one)]

    # Branches that tell whether a place was reached

    def _is_told(self, told: frozenset[Branch]) -> bool:
        """Whether a goal is among the branches."""
        return any(index < 0 or self._is_goal(index, outcome) for index, outcome in told)

    def _is_goal(self, index: int, outcome: bool) -> bool:
        predicate = self._goals.predicates[index]
        return predicate.true_is_goal if outcome else predicate.false_is_goal

    def _sure(self, told: frozenset[Branch], others: frozenset[Branch]) -> frozenset[Branch]:
        """Return the branches `told`, with the others if no goal is among them."""
        return told if self._is_told(told - {_LATER}) else told | others

    def _tell(self, told: frozenset[Branch]) -> None:
        """Note that each of the branches shows the pending lines."""
        if told - {_LATER}:
            self._note(self._pending, told - {_LATER})
            self._pending = []

    def _note(self, lines: Iterable[int], told: frozenset[Branch]) -> None:
        for line in lines if told else ():
            self.told.setdefault(line, set()).update(told)

    def _taken(self, node: ast.AST, outcome: bool = True) -> frozenset[Branch]:
        predicate = self._goals.predicate.get(node)
        return _NOTHING if predicate is None else frozenset({(predicate, outcome)})

    def _condition(
        self, test: ast.expr, told: frozenset[Branch]
    ) -> tuple[frozenset[Branch], frozenset[Branch]]:
        """Return the branches after a true and after a false condition."""
        self._tell(self._decisions(test))
        return self._outcomes(test, told)

    def _outcomes(
        self, test: ast.expr, told: frozenset[Branch]
    ) -> tuple[frozenset[Branch], frozenset[Branch]]:
        """Return the branches after both outcomes of a condition that was begun; `told` if no goal decides.
        """
        leads: dict[Optional[bool], set[Branch]] = {True: set(), False: set(), None: set()}
        for index, when_true, when_false in deciding(self._goals, test):
            leads[when_true].add((index, True))
            leads[when_false].add((index, False))
        return self._sure(frozenset(leads[True]), told), self._sure(frozenset(leads[False]), told)

    def _decisions(self, *nodes: ast.AST) -> frozenset[Branch]:
        """Return the branches of decisions that are evaluated with the nodes, in the same code object."""
        found: list[int] = []
        open_nodes = list(nodes)
        while open_nodes:
            node = open_nodes.pop()
            found += self._predicates_at(node)
            open_nodes += _inside(node)
        return _either_outcome(found)

    def _can_raise(self, node: ast.AST) -> bool:
        """Whether the node can raise after its decisions, if any."""
        open_nodes = [node]
        while open_nodes:
            node = open_nodes.pop()
            if self._predicates_at(node):
                continue
            if _may_raise(node):
                return True
            open_nodes += _inside(node)
        return False

    def _predicates_at(self, node: Any) -> list[int]:
        index = self._goals.predicate.get(node)
        return self._goals.links.get(node, []) if index is None else [index]


def _either(*ends: _Told) -> _Told:
    """Return the branches at the place where flows meet."""
    reached = [end for end in ends if end is not None]
    return frozenset().union(*reached) if reached else None


def _either_outcome(predicates: Iterable[int]) -> frozenset[Branch]:
    return frozenset((index, outcome) for index in predicates for outcome in (True, False))


def _is_without_code(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, (ast.Global, ast.Nonlocal))


def _inside(node: Any) -> Iterator[ast.AST]:
    """Return the nodes that are evaluated with a node, in the same code object."""
    if isinstance(node, ast.match_case):  # only reached, not passed through
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
