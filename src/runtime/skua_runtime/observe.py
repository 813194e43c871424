"""Describes what each statement of a test left behind, and what it raised."""

from __future__ import annotations

import ast
import json
import os
import types
from typing import Any, Optional, Sequence

from skua_runtime import docstrings, surroundings
from skua_runtime.analyse import Cluster, is_project_file
from skua_runtime.names import is_importable, type_name
from skua_runtime.side_effects import SideEffects
from skua_runtime.values import LONGEST_TEXT, SUBJECT_EXCEPTIONS, Value, is_volatile, to_value


class Observer:
    """Called by skua_native.serve, in this order: begin, after…, at most one raised, finish."""

    def __init__(self, cluster: Cluster, root: str, side_effects: SideEffects) -> None:
        self._cluster = cluster
        self._side_effects = side_effects
        self._root = os.path.realpath(root)
        self._raising_lines: dict[str, set[int]] = {}  # by file
        self._forget()

    def begin(self) -> None:
        self._forget()
        self._side_effects.watch()

    def _forget(self) -> None:
        self._statements: list[dict[str, Any]] = []
        self._exception: Optional[dict[str, Any]] = None
        self._seed_is_unused = False
        self._seen: dict[int, Value] = {}  # variable → what was last known of it

    def after(
        self,
        index: int,
        result: object,
        operands: Sequence[int],
        variables: Sequence[object],
        callable: int,
    ) -> None:
        changes = []
        for variable in dict.fromkeys(operands) if callable >= 0 else ():
            value = to_value(variables[variable])
            if value != self._seen.get(variable):
                self._seen[variable] = value
                changes.append([variable, value])
        self._seed_is_unused = surroundings.seed_is_unused()
        value = self._seen[index] = to_value(result)
        self._statements.append({"result": value, "changes": changes})

    def raised(self, index: int, exception: BaseException, callable: int) -> None:
        self._seed_is_unused = surroundings.seed_is_unused()
        kind = type(exception)
        frames = list(_frames(exception))
        path, line, explicit = self._place(frames)
        importable = next(cls for cls in kind.__mro__ if is_importable(cls))
        self._exception = {
            "type": type_name(kind),
            "importable": type_name(importable),
            "message": _message(exception),
            "path": path,
            "line": line,
            "explicit": explicit,
            "documented": self._is_documented(kind, callable),
            "at_boundary": isinstance(exception, TypeError) and not self._entered(frames, callable),
        }

    def finish(self, verdict: str) -> str:
        answer: dict[str, Any] = {"verdict": verdict, "statements": self._statements}
        if side_effect := self._side_effects.stop():
            answer["side_effect"] = side_effect
        if self._seed_is_unused:
            answer["seed_unused"] = True
        if self._exception is not None:
            answer["exception"] = self._exception
        return json.dumps(answer)

    def _place(self, frames: list[tuple[types.CodeType, int]]) -> tuple[str, int, bool]:
        for code, line in reversed(frames):
            if is_project_file(code.co_filename, self._root):
                path = os.path.realpath(code.co_filename)
                relative = os.path.relpath(path, self._root).replace(os.sep, "/")
                return relative, line, line in self._lines_that_raise(path)
        return "", 0, False

    def _lines_that_raise(self, path: str) -> set[int]:
        """Lines of `raise` and `assert`, and of `try` bodies with a handler that raises again."""
        lines = self._raising_lines.get(path)
        if lines is None:
            lines = self._raising_lines[path] = set()
            try:
                with open(path, "rb") as stream:
                    tree = ast.parse(stream.read())
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                return lines
            for node in ast.walk(tree):
                if isinstance(node, (ast.Raise, ast.Assert)):
                    lines.update(range(node.lineno, node.end_lineno + 1))
                elif isinstance(node, ast.Try) and any(map(_raises_again, node.handlers)):
                    lines.update(range(node.body[0].lineno, node.body[-1].end_lineno + 1))
        return lines

    def _is_documented(self, kind: type, callable: int) -> bool:
        names: set[str] = set()
        for function in self._functions(callable):
            names |= docstrings.documented_exceptions(getattr(function, "__doc__", None))
        return any(cls.__name__ in names for cls in kind.__mro__)

    def _entered(self, frames: list[tuple[types.CodeType, int]], callable: int) -> bool:
        codes = [getattr(function, "__code__", None) for function in self._functions(callable)]
        known = [code for code in codes if code is not None]
        if known:
            return any(code in known for code, _ in frames)
        return any(is_project_file(code.co_filename, self._root) for code, _ in frames)

    def _functions(self, callable: int) -> list[Any]:
        """What a call of it runs first: all that the object is wrapped in, and its initialisers."""
        if callable < 0:
            return []
        found = self._cluster.callable_objects[callable]
        functions = [found]
        if isinstance(found, type):
            functions += [getattr(found, name, None) for name in ("__init__", "__new__")]
        for function in functions:
            inner = getattr(function, "__wrapped__", None) or getattr(function, "__func__", None)
            if inner is not None and len(functions) < 20:
                functions.append(inner)
        return functions


def _frames(exception: BaseException) -> list[tuple[types.CodeType, int]]:
    frames = []
    traceback = exception.__traceback__
    while traceback is not None:
        frames.append((traceback.tb_frame.f_code, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _message(exception: BaseException) -> str:
    try:
        text = str(exception)
        text.encode()
    except SUBJECT_EXCEPTIONS:
        return ""
    return "" if is_volatile(text) else text[:LONGEST_TEXT]


def _raises_again(handler: ast.ExceptHandler) -> bool:
    for node in ast.walk(handler):
        if isinstance(node, ast.Raise):
            if node.exc is None or (isinstance(node.exc, ast.Name) and node.exc.id == handler.name):
                return True
    return False
