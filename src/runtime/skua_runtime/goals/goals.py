"""Finds code objects and predicates in a module's AST and numbers them; then blocks and lines (blocks.py).

Numbers follow the source, within an expression the order of evaluation, so they are equal in every
process and Python version. control_flow.py and instrument.py use the tables made here; nodes in no
table stay unchanged.
"""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass, field, replace
from typing import Any, Container, Optional

from skua_runtime.goals import blocks
from skua_runtime.source.exclusion import Exclusion, first_line, is_protocol, is_stub
from skua_runtime.source.nodes import walk
from skua_runtime.source.syntax import COMPREHENSIONS, comprehension_name, constant_truth
from skua_runtime.source.syntax import evaluated_children, is_irrefutable, truth_under_test

# Functions that read their caller's local variables, and would see hidden ones.
_FRAME_READERS = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "stack", "f_locals"}
)

@dataclass
class CodeObject:
    """A module, class body, function, lambda or comprehension, with its control flow graph."""

    kind: str
    qualified_name: str
    first_line: int  # as in co_firstlineno: the line of the first decorator
    parent: int  # number of the outer code object; -1 for none
    name: str = ""  # as co_name
    parameters: int = 0
    nodes: list[int] = field(default_factory=lambda: [-1, -1])
    edges: list[tuple[int, int, str]] = field(default_factory=lambda: [(0, 1, "always")])


@dataclass
class Predicate:
    """A decision with two outcomes, such as a comparison, a loop or an except clause; or a block.
    """

    kind: str
    code_object: int
    line: int
    column: int
    true_is_goal: bool = True
    false_is_goal: bool = True
    # Next code of the statement after this outcome: True for its body, False for the code after it;
    # where the outcome leads elsewhere, as jumps.py tells, None.
    true_jump: Optional[bool] = None
    false_jump: Optional[bool] = None


@dataclass
class Goals:
    """The tables of goals in one tree."""

    code_objects: list[CodeObject] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    # The number of each code object.
    code_object: dict[ast.AST, int] = field(default_factory=dict)
    # The number of each predicate: a condition without and/or/not, an operand, a `for`, a case, an
    # except clause.
    predicate: dict[ast.AST, int] = field(default_factory=dict)
    # The number of the block before a statement, and at the end of a `try` body.
    block: dict[ast.stmt, int] = field(default_factory=dict)
    completion: dict[ast.stmt, int] = field(default_factory=dict)
    lines: list[blocks.Line] = field(default_factory=list)  # of functions, ascending
    # The lines of each `async for`, which coverage.py counts as branches; nothing watches them.
    async_loops: list[int] = field(default_factory=list)
    # Chained comparisons such as a < b < c, with a predicate for each link.
    links: dict[ast.Compare, list[int]] = field(default_factory=dict)
    # Names of hidden local variables, which keep the value of an and/or, of the middle of a chain,
    # or of a match subject.
    hidden: dict[ast.AST, str] = field(default_factory=dict)
    # For a pair: places that enter functions, with their code object, their node in control flow,
    # and the numbers of call sites.
    calls: dict[ast.AST, int] = field(default_factory=dict)
    call_nodes: dict[ast.AST, int] = field(default_factory=dict)
    call_sites: dict[ast.AST, int] = field(default_factory=dict)

    def code_objects_of(self, part: str) -> set[int]:
        """The code objects of a class or function with everything inside it; all of them for ""."""
        return {
            index
            for index, one in enumerate(self.code_objects)
            if not part or f"{one.qualified_name}.".startswith(f"{part}.")
        }


def find_goals(
    module: ast.Module, excluded: Container[int] = frozenset(), under_test: bool = True
) -> Goals:
    """Find all goals of a module.

    Clauses and statements that begin on `excluded` lines have none. With `under_test`, code that
    runs only as a script or for a type checker has none either.
    """
    exclusion = Exclusion(excluded)
    numberer = _Numberer(exclusion, under_test)
    scope = numberer.enter(module, "module", "<module>", None)
    numberer.statements(module.body, scope)
    goals = numberer.goals
    for node, index in goals.code_object.items():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            blocks.find_blocks(node, goals, exclusion, functools.partial(_add_block, goals, index))
    goals.lines.sort(key=lambda line: (line.line, line.code_object))
    return goals


