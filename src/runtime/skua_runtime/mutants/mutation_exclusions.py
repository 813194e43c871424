"""Code that is not mutated, because tests cannot or should not notice: metadata, type variables and
log messages."""

from __future__ import annotations

import ast
import re

_LOG_METHODS = frozenset(
    {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"}
)
_LOGGER = re.compile(r"^_*(?:log|(?:get)?logger|logging)$|_log(?:ger)?$", re.IGNORECASE)
_TYPE_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType"})


def is_declaration(node: ast.stmt, scope_kind: str) -> bool:
    """Whether the statement sets metadata, changes `__all__` or makes a type variable."""
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    if any(isinstance(one, ast.Name) and _is_metadata(one.id, scope_kind) for one in targets):
        return True
    value = getattr(node, "value", None)
    return isinstance(value, ast.Call) and (
        _last_name(value.func) in _TYPE_MAKERS or _is_of_all(value.func)
    )


def is_logged_text(call: ast.Call, argument: ast.expr) -> bool:
    """Whether the argument is the message of a logging call, such as `log.info("started")`."""
    return (
        isinstance(call.func, ast.Attribute)
        and call.func.attr in _LOG_METHODS
        and _LOGGER.search(_last_name(call.func.value)) is not None
        and _is_text(argument)
    )


def is_type_text(call: ast.Call, argument: ast.expr) -> bool:
    """Whether the argument is the string in `typing.cast("Type", value)`."""
    return argument is call.args[0] and _last_name(call.func) == "cast" and len(call.args) == 2


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _last_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _is_of_all(node: ast.expr) -> bool:
    """Whether the node is a method of __all__, such as `__all__.append`."""
    return isinstance(node, ast.Attribute) and _last_name(node.value) == "__all__"


def _is_metadata(name: str, scope_kind: str) -> bool:
    is_dunder = name.startswith("__") and name.endswith("__")
    return name == "__slots__" or (is_dunder and scope_kind == "module")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
