"""Finds code that does not count for coverage: because of the project's comments, or because a
function is a stub."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import Any, Container, Iterator, Optional, Sequence, Union

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]

# The comments that coverage.py excludes by default.
_NO_COVER = re.compile(r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)")


class ExclusionPatterns:
    """What the project excludes by its settings for coverage.py."""

    def __init__(self, patterns: Sequence[str] = (), with_default: bool = True) -> None:
        """`patterns` are regular expressions for texts of one or more lines. Where one does not
        compile, of which coverage.py complains, all are passed over. `with_default` adds the usual
        comment."""
        self._pattern = _joined(patterns)
        self.with_default = with_default or (bool(patterns) and self._pattern is None)

    @staticmethod
    def described(record: Optional[dict]) -> ExclusionPatterns:
        """From the form in which the engine sends them; None: as without settings."""
        return ExclusionPatterns(**record) if record else ExclusionPatterns()

    def lines_in(self, text: str) -> set[int]:
        """The lines of all texts that a pattern matches."""
        found: set[int] = set()
        for match in self._pattern.finditer(text) if self._pattern else ():
            first = text.count("\n", 0, match.start()) + 1
            found.update(range(first, first + match[0].count("\n") + 1))
        return found


def _joined(patterns: Sequence[str]) -> Optional[re.Pattern]:
    """One pattern for all, as coverage.py joins them."""
    if not patterns:
        return None
    try:
        return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.MULTILINE)
    except (re.error, OverflowError, RecursionError):
        return None


# What coverage.py excludes without settings.
AS_BY_DEFAULT = ExclusionPatterns()


def excluded_lines(source: bytes, patterns: ExclusionPatterns = AS_BY_DEFAULT) -> frozenset[int]:
    """The lines that a pattern matches, or with a comment `pragma: no cover`."""
    text = _decoded(source)
    found = patterns.lines_in(text)
    if not patterns.with_default or not re.search(rb"(?i)no\s*cover", source):
        return frozenset(found)
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and _NO_COVER.search(token.string):
                found.add(token.start[0])
    except (tokenize.TokenError, SyntaxError):
        pass  # the process that compiles the file will report it
    return frozenset(found)


def _decoded(source: bytes) -> str:
    """The text with line breaks as Python counts them; nothing where it cannot be decoded."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return io.TextIOWrapper(io.BytesIO(source), encoding).read()
    except (SyntaxError, ValueError, LookupError):
        return ""


def first_line(node: Any) -> int:
    decorators = getattr(node, "decorator_list", None)
    return min([node.lineno] + [decorator.lineno for decorator in decorators or ()])


class Exclusion:
    """Decides what is excluded. Clauses and statements that begin on the given lines hold no goals.
    """

    def __init__(self, lines: Container[int]) -> None:
        self._lines = lines

    def lines(self, first: int, last: int) -> bool:
        return any(line in self._lines for line in range(first, last + 1))

    def covers(self, node: Any) -> bool:
        """Whether a line of the node's header is excluded; for a node without a header, any of its
        lines."""
        last = node.end_lineno
        if isinstance(node, ast.Match):
            last = node.cases[0].pattern.lineno - 1
        elif isinstance(getattr(node, "body", None), list):
            last = first_line(node.body[0]) - 1
        return self.lines(first_line(node), max(node.lineno, last))

    def covers_case(self, case: ast.match_case) -> bool:
        line = case.pattern.lineno
        return self.lines(line, max(line, first_line(case.body[0]) - 1))

    def last_clauses(self, node: ast.stmt) -> Iterator[tuple[str, list[ast.stmt]]]:
        """`else` and `finally`, whose lines stand between the clauses, unless they are excluded."""
        before: Any = getattr(node, "handlers", None) or getattr(node, "body", None)
        for name in ("orelse", "finalbody"):
            clause = getattr(node, name, None)
            if not clause:
                continue
            end = before[-1].end_lineno
            before = clause
            if not self.lines(end + 1, first_line(clause[0]) - 1):
                yield name, clause


def is_stub(function: _Function, in_protocol: bool) -> bool:
    """Whether a function only declares something, so that no test can show anything of its body.

    A method that does nothing but is not abstract is no stub: classes inherit it.
    """
    marks = {_last_name(decorator) for decorator in function.decorator_list}
    body = [statement for statement in function.body if not is_text(statement)]
    if "overload" in marks or (body and all(map(_is_ellipsis, body))):
        return True
    is_abstract = any(mark.startswith("abstract") for mark in marks)
    if not (is_abstract or in_protocol):
        return False
    return all(
        isinstance(one, ast.Pass) or _is_ellipsis(one) or (is_abstract and _refuses(one))
        for one in body
    )


def is_left_out_by_default(statement: ast.stmt) -> bool:
    """Whether coverage.py leaves the node out although no comment marks it."""
    if isinstance(statement, ast.If):
        return ast.unparse(statement.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    return _is_ellipsis(statement)


def is_protocol(node: ast.ClassDef) -> bool:
    return any(_last_name(base) == "Protocol" for base in node.bases)


def _last_name(node: ast.expr) -> str:
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_text(node: Optional[ast.stmt]) -> bool:
    """Whether the statement is a string alone, as a docstring is."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_ellipsis(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.value.value is Ellipsis
    )


def _refuses(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Raise)
        and node.exc is not None
        and _last_name(node.exc) == "NotImplementedError"
    )
