"""Finds the outcomes of predicates that decide a condition, such as `a` and `b` in `a and not b`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Optional

from skua_runtime.source.syntax import constant_truth

if TYPE_CHECKING:
    from skua_runtime.goals.goals import Goals

Truth = Optional[bool]


def deciding(
    goals: Goals, test: ast.expr, when_true: Truth = True, when_false: Truth = False
) -> Iterator[tuple[int, Truth, Truth]]:
    """The predicates that decide a condition: (predicate, truth of the condition if the predicate
    is true, truth if it is false).

    For `a and b`: (a, None, False), (b, True, False). None means that another predicate decides.
    """
    if isinstance(test, ast.BoolOp):
        *first, last = [one for one in test.values if constant_truth(one) is None] or test.values
        is_and = isinstance(test.op, ast.And)
        for operand in first:
            ways = (None, when_false) if is_and else (when_true, None)
            yield from deciding(goals, operand, *ways)
        yield from deciding(goals, last, when_true, when_false)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from deciding(goals, test.operand, when_false, when_true)
    elif isinstance(test, ast.IfExp):
        leads = {True: when_true, False: when_false, None: None}
        chosen = [leads[constant_truth(one)] for one in (test.body, test.orelse)]
        yield from deciding(goals, test.test, *chosen)
        for one in (test.body, test.orelse):
            yield from deciding(goals, one, when_true, when_false)
    elif test in goals.links:
        *earlier, final = goals.links[test]
        yield from ((link, None, when_false) for link in earlier)
        yield final, when_true, when_false
    elif test in goals.predicate:
        yield goals.predicate[test], when_true, when_false