def _add_block(goals: Goals, code_object: int, at: ast.stmt) -> int:
    block = Predicate("block", code_object, at.lineno, at.col_offset, false_is_goal=False)
    goals.predicates.append(block)
    return len(goals.predicates) - 1


class _HiddenNames:
    """Makes names of hidden local variables, which no source can contain."""

    def __init__(self) -> None:
        self._count = 0

    def next(self) -> str:
        self._count += 1
        return f".skua{self._count}"


@dataclass
class _Scope:
    code_object: int
    kind: str
    # Names for hidden variables; None where an assignment expression is illegal or visible.
    hidden: Optional[_HiddenNames] = None
    # Inside the iterable of a comprehension, where assignment expressions are illegal even in
    # lambdas.
    in_iterable: bool = False
    goals: bool = True
    in_protocol: bool = False  # inside a Protocol class

    def hidden_name(self) -> Optional[str]:
        return self.hidden.next() if self.hidden is not None and not self.in_iterable else None


class _Numberer:
    def __init__(self, exclusion: Exclusion, under_test: bool) -> None:
        self.goals = Goals()
        self._exclusion = exclusion
        self._under_test = under_test

    def enter(
        self,
        node: ast.AST,
        kind: str,
        name: str,
        outer: Optional[_Scope],
        hidden: Optional[_HiddenNames] = None,
    ) -> _Scope:
        """Add a code object; returns its scope."""
        index = len(self.goals.code_objects)
        qualified_name = name
        if outer is not None and outer.kind != "module":
            parent = self.goals.code_objects[outer.code_object].qualified_name
            local = "" if outer.kind == "class_body" else ".<locals>"
            qualified_name = f"{parent}{local}.{name}"
        self.goals.code_objects.append(
            CodeObject(
                kind=kind,
                qualified_name=qualified_name,
                first_line=1 if outer is None else first_line(node),
                parent=-1 if outer is None else outer.code_object,
                name=name,
                parameters=_parameter_count(node),
            )
        )
        self.goals.code_object[node] = index
        return _Scope(index, kind, hidden, outer is not None and outer.in_iterable)

    def predicate(
        self, node: ast.AST, kind: str, scope: _Scope, at: Optional[ast.AST] = None
    ) -> int:
        """Add a predicate; returns its number."""
        place: Any = at or node
        index = len(self.goals.predicates)
        self.goals.predicates.append(
            Predicate(
                kind,
                scope.code_object,
                place.lineno,
                place.col_offset,
                true_is_goal=scope.goals,
                false_is_goal=scope.goals,
            )
        )
        return index

    # Values: the result of the code is used.

    def visit(self, node: ast.AST, scope: _Scope) -> None:
        """Number an expression or statement."""
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            method(node, scope)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node, scope)
        else:
            for child in evaluated_children(node):
                self.visit(child, scope)

    def statements(self, body: list[ast.stmt], scope: _Scope) -> None:
        """Number statements that are not excluded."""
        for statement in body:
            if not self._exclusion.covers(statement):
                self.visit(statement, scope)
                continue
            # An excluded header excludes the first clause only.
            for handler in getattr(statement, "handlers", ()):
                self._handler(handler, statement, scope)
            self._last_clauses(statement, scope)

    def _last_clauses(self, node: ast.stmt, scope: _Scope) -> None:
        for _, clause in self._exclusion.last_clauses(node):
            self.statements(clause, scope)

    def _FunctionDef(self, node: ast.FunctionDef, scope: _Scope) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator, scope)
        self.visit(node.args, scope)
        if is_stub(node, scope.in_protocol):
            return
        hidden = None if _reads_its_frame(node) else _HiddenNames()
        self.statements(node.body, self.enter(node, "function", node.name, scope, hidden))

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(self, node: ast.ClassDef, scope: _Scope) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator, scope)
        # Bases of a generic class are evaluated in another scope.
        outside = replace(scope, hidden=None) if getattr(node, "type_params", None) else scope
        for child in [*node.bases, *node.keywords]:
            self.visit(child, outside)
        inner = self.enter(node, "class_body", node.name, scope)
        self.statements(node.body, replace(inner, in_protocol=is_protocol(node)))

    def _Lambda(self, node: ast.Lambda, scope: _Scope) -> None:
        self.visit(node.args, scope)
        hidden = None if _reads_its_frame(node) else _HiddenNames()
        self.visit(node.body, self.enter(node, "lambda", "<lambda>", scope, hidden))

    def _comprehension(self, node: Any, scope: _Scope) -> None:
        self.visit(node.generators[0].iter, replace(scope, in_iterable=True))
        inner = self.enter(
            node,
            "comprehension",
            comprehension_name(node),
            scope,
            None if scope.kind == "class_body" else scope.hidden,
        )
        for position, generator in enumerate(node.generators):
            if position > 0:
                self.visit(generator.iter, replace(inner, in_iterable=True))
            self.visit(generator.target, inner)
            for condition in generator.ifs:
                self.condition(condition, inner)
        if isinstance(node, ast.DictComp):
            self.visit(node.key, inner)
            self.visit(node.value, inner)
        else:
            self.visit(node.elt, inner)

    def _If(self, node: ast.If, scope: _Scope) -> None:
        decided = constant_truth(node.test)
        under_test = truth_under_test(node.test) if self._under_test else None
        without_goals = replace(scope, goals=False)
        self.condition(node.test, scope if under_test is None else without_goals)
        if decided is not False and under_test is not False:
            self.statements(node.body, scope)
        if decided is not True and under_test is not True:
            self._last_clauses(node, scope)

    def _While(self, node: ast.While, scope: _Scope) -> None:
        decided = constant_truth(node.test)
        self.condition(node.test, scope)
        if decided is not False:
            self.statements(node.body, scope)
        if decided is not True:
            self._last_clauses(node, scope)

    def _For(self, node: Any, scope: _Scope) -> None:
        self.visit(node.iter, scope)
        if isinstance(node, ast.For):
            index = self.predicate(node, "for_loop", scope)
            self.goals.predicate[node] = index
            if _is_never_empty(node.iter):
                self.goals.predicates[index].false_is_goal = False
        self.visit(node.target, scope)
        self.statements(node.body, scope)
        self._last_clauses(node, scope)

    _AsyncFor = _For

    def _With(self, node: ast.With, scope: _Scope) -> None:
        for item in node.items:
            self.visit(item, scope)
        self.statements(node.body, scope)

    _AsyncWith = _With

    def _Try(self, node: ast.Try, scope: _Scope) -> None:
        self.statements(node.body, scope)
        for handler in node.handlers:
            self._handler(handler, node, scope)
        self._last_clauses(node, scope)

    def _handler(self, handler: ast.ExceptHandler, node: ast.stmt, scope: _Scope) -> None:
        if self._exclusion.covers(handler):
            return
        if handler.type is not None:
            self.visit(handler.type, scope)
            if isinstance(node, ast.Try):
                self.goals.predicate[handler] = self.predicate(handler, "except_clause", scope)
        self.statements(handler.body, scope)

    _TryStar = _Try

    def _Match(self, node: ast.Match, scope: _Scope) -> None:
        self.visit(node.subject, scope)
        name = scope.hidden_name()
        if name is not None:
            self.goals.hidden[node] = name
        for case in node.cases:
            if self._exclusion.covers_case(case):
                continue
            if not is_irrefutable(case.pattern):
                self.goals.predicate[case] = self.predicate(case, "match_case", scope, case.pattern)
            if case.guard is not None:
                self.condition(case.guard, scope)
            self.statements(case.body, scope)

    def _Assert(self, node: ast.Assert, scope: _Scope) -> None:
        self.condition(node.test, scope)
        if node.msg is not None:
            self.visit(node.msg, scope)

    def _IfExp(self, node: ast.IfExp, scope: _Scope) -> None:
        self.condition(node.test, scope)
        self.visit(node.body, scope)
        self.visit(node.orelse, scope)

    def _Compare(self, node: ast.Compare, scope: _Scope) -> None:
        if len(node.ops) == 1 or not self._chain(node, scope):
            for child in evaluated_children(node):
                self.visit(child, scope)

    def _BoolOp(self, node: ast.BoolOp, scope: _Scope) -> None:
        name = scope.hidden_name()
        if name is not None:
            self.goals.hidden[node] = name
        for operand in node.values[:-1]:
            self.condition(operand, scope, is_kept=True)
        self.visit(node.values[-1], scope)

    # Conditions: only the truth of the result is used.

    def condition(self, node: ast.expr, scope: _Scope, is_kept: bool = False) -> None:
        """Number a condition, or an operand of and/or whose value is kept (`is_kept`)."""
        if isinstance(node, ast.BoolOp):
            for operand in node.values:
                self.condition(operand, scope, is_kept)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand, scope)
        elif isinstance(node, ast.IfExp) and not is_kept:
            for part in (node.test, node.body, node.orelse):
                self.condition(part, scope)
        elif constant_truth(node) is not None:
            self.visit(node, scope)
        else:
            self._leaf(node, scope)

    def _leaf(self, node: ast.expr, scope: _Scope) -> None:
        if isinstance(node, ast.Compare):
            if len(node.ops) > 1 and self._chain(node, scope):
                return
            for child in evaluated_children(node):
                self.visit(child, scope)
            kind = "compare" if len(node.ops) == 1 else "truth"
        else:
            self.visit(node, scope)
            kind = "truth"
        self.goals.predicate[node] = self.predicate(node, kind, scope)

    def _chain(self, node: ast.Compare, scope: _Scope) -> bool:
        """Number the links of a < b < c, if b can be evaluated once and used twice."""
        middles = node.comparators[:-1]
        hideable = scope.hidden is not None and not scope.in_iterable
        repeatable = scope.kind != "class_body"  # in a class body, reading a name may run code
        for middle in middles:
            if isinstance(middle, ast.Constant) or hideable:
                continue
            if not (repeatable and isinstance(middle, ast.Name)):
                return False
        self.visit(node.left, scope)
        links = self.goals.links[node] = []
        for comparator in node.comparators:
            self.visit(comparator, scope)
            links.append(self.predicate(node, "compare", scope))
        for middle in middles:
            # In a comprehension a hidden variable belongs to the outer function, so two running
            # generators would share it. A name is read twice instead.
            readable = isinstance(middle, ast.Name) and scope.kind == "comprehension"
            if readable or isinstance(middle, ast.Constant):
                continue
            name = scope.hidden_name()
            if name is not None:
                self.goals.hidden[middle] = name
        return True


def _parameter_count(node: ast.AST) -> int:
    arguments = getattr(node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return 0
    unpacked = (arguments.vararg is not None) + (arguments.kwarg is not None)
    return len(arguments.posonlyargs + arguments.args + arguments.kwonlyargs) + unpacked


def _reads_its_frame(node: ast.AST) -> bool:
    return any(
        (isinstance(one, ast.Name) and one.id in _FRAME_READERS)
        or (isinstance(one, ast.Attribute) and one.attr in _FRAME_READERS)
        for one in walk(node)
    )


def _is_never_empty(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(not isinstance(item, ast.Starred) for item in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes)) and len(node.value) > 0
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "range"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, int)
        and node.args[0].value > 0
    )
