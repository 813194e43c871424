"""Lets compiled code use objects, such as probes, without giving them names.

The tree contains a unique string for each object; after compilation the object replaces the string
among the constants. No namespace changes, and the subject cannot hide an object.
"""

from __future__ import annotations

import ast
import types
from typing import Any

_PLACEHOLDER = "\0skua:"


class CodeConstants:
    """The objects that one tree uses."""

    def __init__(self) -> None:
        self._objects: dict[str, Any] = {}

    def call(self, called: Any, arguments: list[ast.expr], at: ast.AST) -> ast.Call:
        """A call of an object with these arguments."""
        function = self.constant(called, at)
        return ast.copy_location(ast.Call(func=function, args=arguments, keywords=[]), at)

    def constant(self, value: Any, at: ast.AST) -> ast.Constant:
        """A constant node that becomes the object."""
        text = f"{_PLACEHOLDER}{len(self._objects)}"
        self._objects[text] = value
        return ast.copy_location(ast.Constant(text), at)

    def put_into(self, code: types.CodeType) -> types.CodeType:
        """Replace the strings in `code`, and in all code objects inside it, by the objects."""
        constants = tuple(
            (
                self.put_into(constant)
                if isinstance(constant, types.CodeType)
                else self._objects.get(constant, constant) if type(constant) is str else constant
            )
            for constant in code.co_consts
        )
        return code.replace(co_consts=constants)
