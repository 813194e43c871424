"""Finds the executable and the executed lines of one file, counted as coverage.py counts them.

Imports nothing of the package: pytest_report.py, a plug-in of pytest, uses it. It is cheap enough
for a whole run of tests: from Python 3.12 on, ``sys.monitoring`` reports each line once; in older
versions, frames of other files cost one call each.
"""

from __future__ import annotations

import ast
import io
import os
import re
import sys
import threading
import tokenize
from types import CodeType
from typing import Any, Iterator, Optional

# Matches the lines that coverage.py excludes by default.
_EXCLUDED = re.compile(
    r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)"
    r"|^\s*(((async )?def .*?)?[\])]+(\s*->.*?)?:\s*)?\.\.\.\s*(#|$)"
    r"|if (typing\.)?TYPE_CHECKING:",
    re.MULTILINE,
)
# Matches the comment `pragma: no branch`: coverage.py counts both branches of such a line as taken.
_NO_BRANCH = re.compile(r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(branch|BRANCH)")


class LineWatch:
    """Collects the executed lines of a file after ``start``."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._real_path = os.path.realpath(path)
        self._is_watched: dict[str, bool] = {}
        self._lines: set[int] = set()
        self._told: set[int] = set()
        self._tool = -1

    def start(self) -> None:
        """Start collecting."""
        if sys.version_info >= (3, 12):
            self._monitor()
        else:
            threading.settrace(self._trace)
            sys.settrace(self._trace)

    def resume(self) -> None:
        """Start again if Python removed the trace function, as it does after a stack overflow."""
        if sys.version_info < (3, 12) and sys.gettrace() is None:
            sys.settrace(self._trace)

    def is_watching(self) -> bool:
        """Whether it still collects: older Pythons have only one trace function."""
        return self._tool >= 0 if sys.version_info >= (3, 12) else sys.gettrace() == self._trace

    def stop(self) -> None:
        """Stop collecting."""
        if sys.version_info >= (3, 12):
            if self._tool >= 0:
                sys.monitoring.set_events(self._tool, 0)
        else:
            threading.settrace(None)  # type: ignore[arg-type]
            sys.settrace(None)

    def news(self) -> list[int]:
        """The lines executed for the first time since the last call."""
        found = self._lines - self._told
        self._told |= found
        return sorted(found)

    def _watches(self, file: str) -> bool:
        watched = self._is_watched.get(file)
        if watched is None:
            watched = os.path.realpath(file) == self._real_path
            self._is_watched[file] = watched
        return watched

    def _trace(self, frame: Any, event: str, argument: Any) -> Any:
        return self._trace_line if self._watches(frame.f_code.co_filename) else None

    def _trace_line(self, frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            self._lines.add(frame.f_lineno)
        return self._trace_line

    def _monitor(self) -> None:
        monitoring = sys.monitoring
        # IDs that debuggers, profilers and coverage.py do not use.
        self._tool = next((tool for tool in (4, 3) if monitoring.get_tool(tool) is None), -1)
        if self._tool < 0:
            return
        monitoring.use_tool_id(self._tool, "skua")
        events = monitoring.events
        monitoring.register_callback(self._tool, events.PY_START, self._code_starts)
        monitoring.register_callback(self._tool, events.LINE, self._line_starts)
        monitoring.set_events(self._tool, events.PY_START)

    def _code_starts(self, code: CodeType, offset: int) -> Any:
        if self._watches(code.co_filename) and not _is_annotations(code):
            sys.monitoring.set_local_events(self._tool, code, sys.monitoring.events.LINE)
        return sys.monitoring.DISABLE

    def _line_starts(self, code: CodeType, line: int) -> Any:
        self._lines.add(line)
        return sys.monitoring.DISABLE


class Statements:
    """The executable statements of a source file, by first line."""

    def __init__(self, path: str, exclusions: Optional[dict[str, Any]] = None) -> None:
        """`exclusions` are settings for coverage.py: `patterns`, and whether the default ones
        count, too (`with_default`)."""
        self._pattern = _exclusion_pattern(exclusions)
        with tokenize.open(path) as file:
            text = file.read()
        logical_lines = list(_logical_lines(text))
        self._first = {
            line: first for first, last, *_ in logical_lines for line in range(first, last + 1)
        }
        self._no_branch = {
            number for number, line in enumerate(text.split("\n"), 1) if _NO_BRANCH.search(line)
        }
        excluded = self._excluded(text, logical_lines)
        code = compile(text, path, "exec", dont_inherit=True)
        ignored = excluded | _docstring_lines(text)
        statements = self.first_lines(_lines_of(code) - ignored) - ignored
        # coverage.py finds no line in a file without code
        self._lines = statements if logical_lines else set()

    def first_lines(self, lines: set[int]) -> set[int]:
        """The first lines of the statements on these lines."""
        return {self._first.get(line, line) for line in lines}

    def lines(self) -> list[int]:
        """The first lines of all executable statements, sorted."""
        return sorted(self._lines)

    def without_branch(self) -> set[int]:
        """The first lines of statements with a comment `pragma: no branch`."""
        return self.first_lines(self._no_branch)

    def executed(self, lines: list[int]) -> list[int]:
        """The first lines of executable statements on these lines, sorted."""
        return sorted(self.first_lines(set(lines)) & self._lines)

    def _excluded(self, text: str, logical_lines: list[tuple[int, int, int, bool]]) -> set[int]:
        marked = set()
        for match in self._pattern.finditer(text):
            begin = text.count("\n", 0, match.start()) + 1
            end = begin + text.count("\n", match.start(), match.end())
            marked |= self.first_lines(set(range(begin, end + 1)))
        excluded = set(marked)
        clause = -1  # indentation of the excluded header, while its body is read; else -1
        # Lines of decorators before the next statement: an excluded function excludes them.
        decorators: set[int] = set()
        decorated = False  # whether one of the decorators before the statement is excluded
        for first, last, indentation, is_header in logical_lines:
            if indentation <= clause:
                clause = -1
            lines = set(range(first, last + 1))
            is_marked = not marked.isdisjoint(lines) or decorated
            if clause >= 0 or is_marked:
                excluded |= lines | decorators
            is_decorator = _line_of(text, first).lstrip().startswith("@")
            decorators = decorators | lines if is_decorator else set()
            decorated = is_marked and is_decorator
            if clause < 0 and is_marked and is_header:
                clause = indentation
        return excluded


def _exclusion_pattern(exclusions: Optional[dict[str, Any]]) -> re.Pattern[str]:
    """One pattern for all, as coverage.py joins them; the default if they do not compile."""
    settings = exclusions or {"patterns": [], "with_default": True}
    usual = [_EXCLUDED.pattern] if settings["with_default"] else []
    patterns = [f"(?:{pattern})" for pattern in usual + settings["patterns"]]
    try:
        return re.compile("|".join(patterns) or "(?!)", re.MULTILINE)
    except (re.error, OverflowError, RecursionError):
        return _EXCLUDED


def _line_of(text: str, number: int) -> str:
    return text.split("\n", number)[number - 1]


def _logical_lines(text: str) -> Iterator[tuple[int, int, int, bool]]:
    """For each logical line: (first line, last line, indentation, whether it ends with a colon)."""
    first = indentation = nesting = 0
    has_colon = False
    # Not str.splitlines(), which also splits at form feeds.
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.INDENT:
            indentation += 1
        elif token.type == tokenize.DEDENT:
            indentation -= 1
        elif token.type == tokenize.NEWLINE:
            if first:
                yield first, token.end[0], indentation, has_colon
            first, has_colon = 0, False
        elif token.string.strip() and token.type != tokenize.COMMENT:
            first = first or token.start[0]
            if token.type == tokenize.OP:
                nesting += (token.string in "([{") - (token.string in ")]}")
                has_colon |= token.string == ":" and nesting == 0


def _is_annotations(code: CodeType) -> bool:
    """Whether the code is CPython 3.14's function that evaluates annotations, which coverage.py
    ignores by its name."""
    return code.co_name == "__annotate__"


def _lines_of(code: CodeType) -> set[int]:
    lines = set() if _is_annotations(code) else {line for _, _, line in code.co_lines() if line}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            lines |= _lines_of(constant)
    return lines


def _docstring_lines(text: str) -> set[int]:
    lines = set()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            if isinstance(first.value.value, str):
                lines |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines
