"""Drops mutants that the compiler shows to be no other program (trivial compiler equivalence;
Papadakis et al., ICSE 2015): their code equals that of the original, or of another mutant.

Only the function around a mutant is compiled, or the statement of the module; line numbers are not
compared.
"""

from __future__ import annotations

import ast
import types
import warnings
from typing import Any, Optional

from skua_runtime.source.nodes import walk

# Larger units take long to compile, and are mostly tables of constants.
_LARGEST_UNIT = 4_000


class Unit:
    """A unit of code that is compiled to compare its mutants, and the codes seen so far."""

    def __init__(self, body: list[ast.stmt], position: int, outer: Optional["Unit"] = None) -> None:
        self._body = body
        self._position = position  # of the function or statement, which may be replaced as a whole
        self._outer = outer
        self._is_compiled = False
        self._seen: Optional[set[int]] = None  # None: it cannot be compiled alone

    def compilable(self) -> "Unit":
        """This, or the one around it: with `nonlocal` in it, a function needs its outer one.

        REQUIRES: the tree is the original.
        """
        if not self._is_compiled:
            self._is_compiled = True
            if sum(1 for _ in walk(self._body[self._position])) <= _LARGEST_UNIT:
                code = self._code()
                self._seen = None if code is None else {code}
        return self if self._seen is not None or self._outer is None else self._outer.compilable()

    def is_new(self) -> bool:
        """Whether the tree, as it is now, compiles to code that was not seen before."""
        if self._seen is None:
            return True
        code = self._code()
        if code is None or code in self._seen:
            return False
        self._seen.add(code)
        return True

    def _code(self) -> Optional[int]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                module = ast.Module([self._body[self._position]], [])
                return hash(_key(compile(module, "", "exec", dont_inherit=True)))
            except (SyntaxError, ValueError):
                return None


def _key(value: Any) -> Any:
    """A key that is equal for equal code with equal constants of the same types: 1, 1.0 and True
    differ."""
    if isinstance(value, types.CodeType):
        return (
            value.co_name,
            value.co_flags,
            value.co_code,
            value.co_names,
            value.co_varnames,
            value.co_freevars,
            value.co_cellvars,
            value.co_argcount,
            value.co_posonlyargcount,
            value.co_kwonlyargcount,
            getattr(value, "co_exceptiontable", b""),
            tuple(map(_key, value.co_consts)),
        )
    if isinstance(value, tuple):
        return tuple(map(_key, value))
    if isinstance(value, frozenset):
        return frozenset(map(_key, value))
    return type(value), repr(value)
