"""Questions about syntax nodes: names of comprehensions, order of evaluation, conditions with a
fixed value."""

from __future__ import annotations

import ast
import os
import sys
from typing import Iterator, Optional, Union

from skua_runtime.source.nodes import children_of, walk

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = {
    ast.ListComp: "<listcomp>",
    ast.SetComp: "<setcomp>",
    ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}
# Names of operators' methods without underscores.
ARITHMETIC: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Div: "truediv",
    ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift",
    ast.RShift: "rshift", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
OPERATORS: dict[type[ast.AST], str] = {**ARITHMETIC, ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
# The method of the left operand, and the one of the right operand if the left has none.
COMPARISONS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Eq: ("__eq__", "__eq__"), ast.NotEq: ("__ne__", "__ne__"), ast.Lt: ("__lt__", "__gt__"),
    ast.LtE: ("__le__", "__ge__"), ast.Gt: ("__gt__", "__lt__"), ast.GtE: ("__ge__", "__le__"),
}  # fmt: skip
# Expressions that depend only on the platform, so no test can change them.
_OF_PLATFORM = frozenset({"sys.platform", "sys.version_info", "os.name", "sys.byteorder"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def definitions_in(scope: ast.AST) -> Iterator[Union[Function, ast.ClassDef]]:
    """Yield the functions and classes of a scope, also in its branches, without nested ones."""
    waiting = list(children_of(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            waiting[:0] = children_of(node)


def functions_in(scope: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Yield the functions of a scope and the methods of its classes, with their qualified names."""
    for one in definitions_in(scope):
        if isinstance(one, ast.ClassDef):
            yield from functions_in(one, f"{prefix}{one.name}.")
        else:
            yield prefix + one.name, one


def comprehension_name(node: ast.AST) -> str:
    """The `co_name` of a comprehension's code object, such as "<listcomp>"."""
    return _COMPREHENSIONS[type(node)]


def evaluated_children(node: ast.AST) -> Iterator[ast.AST]:
    """The children that are evaluated together with `node`, in order of evaluation.

    Annotations, type parameters and `type` aliases are skipped: the compiler may turn them into
    strings, or evaluate them later or never.
    """
    if isinstance(node, ast.Assign):
        yield node.value
        yield from node.targets
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield node.value
        yield node.target
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if key is not None:
                yield key
            yield value
    elif isinstance(node, ast.arguments):
        yield from node.defaults
        yield from (default for default in node.kw_defaults if default is not None)
    elif type(node).__name__ != "TypeAlias":
        yield from children_of(node)


def constant_truth(node: ast.expr) -> Optional[bool]:
    """The truth of a condition that the compiler can decide, such as `not 0`; else None."""
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Name) and node.id == "__debug__":
        return True
    if isinstance(node, ast.Tuple) and node.elts:
        return None if any(isinstance(item, ast.Starred) for item in node.elts) else True
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        truth = constant_truth(node.operand)
        return None if truth is None else not truth
    if isinstance(node, ast.BoolOp):
        decisive = isinstance(node.op, ast.Or)
        truths = [constant_truth(value) for value in node.values]
        if decisive in truths:
            return decisive
        return None if None in truths else not decisive
    return None


def truth_under_test(node: ast.expr) -> Optional[bool]:
    """The truth that a condition has in every test: False for TYPE_CHECKING and `__name__ ==
    "__main__"`, and the actual truth of checks of the platform or Python version. None for other
    conditions."""
    if getattr(node, "id", getattr(node, "attr", "")) == "TYPE_CHECKING":
        return False
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = (node.left, node.comparators[0])
        names = {getattr(side, "id", "") for side in sides}
        if "__name__" in names and "__main__" in {getattr(side, "value", "") for side in sides}:
            return {ast.Eq: False, ast.NotEq: True}.get(type(node.ops[0]))
    if isinstance(node, (ast.Compare, ast.Call)):
        return _truth_of_platform(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        truth = truth_under_test(node.operand)
        return None if truth is None else not truth
    if isinstance(node, ast.BoolOp):
        decisive = isinstance(node.op, ast.Or)
        if decisive in [truth_under_test(value) for value in node.values]:
            return decisive
    return None


def _truth_of_platform(node: ast.expr) -> Optional[bool]:
    """The truth of a condition that depends only on the interpreter and its system; else None."""
    asked = {ast.unparse(one) for one in walk(node) if isinstance(one, ast.Attribute)}
    asked = {one for one in asked if not one.endswith((".startswith", ".major", ".minor"))}
    names = {one.id for one in walk(node) if isinstance(one, ast.Name)}
    if not asked or not asked <= _OF_PLATFORM or not names <= {"sys", "os"}:
        return None
    if any(isinstance(one, ast.Call) and one is not node for one in walk(node)):
        return None
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(node)), "<condition>", "eval")
        return bool(eval(code, {"sys": sys, "os": os, "__builtins__": {}}))
    except (TypeError, ValueError, IndexError, NameError, AttributeError):
        return None


def is_irrefutable(pattern: ast.pattern) -> bool:
    """Whether a pattern matches every value, such as `case _`."""
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is None or is_irrefutable(pattern.pattern)
    return isinstance(pattern, ast.MatchOr) and any(map(is_irrefutable, pattern.patterns))
