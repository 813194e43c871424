"""Which outcomes of predicates decide where a statement goes: what coverage.py calls branches.

It counts two ways out of an `if`, a `while`, a `for` and a `case`, whatever their conditions are made
of, and none out of an expression. A condition of several operands goes into the body when its last
one says so, and past it when any of them does, or the other way round.
"""

from __future__ import annotations

import ast
from typing import Optional

from skua_runtime.goals import Goals
from skua_runtime.syntax import constant_truth


def find_jumps(goals: Goals, module: ast.Module) -> None:
    """Notes with each predicate of a statement where its outcomes lead."""
    for node in ast.walk(module):
        if isinstance(node, (ast.If, ast.While)):
            _lead(goals, node.test, True, False)
        elif isinstance(node, ast.For) and node in goals.predicate:
            _set(goals, goals.predicate[node], True, False)
        elif isinstance(node, ast.match_case):
            if node in goals.predicate:
                _set(goals, goals.predicate[node], None if node.guard else True, False)
            if node.guard is not None:
                _lead(goals, node.guard, True, False)


def _set(goals: Goals, index: int, when_true: Optional[bool], when_false: Optional[bool]) -> None:
    goals.predicates[index].true_jump = when_true
    goals.predicates[index].false_jump = when_false


def _lead(
    goals: Goals, node: ast.expr, when_true: Optional[bool], when_false: Optional[bool]
) -> None:
    """`None`: on to another operand of the statement."""
    if isinstance(node, ast.BoolOp):
        operands = [operand for operand in node.values if constant_truth(operand) is None]
        for operand in operands:
            if operand is operands[-1]:
                _lead(goals, operand, when_true, when_false)
            elif isinstance(node.op, ast.And):
                _lead(goals, operand, None, when_false)
            else:
                _lead(goals, operand, when_true, None)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        _lead(goals, node.operand, when_false, when_true)
    elif isinstance(node, ast.IfExp):
        leads = {True: when_true, False: when_false, None: None}
        chosen = [leads[constant_truth(one)] for one in (node.body, node.orelse)]
        _lead(goals, node.test, *chosen)
        for one in (node.body, node.orelse):
            _lead(goals, one, when_true, when_false)
    elif isinstance(node, ast.Compare) and node in goals.links:
        *first, last = goals.links[node]
        for link in first:
            _set(goals, link, None, when_false)
        _set(goals, last, when_true, when_false)
    elif node in goals.predicate:
        _set(goals, goals.predicate[node], when_true, when_false)
