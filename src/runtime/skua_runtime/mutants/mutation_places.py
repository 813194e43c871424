"""Finds the places of a module's AST that can be mutated, and the changes for each.

A place is a field of a node, or one item of a list field. Outer places come before inner ones, in
source order. Not mutated, besides the code in mutation_exclusions.py: docstrings, annotations,
imports, class bases, and code that runs only for type checkers or as a script. A pattern cannot
hold a switch, so a `case` can only be switched off.
"""

from __future__ import annotations

import ast
import contextlib
from dataclasses import dataclass, replace
from typing import Any, Iterable, Iterator, Optional, Union, cast

from skua_runtime.mutants import mutation_operators as operators
from skua_runtime.mutants.equivalence import Unit
from skua_runtime.goals.goals import Goals
from skua_runtime.mutants.mutation_exclusions import is_declaration, is_logged_text, is_type_text
from skua_runtime.mutants.mutation_operators import Change
from skua_runtime.source.exclusion import Exclusion
from skua_runtime.source.nodes import children_of
from skua_runtime.source.syntax import COMPREHENSIONS, constant_truth, truth_under_test

# Larger expressions get no change that contains a copy of them: nesting would multiply the copies.
_MOST_COPIED = 300


@dataclass(frozen=True)
class Scope:
    """The code object that would contain a mutant."""

    code_object: int
    kind: str
    at_import: bool
    unit: Unit  # the function around the place, or the statement at module level


@dataclass
class Place:
    """A place for mutants: a field of `owner` or an item of the field, or a whole body."""

    owner: ast.AST
    field: str
    item: Optional[int]
    at: Any  # node whose position mutants get
    scope: Scope
    changes: list[Change]
    is_loop_end: bool = False
    first: int = 0  # number of the first mutant here

    def get(self) -> Any:
        """The node or list in the place."""
        value = getattr(self.owner, self.field)
        return value if self.item is None else value[self.item]

    def set(self, value: Any) -> None:
        """Replace the node or list in the place."""
        if self.item is None:
            setattr(self.owner, self.field, value)
        else:
            getattr(self.owner, self.field)[self.item] = value


@contextlib.contextmanager
def only(place: Place, change: Change) -> Iterator[None]:
    """In the `with` block: the tree with this change."""
    original = place.get()
    node = locate(change.alone or change.node, place.at)
    if place.is_loop_end:
        place.set([*original, node])
    else:
        place.set([node] if isinstance(original, list) else node)
    try:
        yield
    finally:
        place.set(original)


def locate(node: Any, at: ast.AST) -> Any:
    """Give new nodes the position of `at`; nodes of the original keep their own."""
    open_nodes = [node]
    while open_nodes:
        one = open_nodes.pop()
        if not hasattr(one, "lineno"):
            if "lineno" in one._attributes:
                ast.copy_location(one, at)
            open_nodes.extend(children_of(one))
    return node


