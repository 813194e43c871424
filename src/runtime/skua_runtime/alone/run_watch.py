"""Records what runs of many files while pytest runs: lines, jumps from line to line, and optionally
calls between the files.

Imports nothing of the package: pytest_report.py, a plug-in of pytest, uses it. The records decide
which branches coverage reports show as taken; statement_lines.py knows where each branch leads.
"""

from __future__ import annotations

import os
import sys
import threading
import tokenize
from opcode import opname
from types import CodeType
from typing import Any, Callable, Iterable, Iterator, Optional

# Used instead of the next line: the function returned, or an exception left the line.
RETURNED, RAISED = -1, -2

# Flags of generators, coroutines and asynchronous generators (inspect.CO_GENERATOR …).
_CAN_SUSPEND = 0x20 | 0x80 | 0x200
_YIELDS = frozenset({"YIELD_VALUE", "YIELD_FROM", "SEND", "RESUME"})
# Code inside expressions, whose end is not the end of a statement.
_EXPRESSIONS = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"})
_MOST_CALLS = 200  # calls from one file
_OPTIMIZED = 0x01  # flag of functions' code, which class bodies do not have
# Exceptions by which a loop ends normally.
_ENDS_OF_LOOPS = (StopIteration, StopAsyncIteration)


class RunWatch:
    """Records what runs of the files after ``start``. Frames of other files cost one call each."""

    def __init__(self, files: Iterable[str], notes_calls: bool = False) -> None:
        self._notes_calls = notes_calls
        self.lines: dict[str, set[int]] = {file: set() for file in files}
        self.jumps: dict[str, set[tuple[int, int]]] = {file: set() for file in self.lines}
        self._calls = CallNotes()
        self._by_real_path = {os.path.realpath(file): file for file in self.lines}
        self._files: dict[str, Optional[str]] = {}  # file by co_filename; None if not watched
        self._tracers: dict[str, Optional[Callable[..., Any]]] = {}

    def start(self) -> None:
        """Start recording."""
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def resume(self) -> None:
        """Start again if Python removed the trace function, as it does after a stack overflow."""
        if sys.gettrace() is None:
            sys.settrace(self._enter)

    def is_watching(self) -> bool:
        """Whether no other trace function has replaced this one."""
        return sys.gettrace() == self._enter

    def stop(self) -> None:
        """Stop recording."""
        threading.settrace(None)
        sys.settrace(None)

    def seen(self) -> dict[str, dict[str, Any]]:
        """For each file that ran: ``{"lines": [n…], "jumps": [[from, to]…], "calls": [[function,
        line, other file, called function]…]}``. Functions have qualified names; a call's line is
        counted from the first line of its function, which is 0."""
        return {
            file: {
                "lines": sorted(lines),
                "jumps": sorted(self.jumps[file]),
                "calls": self._calls.of(file),
            }
            for file, lines in self.lines.items()
            if lines
        }

    def _enter(self, frame: Any, event: str, argument: Any) -> Any:
        name = frame.f_code.co_filename
        if name not in self._tracers:
            file = self._by_real_path.get(os.path.realpath(name))
            self._tracers[name] = None if file is None else self._tracer_of(file)
            self._files[name] = file
        tracer = self._tracers[name]
        return None if tracer is None else tracer(frame)

    def _note_call(self, caller: Any, file: str, entered: CodeType) -> None:
        """Record that the frame calls this code, which is in the file."""
        own = self._files.get(caller.f_code.co_filename)
        if own is not None and own != file:
            self._calls.add(own, caller, file, entered)

    def _tracer_of(self, file: str) -> Callable[[Any], Callable[..., Any]]:
        """A function that makes a trace function for each frame, which remembers the frame's last
        line."""
        lines, jumps, notes_calls = self.lines[file], self.jumps[file], self._notes_calls

        def begin(frame: Any) -> Callable[..., Any]:
            goes_on = is_resumed(frame)
            last = frame.f_lineno if goes_on else 0
            if notes_calls and not goes_on and frame.f_back is not None:
                self._note_call(frame.f_back, file, frame.f_code)
            is_expression = frame.f_code.co_name in _EXPRESSIONS

            def trace(frame: Any, event: str, argument: Any) -> Any:
                nonlocal last
                if event == "line":
                    line = frame.f_lineno
                    if last and last != line:
                        jumps.add((last, line))
                    lines.add(line)
                    last = line
                elif event == "exception" and not issubclass(argument[0], _ENDS_OF_LOOPS):
                    if last:
                        jumps.add((last, RAISED))
                    last = 0
                elif event == "return" and last and not is_expression:
                    if not _is_suspended(frame):
                        jumps.add((last, RETURNED))
                return trace

            return trace

        return begin


