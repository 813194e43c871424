"""Which lines of many files run, and which line runs after which, while pytest runs all tests once.

Stands alone, beside the pytest plug-in that uses it (pytest_report.py). What it sees decides which
branches coverage reports show as taken; statement_lines.py knows where a branch leads.
"""

from __future__ import annotations

import os
import sys
import threading
from opcode import opname
from typing import Any, Callable, Iterable, Optional

# In place of the line that follows: the function ended, or an exception left the line.
RETURNED, RAISED = -1, -2

# The flags of code of generators, coroutines and asynchronous generators (inspect.CO_GENERATOR…).
_CAN_SUSPEND = 0x20 | 0x80 | 0x200
_YIELDS = frozenset({"YIELD_VALUE", "YIELD_FROM", "SEND", "RESUME"})
# Code of expressions, which share a line with the statement around them: where it ends, no
# statement does.
_EXPRESSIONS = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"})
# A loop ends by one of these without anything having gone wrong at its line.
_ENDS_OF_LOOPS = (StopIteration, StopAsyncIteration)


class RunWatch:
    """Collects what runs of the files, from ``start`` on. Frames of other files cost one call each."""

    def __init__(self, files: Iterable[str]) -> None:
        self.lines: dict[str, set[int]] = {file: set() for file in files}
        self.jumps: dict[str, set[tuple[int, int]]] = {file: set() for file in self.lines}
        self._by_real_path = {os.path.realpath(file): file for file in self.lines}
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
        """By file, of those that ran: ``{"lines": [n…], "jumps": [[from, to]…]}``."""
        return {
            file: {"lines": sorted(lines), "jumps": sorted(self.jumps[file])}
            for file, lines in self.lines.items()
            if lines
        }

    def _enter(self, frame: Any, event: str, argument: Any) -> Any:
        name = frame.f_code.co_filename
        if name not in self._tracers:
            file = self._by_real_path.get(os.path.realpath(name))
            self._tracers[name] = None if file is None else self._tracer_of(file)
        tracer = self._tracers[name]
        return None if tracer is None else tracer(frame)

    def _tracer_of(self, file: str) -> Callable[[Any], Callable[..., Any]]:
        """What makes a trace function for each frame, which remembers the frame's last line."""
        lines, jumps = self.lines[file], self.jumps[file]

        def begin(frame: Any) -> Callable[..., Any]:
            last = frame.f_lineno if _is_resumed(frame) else 0
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


def _is_suspended(frame: Any) -> bool:
    """Whether the frame goes on later, behind a ``yield`` or an ``await``."""
    code = frame.f_code
    return bool(code.co_flags & _CAN_SUSPEND) and opname[code.co_code[frame.f_lasti]] in _YIELDS


def _is_resumed(frame: Any) -> bool:
    """Whether the frame went on behind a ``yield`` or an ``await``, and did not begin."""
    code = frame.f_code
    if not code.co_flags & _CAN_SUSPEND:
        return False
    if sys.version_info < (3, 11):
        return bool(frame.f_lasti >= 0)
    return bool(code.co_code[frame.f_lasti + 1] & 3)  # the argument of RESUME: 0 at the beginning
