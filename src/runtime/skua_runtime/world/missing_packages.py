"""Finds what a test must set so that it passes even if a package that is missing here is installed.

Code may work without a package: an import inside a function fails, or a module-level name is None
or False because an import failed. A test of the resulting exception passes only while the package
is missing, unless it sets the name.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
import types
from typing import Any, Callable, Iterator, Optional

from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_FAILED_IMPORTS = (b"ImportError", b"ModuleNotFoundError")
_MOST_CAUSES = 5
_MOST_MODULES = 3  # modules through which a name is re-imported

Restores = list[tuple[str, str, str]]  # records.RestoredState


class MissingPackages:
    """Knows the project's names that depend on failed imports."""

    def __init__(
        self,
        subject: types.ModuleType,
        tree: ast.Module,
        is_own: Callable[[types.ModuleType], bool],
    ) -> None:
        self._is_own = is_own
        # Syntax trees by module; None if the source handles no import error.
        self._trees: dict[types.ModuleType, Optional[ast.Module]] = {subject: tree}
        self._decided: dict[types.ModuleType, set[str]] = {}
        self._decided_in(subject)  # read now, before tests are forked

    def assignments_for(self, exception: BaseException) -> Optional[Restores]:
        """The assignments that a test needs so that the exception is raised everywhere.

        None if the missing package decided which functions the module defines, which no test can
        change.
        """
        try:
            return self._assignments_for(exception)
        # Code of the exception, or of an object that replaces a module, may raise.
        except SUBJECT_EXCEPTIONS:
            return []

    def _assignments_for(self, exception: BaseException) -> Optional[Restores]:
        found = [
            ("absent", "sys", f"modules.{name}") for name in _not_imported(exception, self._is_own)
        ]
        for module, line in self._last_own_place(exception):
            tree = self._tree(module)
            if tree is None:
                continue
            decided = self._decided_in(module)
            for_definition, for_line = _names_deciding(tree.body, line)
            if for_definition & decided:
                return None
            for name in sorted(for_line & decided):
                value = vars(module).get(name, name)
                if value is None or value is False:
                    found.append(("none" if value is None else "false", module.__name__, name))
        return found

    def _last_own_place(self, exception: BaseException) -> Iterator[tuple[types.ModuleType, int]]:
        places = [
            (module, line)
            for code, names, line in _places(exception)
            if (module := sys.modules.get(names.get("__name__", ""))) is not None
            and self._is_own(module)
        ]
        yield from places[-1:]

    def _decided_in(self, module: types.ModuleType, depth: int = 0) -> set[str]:
        """The module's names whose values depend on whether an import failed."""
        tree = self._tree(module)
        if tree is None or depth == _MOST_MODULES:
            return set()
        if module in self._decided:
            return self._decided[module]
        decided = self._decided[module] = set[str]()
        for statement in _at_module_level(tree.body):
            if isinstance(statement, ast.Try):
                decided.update(_assigned(statement))
            elif isinstance(statement, ast.ImportFrom):
                source = sys.modules.get(_source_of(statement, module))
                if source is not None and self._is_own(source):
                    theirs = self._decided_in(source, depth + 1)
                    decided.update(
                        one.asname or one.name for one in statement.names if one.name in theirs
                    )
            elif isinstance(statement, ast.Assign) and _is_condition_of(statement.value, decided):
                decided.update(_targets(statement))
        return decided

    def _tree(self, module: types.ModuleType) -> Optional[ast.Module]:
        if module not in self._trees:
            self._trees[module] = None
            try:
                with open(vars(module)["__file__"], "rb") as stream:
                    text = stream.read()
                if any(name in text for name in _FAILED_IMPORTS):
                    self._trees[module] = ast.parse(text)
            except (
                KeyError,
                TypeError,
                OSError,
                SyntaxError,
                ValueError,
                RecursionError,
                MemoryError,
            ):
                pass
        return self._trees[module]


def _places(exception: BaseException) -> Iterator[tuple[types.CodeType, dict[str, Any], int]]:
    traceback = exception.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        yield frame.f_code, frame.f_globals, traceback.tb_lineno
        traceback = traceback.tb_next


def _not_imported(
    exception: BaseException, is_own: Callable[[types.ModuleType], bool]
) -> Iterator[str]:
    """Packages that are not installed and that an import statement of the project needs."""
    earlier: Optional[BaseException] = exception
    for _ in range(_MOST_CAUSES):
        if earlier is None:
            return
        name = earlier.name if isinstance(earlier, ImportError) else None
        if isinstance(name, str) and _is_missing(name.partition(".")[0]):
            for code, names, _line in _places(earlier):
                module = sys.modules.get(names.get("__name__", ""))
                imports = any(one == name or one.startswith(name + ".") for one in code.co_names)
                if module is not None and is_own(module) and imports:
                    yield name.partition(".")[0]
                    break
        earlier = earlier.__cause__ or earlier.__context__


def _is_missing(name: str) -> bool:
    if not (name.isascii() and name.isidentifier()) or name in sys.stdlib_module_names:
        return False
    try:
        return name not in sys.modules and importlib.util.find_spec(name) is None
    except (ImportError, ValueError):
        return False


def _at_module_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            for block in _blocks(statement):
                yield from _at_module_level(block)


def _is_of_failed_import(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(kind, ast.Name) and kind.id.encode() in _FAILED_IMPORTS for kind in kinds)


def _assigned(statement: ast.Try) -> Iterator[str]:
    """Names that become None or False if an import in the `try` fails."""
    for handler in filter(_is_of_failed_import, statement.handlers):
        for node in ast.walk(handler):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                yield from _targets(node)


def _targets(statement: ast.Assign) -> Iterator[str]:
    return (target.id for target in statement.targets if isinstance(target, ast.Name))


def _is_condition_of(value: ast.expr, names: set[str]) -> bool:
    """Whether the value combines only these names, such as `has_yaml or has_json`."""
    of = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    is_condition = isinstance(value, (ast.BoolOp, ast.UnaryOp, ast.Compare))
    return is_condition and bool(of) and of <= names


def _source_of(statement: ast.ImportFrom, module: types.ModuleType) -> str:
    name = "." * statement.level + (statement.module or "")
    try:
        return importlib.util.resolve_name(name, vars(module).get("__package__"))
    except (ImportError, ValueError, TypeError):
        return ""


def _names_deciding(body: list[ast.stmt], line: int) -> tuple[set[str], set[str]]:
    """Two sets of names in conditions: those outside the innermost function around the line, and
    those inside it."""
    outside, inside = set[str](), set[str]()
    while body:
        block, body = body, []
        for statement in block:
            if statement.lineno <= line <= _last_line(statement):
                if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    outside, inside = outside | inside, set()
                elif isinstance(statement, (ast.If, ast.While)):
                    inside.update(_names_in(statement.test))
                holding = (one for one in _blocks(statement) if _holds(one, line))
                body = next(holding, [])
                break
            is_before = statement.lineno < line
            if is_before and isinstance(statement, ast.If) and _leaves(statement.body):
                inside.update(_names_in(statement.test))
    return outside, inside


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _holds(block: list[ast.stmt], line: int) -> bool:
    return block != [] and block[0].lineno <= line <= _last_line(block[-1])


def _leaves(block: list[ast.stmt]) -> bool:
    return isinstance(block[-1], (ast.Return, ast.Raise))


def _names_in(condition: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(condition) if isinstance(node, ast.Name))


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body