class CallNotes:
    """Calls of functions in one file from other files."""

    def __init__(self) -> None:
        # By the caller's file: (caller's code object, line, called file, called code object).
        self._calls: dict[str, set[tuple[CodeType, int, str, CodeType]]] = {}
        self._names = _QualifiedNames()

    def add(self, own: str, caller: Any, other: str, entered: CodeType) -> None:
        """Record that the frame, whose code is in the file `own`, calls code in the file `other`.
        """
        calls = self._calls.setdefault(own, set())
        if len(calls) < _MOST_CALLS:
            calls.add((caller.f_code, caller.f_lineno, other, entered))

    def files(self) -> list[str]:
        """The files with calls."""
        return list(self._calls)

    def of(self, file: str) -> list[tuple[str, int, str, str]]:
        """The calls in a file, sorted: (function, line counted from its first, called file, called
        function)."""
        return sorted(self._named(file))

    def _named(self, file: str) -> Iterator[tuple[str, int, str, str]]:
        for code, line, other, entered in self._calls.get(file, ()):
            function, first = self._names.function_around(file, code)
            callable = self._names.of(other, entered)
            if function and callable and line >= first:
                yield function, line - first, other, callable


class _QualifiedNames:
    """Qualified names of functions, since code objects before Python 3.11 lack them."""

    def __init__(self) -> None:
        # By file, then by (first line, co_name).
        self._known: dict[str, dict[tuple[int, str], str]] = {}

    def of(self, file: str, code: CodeType) -> str:
        """The qualified name of a function; "" for a module or class body."""
        if not code.co_flags & _OPTIMIZED:
            return ""
        if file not in self._known:
            self._known[file] = _names_in(file)
        return self._known[file].get((code.co_firstlineno, code.co_name), "")

    def function_around(self, file: str, code: CodeType) -> tuple[str, int]:
        """The name and first line of the function that contains a lambda or comprehension."""
        name = self.of(file, code)
        while name.endswith(">"):
            name = name.rpartition(".")[0].removesuffix(".<locals>")
        first = (line for (line, _), known in self._known.get(file, {}).items() if known == name)
        return name, next(first, 0)


def _names_in(file: str) -> dict[tuple[int, str], str]:
    try:
        with tokenize.open(file) as stream:
            code = compile(stream.read(), file, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    names: dict[tuple[int, str], str] = {}
    left = [(code, "")]
    while left:
        outer, prefix = left.pop()
        for inner in outer.co_consts:
            if isinstance(inner, CodeType):
                name = prefix + inner.co_name
                names.setdefault((inner.co_firstlineno, inner.co_name), name)
                is_function = inner.co_flags & _OPTIMIZED
                left.append((inner, name + (".<locals>." if is_function else ".")))
    return names


def _is_suspended(frame: Any) -> bool:
    """Whether the frame will continue after a ``yield`` or ``await``."""
    code = frame.f_code
    return bool(code.co_flags & _CAN_SUSPEND) and opname[code.co_code[frame.f_lasti]] in _YIELDS


def is_resumed(frame: Any) -> bool:
    """Whether the frame continues after a ``yield`` or ``await``, instead of beginning."""
    code = frame.f_code
    if not code.co_flags & _CAN_SUSPEND:
        return False
    if sys.version_info < (3, 11):
        return bool(frame.f_lasti >= 0)
    # the argument of RESUME, which is 0 at the beginning
    return bool(code.co_code[frame.f_lasti + 1] & 3)
