"""Which lines of many files run, which line runs after which, and, where that is asked for, which
function of one file calls one of another, while pytest runs all tests once.

Stands alone, beside the pytest plug-in that uses it (pytest_report.py). What it sees decides which
branches coverage reports show as taken; statement_lines.py knows where a branch leads.
"""

from __future__ import annotations

import os
import sys
import threading
import tokenize
from opcode import opname
from types import CodeType
from typing import Any, Callable, Iterable, Iterator, Optional

# In place of the line that follows: the function ended, or an exception left the line.
RETURNED, RAISED = -1, -2

# The flags of code of generators, coroutines and asynchronous generators (inspect.CO_GENERATOR…).
_CAN_SUSPEND = 0x20 | 0x80 | 0x200
_YIELDS = frozenset({"YIELD_VALUE", "YIELD_FROM", "SEND", "RESUME"})
# Code of expressions, which share a line with the statement around them: where it ends, no
# statement does.
_EXPRESSIONS = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"})
_MOST_CALLS = 200  # of one file
_OPTIMIZED = 0x01  # the flag of functions' code, which that of a class's body does not have
# A loop ends by one of these without anything having gone wrong at its line.
_ENDS_OF_LOOPS = (StopIteration, StopAsyncIteration)


class RunWatch:
    """Collects what runs of the files, from ``start`` on. Frames of other files cost one call each."""

    def __init__(self, files: Iterable[str], notes_calls: bool = False) -> None:
        self._notes_calls = notes_calls
        self.lines: dict[str, set[int]] = {file: set() for file in files}
        self.jumps: dict[str, set[tuple[int, int]]] = {file: set() for file in self.lines}
        self._calls = CallNotes()
        self._by_real_path = {os.path.realpath(file): file for file in self.lines}
        self._files: dict[str, Optional[str]] = {}  # by the name that code has for it
        self._tracers: dict[str, Optional[Callable[..., Any]]] = {}

    def start(self) -> None:
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def resume(self) -> None:
        """Begin again if Python gave it up, as it does where a test used up the stack."""
        if sys.gettrace() is None:
            sys.settrace(self._enter)

    def is_watching(self) -> bool:
        """Whether nobody else took its place: there is only one trace function."""
        return sys.gettrace() == self._enter

    def stop(self) -> None:
        threading.settrace(None)
        sys.settrace(None)

    def seen(self) -> dict[str, dict[str, Any]]:
        """By file, of those that ran: ``{"lines": [n…], "jumps": [[from, to]…], "calls": [[function,
        line, other file, function there]…]}``, without calls where these are not noted. Functions have
        their qualified names, and a call's line is counted from the first one of its function, 0."""
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
        """The frame calls the code, which is in the file."""
        own = self._files.get(caller.f_code.co_filename)
        if own is not None and own != file:
            self._calls.add(own, caller, file, entered)

    def _tracer_of(self, file: str) -> Callable[[Any], Callable[..., Any]]:
        """What makes a trace function for each frame, which remembers the frame's last line."""
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
    """Calls of functions in one file from those in another one."""

    def __init__(self) -> None:
        # By the caller's file: its code and line, the callee's file and its code.
        self._calls: dict[str, set[tuple[CodeType, int, str, CodeType]]] = {}
        self._names = _QualifiedNames()

    def add(self, own: str, caller: Any, other: str, entered: CodeType) -> None:
        """The frame, whose code is in the file `own`, calls the code in the other one."""
        calls = self._calls.setdefault(own, set())
        if len(calls) < _MOST_CALLS:
            calls.add((caller.f_code, caller.f_lineno, other, entered))

    def files(self) -> list[str]:
        return list(self._calls)

    def of(self, file: str) -> list[tuple[str, int, str, str]]:
        """Sorted: the function in the file, the line counted from its first one, 0, the other file, and
        the function there, by qualified names."""
        return sorted(self._named(file))

    def _named(self, file: str) -> Iterator[tuple[str, int, str, str]]:
        for code, line, other, entered in self._calls.get(file, ()):
            function, first = self._names.function_around(file, code)
            callable = self._names.of(other, entered)
            if function and callable and line >= first:
                yield function, line - first, other, callable


class _QualifiedNames:
    """Names of functions, for Pythons before 3.11, whose code objects do not know theirs."""

    def __init__(self) -> None:
        # By file; by first line and name.
        self._known: dict[str, dict[tuple[int, str], str]] = {}

    def of(self, file: str, code: CodeType) -> str:
        """Empty for what is no function: a module, the body of a class."""
        if not code.co_flags & _OPTIMIZED:
            return ""
        if file not in self._known:
            self._known[file] = _names_in(file)
        return self._known[file].get((code.co_firstlineno, code.co_name), "")

    def function_around(self, file: str, code: CodeType) -> tuple[str, int]:
        """The function in which the code's expression stands, and its first line."""
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
    """Whether the frame goes on later, behind a ``yield`` or an ``await``."""
    code = frame.f_code
    return bool(code.co_flags & _CAN_SUSPEND) and opname[code.co_code[frame.f_lasti]] in _YIELDS


def is_resumed(frame: Any) -> bool:
    """Whether the frame went on behind a ``yield`` or an ``await``, and did not begin."""
    code = frame.f_code
    if not code.co_flags & _CAN_SUSPEND:
        return False
    if sys.version_info < (3, 11):
        return bool(frame.f_lasti >= 0)
    return bool(code.co_code[frame.f_lasti + 1] & 3)  # the argument of RESUME: 0 at the beginning
