"""Rewrites call sites so that the site's number is on a stack while functions of the callee may
run.

A probe makes the call, or the operation as a function of `operator`. Objects whose methods Python
calls itself (a loop's iterable, a `with` manager) are wrapped in a view that forwards everything.
Order of evaluation, results and exceptions stay the same.
"""

from __future__ import annotations

import ast
import operator
from typing import Any, Union

from skua_runtime.goals.code_constants import CodeConstants
from skua_runtime.source.syntax import COMPARISONS, OPERATORS

_CONVERSIONS = {-1: format, ord("a"): ascii, ord("r"): repr, ord("s"): str}


class CallSiteRewriting:
    """Rewrites the call sites of one tree; `sites` maps nodes to their numbers."""

    def __init__(self, sites: dict[ast.AST, int], native: Any, constants: CodeConstants) -> None:
        self._not_rewritten = dict(sites)
        self._native = native
        self._constants = constants

    def rewritten(self, site_of: ast.AST, node: Any) -> Any:
        """The rewritten node if `site_of`, its original, is a call site; else the node."""
        site = self._not_rewritten.pop(site_of, None)
        if site is None:
            return node
        method = getattr(self, "_" + type(node).__name__)
        return method(node, site)

    def viewed(self, site_of: ast.AST, node: ast.expr) -> ast.expr:
        """The iterable of a loop or comprehension, wrapped in a view if the loop (`site_of`) is a
        call site."""
        site = self._not_rewritten.pop(site_of, None)
        return node if site is None else self._view(node, site)

    def _view(self, node: ast.expr, site: int, *methods: str) -> ast.expr:
        """A view of an object. If the object lacks one of the methods, it is used itself, so
        Python's error message is right."""
        return self._constants.call(self._native.view_from_site(site, methods), [node], node)

    def _made(self, site: int, function: Any, operands: list[ast.expr], at: ast.AST) -> ast.Call:
        called = self._constants.constant(function, at)
        return self._constants.call(self._native.call_site(site), [called, *operands], at)

    # One method for each type of node; loops and comprehensions use viewed() instead.

    def _Call(self, node: ast.Call, site: int) -> ast.expr:
        made = self._constants.call(self._native.call_site(site), [node.func, *node.args], node)
        made.keywords = node.keywords
        return made

    def _BinOp(self, node: ast.BinOp, site: int) -> ast.expr:
        return self._made(site, _function(node.op), [node.left, node.right], node)

    def _UnaryOp(self, node: ast.UnaryOp, site: int) -> ast.expr:
        return self._made(site, _function(node.op), [node.operand], node)

    def _AugAssign(self, node: ast.AugAssign, site: int) -> ast.stmt:
        assert isinstance(node.target, ast.Name)
        before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        value = self._made(site, _function(node.op, "i"), [before, node.value], node)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def _Compare(self, node: ast.Compare, site: int) -> ast.expr:
        methods = COMPARISONS.get(type(node.ops[0]))
        if methods is not None:
            function = getattr(operator, methods[0])
            return self._made(site, function, [node.left, *node.comparators], node)
        node.comparators = [self._view(node.comparators[0], site)]
        return node

    def _Attribute(self, node: ast.Attribute, site: int) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            name = ast.copy_location(ast.Constant(node.attr), node)
            return self._made(site, getattr, [node.value, name], node)
        node.value = self._view(node.value, site)
        return node

    def _Subscript(self, node: Union[ast.Subscript, ast.YieldFrom], site: int) -> ast.expr:
        node.value = self._view(node.value, site)
        return node

    _YieldFrom = _Subscript

    def _FormattedValue(self, node: ast.FormattedValue, site: int) -> ast.expr:
        node.value = self._made(site, _CONVERSIONS[node.conversion], [node.value], node.value)
        node.conversion = -1
        return node

    def _Await(self, node: ast.Await, site: int) -> ast.expr:
        node.value = self._view(node.value, site, "__await__")
        return node

    def _withitem(self, node: ast.withitem, site: int) -> ast.withitem:
        node.context_expr = self._view(node.context_expr, site, "__enter__", "__exit__")
        return node


def _function(operation: Any, prefix: str = "") -> Any:
    """The function of the module `operator`, with prefix "i" for an in-place operation."""
    return getattr(operator, f"__{prefix}{OPERATORS[type(operation)]}__")
