"""Finds conditions that probes can examine in detail: calls that return a flag, such as
`x.startswith("a")`, and `match` cases.

This module only finds and describes them; instrument.py inserts the probes. A name may be bound to
another object, so the probe checks the called object, and records only the outcome of others.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Optional, cast

from skua_runtime.goals.goals import Goals
from skua_runtime.source.syntax import COMPREHENSIONS

_FUNCTIONS = frozenset({"isinstance", "hasattr", "callable", "any", "all"})
_METHODS = frozenset(
    "startswith endswith isdigit isnumeric isdecimal isalpha isalnum isspace isupper islower istitle "
    "isidentifier match search fullmatch".split()
)
_LENGTH_OPERATORS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _is_plain_call(node: ast.AST) -> bool:
    """Whether the node calls a name or method with at most three positional arguments."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, (ast.Name, ast.Attribute))
        and not node.keywords
        and len(node.args) <= 3
        and not any(isinstance(argument, ast.Starred) for argument in node.args)
    )


def known_call(node: Any) -> Optional[str]:
    """The name under which the native extension knows the called function, or None."""
    if not _is_plain_call(node):
        return None
    if isinstance(node.func, ast.Name):
        return node.func.id if node.func.id in _FUNCTIONS else None
    return node.func.attr if node.func.attr in _METHODS else None


def compared_length(node: ast.Compare) -> Optional[tuple[ast.Call, ast.Constant, bool]]:
    """For `len(x) < 5`: the call, the number, and whether the number is on the left."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], _LENGTH_OPERATORS):
        return None
    sides: tuple[Any, Any] = (node.left, node.comparators[0])
    for call, number, swapped in ((*sides, False), (*reversed(sides), True)):
        if (
            _is_plain_call(call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "len"
            and len(call.args) == 1
            and isinstance(number, ast.Constant)
            and type(number.value) is int
        ):
            return call, number, swapped
    return None


def members(node: Any) -> Optional[ast.expr]:
    """The comprehension in any(… for …) or all(… for …), whose elements tell how far the result is
    from changing."""
    if known_call(node) not in ("any", "all") or len(node.args) != 1:
        return None
    argument = node.args[0]
    if not isinstance(argument, COMPREHENSIONS) or isinstance(argument, ast.DictComp):
        return None
    plain = not isinstance(argument.elt, (ast.BoolOp, ast.IfExp, ast.NamedExpr, ast.UnaryOp))
    return argument if plain else None


def flags(goals: Goals, body: list[ast.stmt]) -> Iterator[tuple[ast.Call, ast.expr, str]]:
    """Known calls whose result the next statement tests: (call, node of the predicate, "flag" or
    "negated flag")."""
    for statement, following in zip(body, body[1:]):
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
            and known_call(statement.value)
            and isinstance(following, (ast.If, ast.Assert))
        ):
            found = _test_of(statement.targets[0].id, following.test)
            if found is not None and found[0] in goals.predicate:
                yield cast(ast.Call, statement.value), *found


def flag_in_place(node: Any) -> Optional[tuple[ast.Call, str]]:
    """(call, "flag" or "negated flag") for a condition that both calls and tests: `m := f(x)`,
    `f(x) is None`."""
    if isinstance(node, ast.NamedExpr) and known_call(node.value):
        return cast(ast.Call, node.value), "flag"
    opposite = _compares_with_none(node)
    if opposite is None:
        return None
    call: Any = node.left.value if isinstance(node.left, ast.NamedExpr) else node.left
    return (call, opposite) if known_call(call) else None


def _test_of(name: str, test: Any) -> Optional[tuple[ast.expr, str]]:
    while isinstance(test, (ast.UnaryOp, ast.BoolOp)):
        if isinstance(test, ast.BoolOp):
            test = test.values[0]
        elif isinstance(test.op, ast.Not):
            test = test.operand
        else:
            return None
    if isinstance(test, ast.Name):
        return (test, "flag") if test.id == name else None
    opposite = _compares_with_none(test)
    if opposite is None or not (isinstance(test.left, ast.Name) and test.left.id == name):
        return None
    return test, opposite


def _compares_with_none(node: ast.expr) -> Optional[str]:
    """The result's relation to the value: "negated flag" for `… is None`, "flag" for `… is not
    None`."""
    if not (
        isinstance(node, ast.Compare)
        and len(node.ops) == 1
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    ):
        return None
    if isinstance(node.ops[0], (ast.Is, ast.Eq)):
        return "negated flag"
    return "flag" if isinstance(node.ops[0], (ast.IsNot, ast.NotEq)) else None


def describe_pattern(pattern: ast.pattern) -> Any:
    """The pattern in the form that the native extension reads (pattern_distance.h)."""
    if isinstance(pattern, ast.MatchValue):
        value = _literal(pattern.value)
        return None if value is None else ("literal", value)
    if isinstance(pattern, ast.MatchSingleton):
        return ("literal", pattern.value)
    if isinstance(pattern, ast.MatchSequence):
        stars = [isinstance(one, ast.MatchStar) for one in pattern.patterns]
        front = pattern.patterns[: stars.index(True)] if any(stars) else pattern.patterns
        least = len(stars) - any(stars)
        return ("sequence", least, any(stars), tuple(map(describe_pattern, front)))
    if isinstance(pattern, ast.MatchMapping):
        keys = [_literal(key) for key in pattern.keys]
        return ("mapping", tuple(key for key in keys if key is not None))
    if isinstance(pattern, ast.MatchAs):
        return ("any",) if pattern.pattern is None else describe_pattern(pattern.pattern)
    if isinstance(pattern, ast.MatchOr):
        return ("or", tuple(map(describe_pattern, pattern.patterns)))
    return None


def _literal(node: ast.expr) -> Any:
    """The number, str or bytes in a pattern, else None."""
    if isinstance(node, ast.Constant):
        return node.value
    try:
        return ast.literal_eval(node)
    except ValueError:  # the pattern is a dotted name
        return None
