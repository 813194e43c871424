"""Small faults put into a module, to see which suites notice.

One fault a mutant, made by replacing a piece of the text: comparison, arithmetic and boolean
operators, constants, returned values, conditions, whole statements. Independent of the tools that are
compared; the same module always gives the same mutants. Which of them a suite is asked about depends
on `line`, the line that coverage.py reports for the statement where the fault is.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.MatMult: ast.Mult,
}
DELETED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.Delete, ast.Break, ast.Continue)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# What stands in these has no place of its own before Python 3.12: left alone by all versions.
TEMPLATES = ("JoinedStr", "TemplateStr")


@dataclass(frozen=True)
class Mutant:
    operator: str
    line: int
    start: int  # the span that is replaced, in bytes of the UTF-8 source
    end: int
    text: str

    def apply(self, source: str) -> str:
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of a module that compile, and to something else, in the order of the source."""
    tree = ast.parse(source)
    original = _compile(source)
    found = []
    for mutant in sorted(_Finder(source).find(tree), key=lambda m: (m.start, m.end, m.text)):
        try:
            code = _compile(mutant.apply(source))
        except (SyntaxError, ValueError):
            continue
        if code != original:
            found.append(mutant)
    return found


def sample(mutants: list[Mutant], most: int, name: str) -> list[Mutant]:
    """At most `most` of them, always the same for a module's name."""
    if len(mutants) <= most:
        return mutants
    chosen = random.Random(f"mutants of {name}").sample(range(len(mutants)), most)
    return [mutants[index] for index in sorted(chosen)]


def _compile(source: str) -> CodeType:
    """The module's code without its places, so that equal code is equal."""

    def without_places(code: CodeType) -> CodeType:
        constants = (without_places(c) if isinstance(c, CodeType) else c for c in code.co_consts)
        return code.replace(co_linetable=b"", co_firstlineno=1, co_consts=tuple(constants))

    return without_places(compile(source, "module", "exec", dont_inherit=True))


class _Finder:
    def __init__(self, source: str) -> None:
        self._starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def find(self, tree: ast.Module) -> Iterator[Mutant]:
        yield from self._body(tree, in_function=False)

    def _body(self, node: Any, in_function: bool) -> Iterator[Mutant]:
        for field in ("body", "orelse", "finalbody"):
            for statement in getattr(node, field, None) or []:
                yield from self._statement(statement, in_function)
        for handler in getattr(node, "handlers", []):
            yield from self._body(handler, in_function)
        for case in getattr(node, "cases", []):
            if case.guard is not None:
                yield self._negate(case.guard, node.lineno)
                yield from self._expression(case.guard, node.lineno)
            yield from self._body(case, in_function)

    def _statement(self, node: ast.stmt, in_function: bool) -> Iterator[Mutant]:
        if isinstance(node, ast.If) and _never_runs(node.test):
            for statement in node.orelse:
                yield from self._statement(statement, in_function)
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring, or an ellipsis
        if in_function and isinstance(node, DELETED):
            yield self._replace("statement deletion", node, node.lineno, "pass")
        if isinstance(node, ast.Return) and node.value is not None:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                yield self._replace("return value", node.value, node.lineno, "(None)")
        if isinstance(node, (ast.If, ast.While, ast.Assert)):
            yield self._negate(node.test, node.lineno)
        if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
            changed = ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
            yield self._replace("arithmetic", node, node.lineno, ast.unparse(changed))
        for expression in _expressions(node):
            yield from self._expression(expression, node.lineno)
        yield from self._body(node, in_function or isinstance(node, FUNCTIONS))

    def _expression(self, node: ast.expr, line: int) -> Iterator[Mutant]:
        if type(node).__name__ in TEMPLATES:
            return
        yield from self._operator(node, line)
        if isinstance(node, ast.Constant):
            yield from self._constant(node, line)
        if isinstance(node, ast.IfExp):
            yield self._negate(node.test, line)
        for child in _parts(node):
            if isinstance(child, ast.comprehension):
                for condition in child.ifs:
                    yield self._negate(condition, line)
                for part in (child.target, child.iter, *child.ifs):
                    yield from self._expression(part, line)
            else:
                yield from self._expression(child, line)

    def _operator(self, node: ast.expr, line: int) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                operators = list(node.ops)
                operators[index] = COMPARISONS[type(operator)]()
                changed: ast.expr = ast.Compare(node.left, operators, node.comparators)
                yield self._rewrite("comparison", node, line, changed)
        elif isinstance(node, ast.BinOp):
            changed = ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
            yield self._rewrite("arithmetic", node, line, changed)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield self._rewrite("boolean", node, line, ast.BoolOp(other, node.values))
        elif isinstance(node, ast.UnaryOp):
            name = "boolean" if isinstance(node.op, ast.Not) else "arithmetic"
            yield self._rewrite(name, node, line, node.operand)

    def _constant(self, node: ast.Constant, line: int) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            changed: object = not value
        elif isinstance(value, (int, float)):
            changed = value + 1
        elif isinstance(value, str):
            changed = "" if value else "mutant"
        elif isinstance(value, bytes):
            changed = b"" if value else b"mutant"
        else:
            return
        yield self._replace("constant", node, line, repr(changed))

    def _negate(self, condition: ast.expr, line: int) -> Mutant:
        changed = ast.UnaryOp(ast.Not(), condition)
        return self._rewrite("condition negation", condition, line, changed)

    def _rewrite(self, operator: str, node: ast.expr, line: int, changed: ast.expr) -> Mutant:
        return self._replace(operator, node, line, f"({ast.unparse(changed)})")

    def _replace(self, operator: str, node: Any, line: int, text: str) -> Mutant:
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        return Mutant(operator, line, start, end, text)


def _parts(node: ast.AST) -> Iterator[ast.expr | ast.comprehension]:
    """The expressions that an expression is made of."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.expr, ast.comprehension)):
            yield child
        elif isinstance(child, ast.keyword):
            yield child.value
        elif isinstance(child, ast.arguments):
            yield from (*child.defaults, *filter(None, child.kw_defaults))


def _expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement that are evaluated for what they are: no annotation."""
    if isinstance(node, FUNCTIONS):
        yield from (*node.args.defaults, *filter(None, node.args.kw_defaults))
    elif isinstance(node, ast.ClassDef):
        return
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield node.value
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        yield from (item.context_expr for item in node.items)
    else:
        yield from (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def _never_runs(test: ast.expr) -> bool:
    """Whether this is `if TYPE_CHECKING:` or `if __name__ == "__main__":`."""
    if isinstance(test, ast.Compare):
        test = test.left
        return isinstance(test, ast.Name) and test.id == "__name__"
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
