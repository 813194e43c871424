"""Finds code that does not count for coverage: excluded by a comment or a setting of coverage.py,
or a stub function."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import Any, Container, Iterator, Optional, Sequence, Union

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]

# Matches the comments that coverage.py excludes by default.
_NO_COVER = re.compile(r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)")


class ExclusionPatterns:
    """The lines that the project's settings for coverage.py exclude."""

    def __init__(self, patterns: Sequence[str] = (), with_default: bool = True) -> None:
        """`patterns` are regular expressions, matched against one or more lines. If one does not
        compile, none is used, since coverage.py would stop with an error. `with_default` also
        excludes lines with `pragma: no cover`."""
        self._pattern = _joined(patterns)
        self.with_default = with_default or (bool(patterns) and self._pattern is None)

    @staticmethod
    def described(record: Optional[dict]) -> ExclusionPatterns:
        """Make the patterns from the engine's JSON record; None means that there are no settings.
        """
        return ExclusionPatterns(**record) if record else ExclusionPatterns()

    def lines_in(self, text: str) -> set[int]:
        """The numbers of all lines in matches of a pattern."""
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


# Exclusions of coverage.py without settings.
AS_BY_DEFAULT = ExclusionPatterns()


def excluded_lines(source: bytes, patterns: ExclusionPatterns = AS_BY_DEFAULT) -> frozenset[int]:
    """The numbers of lines that match a pattern or have a comment `pragma: no cover`."""
    text = _decoded(source)
    found = patterns.lines_in(text)
    if not patterns.with_default or not re.search(rb"(?i)no\s*cover", source):
        return frozenset(found)
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and _NO_COVER.search(token.string):
                found.add(token.start[0])
    except (tokenize.TokenError, SyntaxError):
        pass  # an invalid file is reported when it is compiled
    return frozenset(found)


def _decoded(source: bytes) -> str:
    """The source as a string with line breaks as Python counts them; "" if it cannot be decoded."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return io.TextIOWrapper(io.BytesIO(source), encoding).read()
    except (SyntaxError, ValueError, LookupError):
        return ""


def first_line(node: Any) -> int:
    """The first line of a node, including its decorators."""
    decorators = getattr(node, "decorator_list", None)
    return min([node.lineno] + [decorator.lineno for decorator in decorators or ()])


class Exclusion:
    """Decides whether nodes are excluded from coverage, given the excluded lines.

    A clause or statement with an excluded line in its header has no goals.
    """

    def __init__(self, lines: Container[int]) -> None:
        self._lines = lines

    def lines(self, first: int, last: int) -> bool:
        """Whether one of the lines from `first` to `last` is excluded."""
        return any(line in self._lines for line in range(first, last + 1))

    def covers(self, node: Any) -> bool:
        """Whether a line of the node's header is excluded, such as the `if x:` line of an `if`. For
        a node without a body, every line counts."""
        last = node.end_lineno
        if isinstance(node, ast.Match):
            last = node.cases[0].pattern.lineno - 1
        elif isinstance(getattr(node, "body", None), list):
            last = first_line(node.body[0]) - 1
        return self.lines(first_line(node), max(node.lineno, last))

    def covers_case(self, case: ast.match_case) -> bool:
        """Whether a line of a `case` header is excluded."""
        line = case.pattern.lineno
        return self.lines(line, max(line, first_line(case.body[0]) - 1))

    def last_clauses(self, node: ast.stmt) -> Iterator[tuple[str, list[ast.stmt]]]:
        """The `else` and `finally` clauses of a statement whose keyword's line is not excluded."""
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
    """Whether a function is only a declaration: an overload, `...`, or an empty abstract or
    protocol method.

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
    """Whether coverage.py excludes the statement without a comment: `if TYPE_CHECKING` and `...`.
    """
    if isinstance(statement, ast.If):
        return ast.unparse(statement.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    return _is_ellipsis(statement)


def is_protocol(node: ast.ClassDef) -> bool:
    """Whether the class derives from Protocol directly."""
    return any(_last_name(base) == "Protocol" for base in node.bases)


def _last_name(node: ast.expr) -> str:
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_text(node: Optional[ast.stmt]) -> bool:
    """Whether the statement is only a string literal, such as a docstring."""
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
