"""Drops equivalent and duplicate mutants: those whose bytecode equals that of the original or of
another mutant (trivial compiler equivalence; Papadakis et al., ICSE 2015).

Only the function around a mutant, or the statement at module level, is compiled. Line numbers are
not compared.
"""

from __future__ import annotations

import ast
import types
import warnings
from typing import Any, Optional

from skua_runtime.source.nodes import walk

# Larger functions and statements are not compared: they compile slowly and are mostly tables of
# constants.
_LARGEST_UNIT = 4_000


class Unit:
    """A function or statement that is compiled to compare its mutants, with the codes seen so far.
    """

    def __init__(self, body: list[ast.stmt], position: int, outer: Optional["Unit"] = None) -> None:
        self._body = body
        self._position = position  # index of the function or statement in `body`
        self._outer = outer
        self._is_compiled = False
        self._seen: Optional[set[int]] = None  # None: the unit does not compile alone

    def compilable(self) -> "Unit":
        """Return this unit, or an outer one that compiles: a function with `nonlocal` needs the outer
        function.

        REQUIRES: the tree is not changed.
        """
        if not self._is_compiled:
            self._is_compiled = True
            if sum(1 for _ in walk(self._body[self._position])) <= _LARGEST_UNIT:
                code = self._code()
                self._seen = None if code is None else {code}
        return self if self._seen is not None or self._outer is None else self._outer.compilable()

    def is_new(self) -> bool:
        """Whether the changed tree compiles to code that is new; the code is then remembered."""
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
    """A key that is equal for equal code with constants of equal types: 1, 1.0 and True differ."""
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
