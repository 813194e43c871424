"""Finds the calls to which a function passes its own `*args` and `**kwargs`, as in
`super().__init__(*args, **kwargs)`."""

from __future__ import annotations

import ast
import inspect
import linecache
import types
from dataclasses import dataclass, field
from typing import Iterator, Optional

from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.syntax import FUNCTIONS, Function

_BRANCHING = (
    ast.If, ast.IfExp, ast.BoolOp, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match,
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp,
)  # fmt: skip
_TAKING = frozenset({"pop"})
_LOOKING = frozenset({"get", "setdefault"})


@dataclass(frozen=True)
class HandingOn:
    """One call that receives the function's `*args` or `**kwargs`."""

    callee: ast.expr
    places: int  # number of positional arguments before `*args`
    names: frozenset[str]  # keywords passed besides `**kwargs`
    has_positions: bool  # whether it receives `*args`
    has_keywords: bool  # whether it receives `**kwargs`
    # whether each call of the function executes it: it is not inside an `if`, a loop or the like
    is_certain: bool


@dataclass
class HandedOn:
    """How a function uses its `*args` and `**kwargs`."""

    calls: list[HandingOn] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)  # keywords that it pops or sets
    # Whether the function uses `*args` (`**kwargs`) only to pass it on.
    defaulted: set[str] = field(default_factory=set)
    # Whether passing `*args` (`**kwargs`) on is its only use.
    only_positions: bool = True
    only_keywords: bool = True


def handed_on(code: types.CodeType) -> HandedOn:
    """How the function of a code object uses its `*args` and `**kwargs`; empty if its source is not
    found."""
    if not code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return HandedOn()
    function = function_of(code)
    return HandedOn() if function is None else _Finder(function).run()


def function_of(code: types.CodeType) -> Optional[Function]:
    """The definition of a code object in its file; None when it is not there, or a lambda."""
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    if not lines:
        return None
    try:
        text = "".join(inspect.getblock(lines))
        # An indented method is parsed inside an `if`.
        tree = ast.parse(f"if True:\n{text}" if text[:1].isspace() else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return next((one for one in walk(tree) if isinstance(one, FUNCTIONS)), None)


class _Finder:
    def __init__(self, function: Function) -> None:
        arguments = function.args
        self._function = function
        self._positions = "" if arguments.vararg is None else arguments.vararg.arg
        self._keywords = "" if arguments.kwarg is None else arguments.kwarg.arg
        self._found = HandedOn()
        self._noted: set[int] = set()  # ids of name nodes whose use is known

    def run(self) -> HandedOn:
        nodes = [*_walk(self._function)]
        for node, is_certain in nodes:
            if isinstance(node, ast.Call):
                self._note_call(node, is_certain)
                self._note_lookup(node)
            elif isinstance(node, ast.Subscript) and self._is_keywords(node.value):
                self._note_key(node)
        for node, _ in nodes:
            if isinstance(node, ast.Name) and id(node) not in self._noted:
                self._found.only_positions &= node.id != self._positions
                self._found.only_keywords &= node.id != self._keywords
        return self._found

    def _is_keywords(self, node: Optional[ast.AST]) -> bool:
        return isinstance(node, ast.Name) and bool(self._keywords) and node.id == self._keywords

    def _note_call(self, node: ast.Call, is_certain: bool) -> None:
        stars = [one for one in node.args if isinstance(one, ast.Starred)]
        positions = [one.value for one in stars if getattr(one.value, "id", None) == self._positions]
        unpacked = [one.value for one in node.keywords if one.arg is None]
        keywords = [one for one in unpacked if self._is_keywords(one)]
        if not (positions or keywords) or len(stars) > 1:
            return
        self._noted.update(map(id, [*positions, *keywords]))
        names = frozenset(one.arg for one in node.keywords if one.arg is not None)
        before = len(node.args) - len(stars)
        self._found.calls.append(
            HandingOn(node.func, before, names, bool(positions), bool(keywords), is_certain)
        )

    def _note_lookup(self, node: ast.Call) -> None:
        """Note `kwargs.pop("x")`, `kwargs.get("x")` and `kwargs.update(x=…)`."""
        if not isinstance(node.func, ast.Attribute) or not self._is_keywords(node.func.value):
            return
        key = getattr(node.args[0], "value", None) if node.args else None
        if isinstance(key, str) and node.func.attr in _TAKING:
            self._found.taken.add(key)
        elif isinstance(key, str) and node.func.attr in _LOOKING:
            self._found.defaulted.add(key)
        elif node.func.attr == "update":
            self._found.taken.update(one.arg for one in node.keywords if one.arg is not None)

    def _note_key(self, node: ast.Subscript) -> None:
        key = getattr(node.slice, "value", None)
        if isinstance(key, str) and not isinstance(node.ctx, ast.Load):
            self._found.taken.add(key)


def _walk(function: Function) -> Iterator[tuple[ast.AST, bool]]:
    """The nodes of the body in the order of the source, each with whether it is always reached."""
    waiting: list[tuple[ast.AST, bool]] = [(one, True) for one in function.body]
    while waiting:
        node, is_certain = waiting.pop(0)
        yield node, is_certain
        inner = is_certain and not isinstance(node, _BRANCHING)
        waiting[:0] = [(one, inner) for one in children_of(node)]
