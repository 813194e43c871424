"""Finds names that a module binds only for type checkers, inside `if TYPE_CHECKING:` and the like.

The statements are executed in a copy of the module's namespace, so that imports, aliases, type
variables and classes have the meaning that a type checker sees. Each load gives annotations the
same meaning, whatever modules are imported already.
"""

from __future__ import annotations

import ast
import builtins
import sys
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional

from skua_runtime.world.values import SUBJECT_EXCEPTIONS

_FLAGS = frozenset({"TYPE_CHECKING", "MYPY", "MYPY_CHECK_RUNNING"})
_NOT_EXECUTED = (ast.Expr, ast.FunctionDef, ast.AsyncFunctionDef)


class CheckingNames:
    """The names of each module of the project, found when needed."""

    def __init__(self, is_own: Callable[[Any], bool]) -> None:
        """`is_own` tells whether a file belongs to the project."""
        self._is_own = is_own
        self._known: dict[str, dict[str, Any]] = {}

    def of(self, namespace: Mapping[str, Any]) -> Mapping[str, Any]:
        """The names of the module with this namespace."""
        module = namespace.get("__name__")
        if not isinstance(module, str):
            return {}
        if module not in self._known:
            # set first, since the imports below may ask for the same module
            self._known[module] = {}
            file = namespace.get("__file__")
            tree = parsed(file) if self._is_own(file) else None
            if tree is not None:
                self._known[module] = bound_names(checked_statements(tree), namespace)
        return self._known[module]


def parsed(file: Any) -> Optional[ast.Module]:
    """The tree of a source file; None if it cannot be read or parsed."""
    try:
        with open(file, "rb") as stream:
            return ast.parse(stream.read())
    except (OSError, TypeError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def definitions_of(classes: Iterable[type]) -> Iterator[ast.ClassDef]:
    """The `class` statements of these classes, in the source files of their modules."""
    trees: dict[Any, Optional[ast.Module]] = {}
    for cls in classes:
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        if file not in trees:
            trees[file] = parsed(file)
        scope: Any = trees[file]
        for name in cls.__qualname__.split("."):
            inner = [one for one in getattr(scope, "body", ()) if isinstance(one, ast.ClassDef)]
            scope = next((one for one in inner if one.name == name), None)
        if scope is not None:
            yield scope


def checked_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """The statements that only type checkers follow."""
    for node in _blocks(scope):
        if not isinstance(node, ast.If):
            yield from checked_statements(node)
            continue
        verdict = is_for_checkers(node.test)
        for body, is_checked in ((node.body, verdict is True), (node.orelse, verdict is False)):
            if is_checked:
                yield from body
            else:
                yield from checked_statements(ast.Module(body, []))


def is_for_checkers(test: ast.expr) -> Optional[bool]:
    """True if the condition holds only for type checkers, False if it fails only for them, else
    None."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        verdict = is_for_checkers(test.operand)
        return None if verdict is None else not verdict
    if isinstance(test, ast.BoolOp):
        verdicts = [is_for_checkers(value) for value in test.values]
        # decided by one operand: `TYPE_CHECKING and …`, `not TYPE_CHECKING or …`
        decides = isinstance(test.op, ast.And)
        return decides if decides in verdicts else None
    if isinstance(test, ast.Constant):
        return True if test.value in (False, 0) else None
    name = getattr(test, "attr", None) or getattr(test, "id", None)
    return True if name in _FLAGS else None


def bound_names(
    statements: Iterable[ast.stmt], namespace: Mapping[str, Any]
) -> dict[str, Any]:
    """The names that the statements bind when executed in a copy of the namespace. A statement that
    raises binds nothing."""
    scope = {"__builtins__": builtins, **namespace}
    before = dict(scope)
    for statement in statements:
        for part in _parts(statement):
            tree = ast.Module([part], [])
            try:
                exec(compile(tree, "<annotations>", "exec", dont_inherit=True), scope)
            except SUBJECT_EXCEPTIONS:
                continue
    return {
        name: value
        for name, value in scope.items()
        if name not in before or before[name] is not value
    }


def _blocks(scope: ast.AST) -> Iterator[ast.stmt]:
    """The compound statements directly in a scope."""
    for field in ("body", "handlers", "orelse", "finalbody"):
        for node in getattr(scope, field, []):
            if isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
                yield node  # type: ignore[misc]


def _parts(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statement; an import is split by name, so that one failing name does not affect the
    others."""
    if isinstance(statement, _NOT_EXECUTED):
        return
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            one = ast.copy_location(type(statement)(**dict(ast.iter_fields(statement))), statement)
            one.names = [alias]
            yield one
    else:
        yield statement