class PlaceFinder:
    """Walks a tree and collects `places`."""

    def __init__(self, goals: Goals, excluded: frozenset[int]) -> None:
        self._goals = goals
        self._exclusion = Exclusion(excluded)
        self._sizes: dict[ast.AST, int] = {}
        self._binding: set[ast.AST] = set()  # nodes that contain a binding of a name, or a yield
        self.places: list[Place] = []

    def module(self, tree: ast.Module) -> None:
        """Find the places of a module."""
        self._measure(tree)
        for position in range(len(tree.body)):
            unit = Unit(tree.body, position)
            scope = Scope(self._goals.code_object[tree], "module", True, unit)
            self._statement(tree, "body", position, scope)

    def _measure(self, node: ast.AST) -> int:
        size = 1
        is_binding = isinstance(node, operators.BINDING)
        for child in children_of(node):
            size += self._measure(child)
            is_binding |= child in self._binding
        if is_binding:
            self._binding.add(node)
        self._sizes[node] = size
        return size

    def _add(
        self,
        owner: ast.AST,
        name: str,
        item: Optional[int],
        scope: Scope,
        changes: Iterable[Change],
        at: Optional[ast.AST] = None,
        is_loop_end: bool = False,
    ) -> None:
        place = Place(owner, name, item, at, scope, list(changes), is_loop_end)
        place.at = at or place.get()
        if place.changes:
            self.places.append(place)

    # Statements.

    def _block(self, owner: ast.AST, name: str, scope: Scope) -> None:
        for position in range(len(getattr(owner, name))):
            self._statement(owner, name, position, scope)

    def _last_clauses(self, node: ast.stmt, scope: Scope) -> None:
        for name, _ in self._exclusion.last_clauses(node):
            self._block(node, name, scope)

    def _statement(self, owner: ast.AST, name: str, item: int, scope: Scope) -> None:
        node = getattr(owner, name)[item]
        if self._exclusion.covers(node) or is_declaration(node, scope.kind):
            if isinstance(node, ast.If):  # an excluded `if` line does not exclude the `else` clause
                self._last_clauses(node, scope)
            return
        self._add(owner, name, item, scope, operators.changes_of_statement(node))
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            method(node, scope)
        else:
            self._children(node, scope)

    def _decorators(self, node: Any, scope: Scope) -> None:
        for position, decorator in enumerate(node.decorator_list):
            changes = operators.changes_of_decorator(decorator)
            self._expression(node, "decorator_list", position, scope, changes)

    def _function(self, node: Any, scope: Scope) -> None:
        self._decorators(node, scope)
        self._defaults(node.args, scope)
        inner = self._enter(node, "function", scope)
        if inner is not None:
            inner = replace(inner, unit=Unit([node], 0, scope.unit))
            self._block(node, "body", inner)

    _FunctionDef = _AsyncFunctionDef = _function

    def _defaults(self, arguments: ast.arguments, scope: Scope) -> None:
        for name in ("defaults", "kw_defaults"):
            for position, default in enumerate(getattr(arguments, name)):
                if default is not None:
                    is_none = isinstance(default, ast.Constant) and default.value is None
                    changes = () if is_none else operators.changes_of_default()
                    self._expression(arguments, name, position, scope, changes)

    def _ClassDef(self, node: ast.ClassDef, scope: Scope) -> None:
        self._decorators(node, scope)
        inner = self._enter(node, "class_body", scope)
        if inner is None:
            return
        for position in range(len(node.body)):
            alone = replace(inner, unit=Unit(node.body, position, scope.unit))
            self._statement(node, "body", position, alone)

    def _enter(self, node: ast.AST, kind: str, scope: Scope) -> Optional[Scope]:
        """The scope inside the node; None for code that never runs, or only for a type checker."""
        index = self._goals.code_object.get(node)
        if index is None:
            return None
        at_import = scope.at_import and kind in ("class_body", "comprehension")
        return Scope(index, kind, at_import, scope.unit)

    def _If(self, node: ast.If, scope: Scope) -> None:
        decided = constant_truth(node.test)
        under_test = truth_under_test(node.test)
        if decided is None and under_test is None:
            self._condition(node, "test", None, scope)
        if decided is not False and under_test is not False:
            self._block(node, "body", scope)
        if decided is not True and under_test is not True:
            self._last_clauses(node, scope)

    def _While(self, node: ast.While, scope: Scope) -> None:
        decided = constant_truth(node.test)
        self._loop_end(node, scope)
        if decided is None:
            self._condition(node, "test", None, scope)
        elif decided:
            changes = [Change("loop", ast.Constant(False))]
            self._add(node, "test", None, scope, changes)
        if decided is not False:
            self._block(node, "body", scope)
        if decided is not True:
            self._last_clauses(node, scope)

    def _For(self, node: ast.For, scope: Scope) -> None:
        self._loop_end(node, scope)
        is_async = isinstance(node, ast.AsyncFor)
        changes = () if is_async else operators.changes_of_iterable()
        self._expression(node, "iter", None, scope, changes)
        self._expression(node, "target", None, scope)
        self._block(node, "body", scope)
        self._last_clauses(node, scope)

    _AsyncFor = _For

    def _loop_end(self, node: Any, scope: Scope) -> None:
        changes = operators.changes_of_loop_end(node)
        self._add(node, "body", None, scope, changes, node, is_loop_end=True)

    def _With(self, node: ast.With, scope: Scope) -> None:
        for item in node.items:
            self._children(item, scope)
        self._block(node, "body", scope)

    _AsyncWith = _With

    def _Try(self, node: ast.Try, scope: Scope) -> None:
        self._block(node, "body", scope)
        for handler in node.handlers:
            if self._exclusion.covers(handler):
                continue
            if handler.type is not None:
                changes = operators.changes_of_handled_type(handler.type)
                self._add(handler, "type", None, scope, changes)
            changes = operators.changes_of_handler_body(handler.body)
            self._add(handler, "body", None, scope, changes, handler.body[0])
            self._block(handler, "body", scope)
        self._last_clauses(node, scope)

    _TryStar = _Try

    def _Match(self, node: ast.Match, scope: Scope) -> None:
        self._expression(node, "subject", None, scope)
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            changes = operators.changes_of_case(case)
            if case.guard is None:
                self._add(case, "guard", None, scope, changes, case.pattern)
            else:
                self._expression(case, "guard", None, scope, changes)
            self._block(case, "body", scope)

    def _Return(self, node: Union[ast.Return, ast.Yield], scope: Scope) -> None:
        if node.value is not None:
            changes = operators.changes_of_result(node.value)
            self._expression(node, "value", None, scope, changes)

    _Yield = _Return

    def _AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> None:
        self._expression(node, "target", None, scope)
        if node.value is not None:
            self._expression(node, "value", None, scope)

    def _Expr(self, node: ast.Expr, scope: Scope) -> None:
        if not isinstance(node.value, ast.Constant):
            self._expression(node, "value", None, scope)

    def _TypeAlias(self, node: ast.AST, scope: Scope) -> None:
        pass

    # Expressions.

    def _condition(self, owner: ast.AST, name: str, item: Optional[int], scope: Scope) -> None:
        node = getattr(owner, name)
        node = node if item is None else node[item]
        changes = () if constant_truth(node) is not None else operators.changes_of_condition(node)
        self._expression(owner, name, item, scope, changes)

    def _expression(
        self,
        owner: ast.AST,
        name: str,
        item: Optional[int],
        scope: Scope,
        changes: Iterable[Change] = (),
    ) -> None:
        node = getattr(owner, name)
        node = node if item is None else node[item]
        changes = [*changes, *operators.changes_of_value(node)]
        if self._sizes[node] > _MOST_COPIED:
            changes = [change for change in changes if isinstance(change.node, ast.Constant)]
        if node in self._binding:
            for change in changes:
                changed = cast(ast.expr, change.node)
                change.alone = ast.IfExp(ast.Constant(False), node, changed)
        self._add(owner, name, item, scope, changes)
        self._inside(node, scope)

    def _inside(self, node: ast.AST, scope: Scope) -> None:
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            method(node, scope)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node, scope)
        else:
            self._children(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                self._expression(node, name, None, scope)
            elif isinstance(value, list):
                for position, one in enumerate(value):
                    if isinstance(one, ast.expr):
                        self._expression(node, name, position, scope)
                    elif isinstance(one, ast.AST):
                        self._children(one, scope)

    def _Lambda(self, node: ast.Lambda, scope: Scope) -> None:
        self._defaults(node.args, scope)
        inner = self._enter(node, "lambda", scope)
        if inner is not None:
            self._expression(node, "body", None, inner, operators.changes_of_result(node.body))

    def _comprehension(self, node: Any, scope: Scope) -> None:
        inner = self._enter(node, "comprehension", scope)
        if inner is None:
            return
        for name in ("key", "value", "elt"):
            if hasattr(node, name):
                self._expression(node, name, None, inner)
        for position, generator in enumerate(node.generators):
            outside = scope if position == 0 else inner
            changes = () if generator.is_async else operators.changes_of_iterable()
            self._expression(generator, "iter", None, outside, changes)
            for index in range(len(generator.ifs)):
                self._condition(generator, "ifs", index, inner)

    def _IfExp(self, node: ast.IfExp, scope: Scope) -> None:
        self._condition(node, "test", None, scope)
        self._expression(node, "body", None, scope)
        self._expression(node, "orelse", None, scope)

    def _Subscript(self, node: ast.Subscript, scope: Scope) -> None:
        self._expression(node, "value", None, scope)
        bounds = node.slice
        if not isinstance(bounds, ast.Slice):
            self._expression(node, "slice", None, scope)
            return
        for name in ("lower", "upper", "step"):
            if getattr(bounds, name) is not None:
                changes = operators.changes_of_bound(bounds, name)
                self._expression(bounds, name, None, scope, changes)

    def _JoinedStr(self, node: ast.JoinedStr, scope: Scope) -> None:
        for piece in node.values:
            if isinstance(piece, ast.FormattedValue):
                self._expression(piece, "value", None, scope)
                if isinstance(piece.format_spec, ast.JoinedStr):
                    self._JoinedStr(piece.format_spec, scope)

    def _Call(self, node: ast.Call, scope: Scope) -> None:
        self._expression(node, "func", None, scope)
        for position, argument in enumerate(node.args):
            if is_logged_text(node, argument):
                self._inside(argument, scope)
            elif not is_type_text(node, argument):
                self._expression(node, "args", position, scope)
        for keyword in node.keywords:
            self._expression(keyword, "value", None, scope)
