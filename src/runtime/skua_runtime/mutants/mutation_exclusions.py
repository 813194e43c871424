"""Code that is not worth mutating, because tests cannot or should not notice: metadata, type
variables, texts that are logged, and code that coverage leaves out."""

from __future__ import annotations

import ast
import re

from skua_runtime.source.exclusion import first_line

_LOG_METHODS = frozenset(
    {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"}
)
_LOGGER = re.compile(r"^_*(?:log|(?:get)?logger|logging)$|_log(?:ger)?$", re.IGNORECASE)
_TYPE_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType"})


class Exclusions:
    def __init__(self, marked: frozenset[int]) -> None:
        self._marked = marked

    def mark(self, first: int, last: int) -> bool:
        """Whether one of these lines is marked."""
        return not self._marked.isdisjoint(range(first, last + 1))

    def cover_clause(self, line: int, body: list[ast.stmt]) -> bool:
        """Whether an `except` or `case` at `line` is marked; `body` may begin on the same line."""
        return self.mark(line, max(first_line(body[0]) - 1, line))

    def cover(self, node: ast.stmt, scope_kind: str) -> bool:
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        if body:
            inner = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
            last = max(first_line(inner) - 1, node.lineno)
        else:
            last = node.end_lineno or node.lineno
        if self.mark(first_line(node), last):
            return True
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        if any(
            isinstance(target, ast.Name) and _is_metadata(target.id, scope_kind)
            for target in targets
        ):
            return True
        value = getattr(node, "value", None)
        return isinstance(value, ast.Call) and (
            _last_name(value.func) in _TYPE_MAKERS or _is_of_all(value.func)
        )


def is_logged_text(call: ast.Call, argument: ast.expr) -> bool:
    return (
        isinstance(call.func, ast.Attribute)
        and call.func.attr in _LOG_METHODS
        and _LOGGER.search(_last_name(call.func.value)) is not None
        and _is_text(argument)
    )


def is_type_text(call: ast.Call, argument: ast.expr) -> bool:
    """Whether it is the text in typing.cast("Type", value)."""
    return argument is call.args[0] and _last_name(call.func) == "cast" and len(call.args) == 2


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _last_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _is_of_all(node: ast.expr) -> bool:
    """Whether it is a method of __all__, such as __all__.append."""
    return isinstance(node, ast.Attribute) and _last_name(node.value) == "__all__"


def _is_metadata(name: str, scope_kind: str) -> bool:
    is_dunder = name.startswith("__") and name.endswith("__")
    return name == "__slots__" or (is_dunder and scope_kind == "module")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
