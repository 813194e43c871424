"""Computes the costs of code, for the performance proxies of Grano et al. ("Testing with Fewer
Resources", §3.1), so that probes can count them.

Dynamic proxies in Python:

I1 (loops): iterations of `for`, `while` and comprehensions, without the first of each loop in a
test. A `for` over a builtin container counts all items, even if it ends early.

I2 (method calls): entries of functions, methods and lambdas. Class bodies count, too, but tests
hardly run any.

I4 (object instantiations): list, set and dict displays, comprehensions, and calls of probable
classes: a class of the module, a builtin container, or a name in CapWords. The first object made at
a place in a test is free.

I5 (statements): statements executed unconditionally after control enters a code object, a branch or
an iteration, even if a return or exception skips some.

The static proxies of a test, I3 (calls), I6 (other statements) and I7 (length), need no worker: see
performance.h of the search.
"""

from __future__ import annotations

import ast
from typing import Any, Iterable, Optional, Union

from skua_runtime.goals.conditions import deciding
from skua_runtime.goals.goals import Goals
from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.syntax import COMPREHENSIONS, constant_truth

# Numbers of statements, of made objects, and of iterations.
Stretch = tuple[int, int, int]

_NOTHING: Stretch = (0, 0, 0)
_MOST: Stretch = (0xFFFF, 0xFF, 1)  # limits of the extension's fields
_CONTAINERS = frozenset(
    {"list", "dict", "set", "frozenset", "tuple", "bytearray", "deque", "defaultdict"}
)


def find_costs(module: ast.Module, goals: Goals) -> tuple[list[Stretch], list[tuple[Stretch, Stretch]]]:
    """The costs of entering each code object, and of each predicate's outcomes (true, false)."""
    finder = _Finder(module, goals)
    finder.suite(module.body)
    return finder.entries, finder.outcomes


class _Finder:
    def __init__(self, module: ast.Module, goals: Goals) -> None:
        self._goals = goals
        self._classes = {node.name for node in walk(module) if isinstance(node, ast.ClassDef)}
        self.entries: list[Stretch] = [_NOTHING] * len(goals.code_objects)
        self.outcomes = [(_NOTHING, _NOTHING)] * len(goals.predicates)

    def suite(self, body: Iterable[ast.stmt]) -> Stretch:
        """The costs of executing all statements."""
        return _sum(map(self._statement, body))

    def _statement(self, node: ast.stmt) -> Stretch:
        method = getattr(self, "_" + type(node).__name__, None)
        cost = self._values(children_of(node)) if method is None else method(node)
        return _sum([(1, 0, 0), cost])

    def _If(self, node: ast.If) -> Stretch:
        body, orelse = self.suite(node.body), self.suite(node.orelse)
        self._decide(node.test, body, orelse)
        decided = constant_truth(node.test)
        taken = _NOTHING if decided is None else body if decided else orelse
        return _sum([self._values([node.test]), taken])

    def _While(self, node: ast.While) -> Stretch:
        statements, objects, _ = self.suite(node.body)
        self._decide(node.test, (statements, objects, 1), _NOTHING)
        # Iterations of an endless loop are counted, but not the costs of each.
        endless = (statements, objects, 0) if constant_truth(node.test) is True else _NOTHING
        return _sum([self._values([node.test]), self.suite(node.orelse), endless])

    def _For(self, node: Union[ast.For, ast.AsyncFor]) -> Stretch:
        statements, objects, _ = self.suite(node.body)
        predicate = self._goals.predicate.get(node)
        self._set(predicate, (statements, objects, 1), _NOTHING)
        return _sum([self._values([node.iter, node.target]), self.suite(node.orelse)])

    _AsyncFor = _For

    def _With(self, node: Union[ast.With, ast.AsyncWith]) -> Stretch:
        return _sum([self._values(node.items), self.suite(node.body)])

    _AsyncWith = _With

    def _Try(self, node: ast.Try) -> Stretch:
        for handler in node.handlers:
            self._set(self._goals.predicate.get(handler), self.suite(handler.body), _NOTHING)
        return _sum(self.suite(body) for body in (node.body, node.orelse, node.finalbody))

    _TryStar = _Try

    def _Match(self, node: ast.Match) -> Stretch:
        for case in node.cases:
            body = self.suite(case.body)
            if case.guard is None:
                self._set(self._goals.predicate.get(case), body, _NOTHING)
            else:
                self._values([case.guard])
                self._decide(case.guard, body, _NOTHING)
        return self._values([node.subject])

    def _FunctionDef(self, node: Union[ast.FunctionDef, ast.AsyncFunctionDef]) -> Stretch:
        self._enter(node, self.suite(node.body))
        return self._values([*node.decorator_list, node.args])

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(self, node: ast.ClassDef) -> Stretch:
        self._enter(node, self.suite(node.body))
        return self._values([*node.decorator_list, *node.bases, *node.keywords])

    # Values.

    def _values(self, nodes: Iterable[ast.AST]) -> Stretch:
        """The objects that are made if all expressions are evaluated."""
        made = 0
        left: list[Any] = list(nodes)
        while left:
            node = left.pop()
            if isinstance(node, ast.Lambda):
                self._enter(node, _sum([(1, 0, 0), self._values([node.body])]))
                left.append(node.args)
            elif isinstance(node, COMPREHENSIONS):
                made += 1
                left.append(node.generators[0].iter)
                self._enter(node, _sum([(1, 0, 1), self._values(_of_each_element(node))]))
            else:
                made += self._makes_object(node)
                left.extend(children_of(node))
        return 0, made, 0

    def _makes_object(self, node: ast.AST) -> bool:
        if isinstance(node, ast.List):
            return isinstance(node.ctx, ast.Load)
        if not isinstance(node, ast.Call):
            return isinstance(node, (ast.Set, ast.Dict))
        name: str = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
        word = name.lstrip("_")
        return (
            name in self._classes
            or name in _CONTAINERS
            or (word[:1].isupper() and not word.isupper() and "_" not in word)
        )

    # Assigning costs.

    def _enter(self, node: ast.AST, cost: Stretch) -> None:
        index = self._goals.code_object.get(node)
        if index is not None:
            self.entries[index] = _bounded(cost)

    def _decide(self, test: ast.expr, on_true: Stretch, on_false: Stretch) -> None:
        """Assign the costs of a condition's outcomes to the predicates that decide it."""
        leads = {True: on_true, False: on_false, None: _NOTHING}
        for predicate, when_true, when_false in deciding(self._goals, test):
            self._set(predicate, leads[when_true], leads[when_false])

    def _set(self, predicate: Optional[int], on_true: Stretch, on_false: Stretch) -> None:
        if predicate is not None:
            self.outcomes[predicate] = (_bounded(on_true), _bounded(on_false))


def _of_each_element(comprehension: Any) -> Iterable[ast.AST]:
    """The expressions that a comprehension evaluates for each element."""
    first, *others = comprehension.generators
    if isinstance(comprehension, ast.DictComp):
        return [comprehension.key, comprehension.value, *first.ifs, *others]
    return [comprehension.elt, *first.ifs, *others]


def _sum(stretches: Iterable[Stretch]) -> Stretch:
    statements = objects = cycles = 0
    for stretch in stretches:
        statements += stretch[0]
        objects += stretch[1]
        cycles += stretch[2]
    return statements, objects, cycles


def _bounded(stretch: Stretch) -> Stretch:
    return tuple(map(min, stretch, _MOST))  # type: ignore[return-value]
