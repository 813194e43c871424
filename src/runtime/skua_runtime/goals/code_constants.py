"""Lets compiled code call objects of ours without a name for them.

A tree names a unique string, and after compilation each such string among the constants is replaced
by the object itself. Nothing is added to any namespace, and no name of the subject can hide it.
"""

from __future__ import annotations

import ast
import types
from typing import Any

_PLACEHOLDER = "\0skua:"


class CodeConstants:
    """The objects that one tree calls, or hands to what it calls."""

    def __init__(self) -> None:
        self._objects: dict[str, Any] = {}

    def call(self, called: Any, arguments: list[ast.expr], at: ast.AST) -> ast.Call:
        function = self.constant(called, at)
        return ast.copy_location(ast.Call(func=function, args=arguments, keywords=[]), at)

    def constant(self, value: Any, at: ast.AST) -> ast.Constant:
        text = f"{_PLACEHOLDER}{len(self._objects)}"
        self._objects[text] = value
        return ast.copy_location(ast.Constant(text), at)

    def put_into(self, code: types.CodeType) -> types.CodeType:
        """Replace the strings in `code`, compiled from a tree with such constants, and in all code in
        it."""
        constants = tuple(
            (
                self.put_into(constant)
                if isinstance(constant, types.CodeType)
                else self._objects.get(constant, constant) if type(constant) is str else constant
            )
            for constant in code.co_consts
        )
        return code.replace(co_consts=constants)
