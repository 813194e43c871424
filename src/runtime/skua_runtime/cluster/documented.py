"""Extracts classes that a project's documents derive from its own, as Python source for tests."""

from __future__ import annotations

import ast
import builtins
import sys
import types
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional

from skua_runtime.cluster.concrete import Definition
from skua_runtime.cluster.declared import Declared, made
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_MOST = 8  # classes of all documents at most
_MOST_LINES = 40
# Builtins that a class body may call: they only make values.
_SAFE = frozenset(dir(builtins)) - set(
    "__import__ breakpoint compile eval exec exit help input open print quit".split()
)


def documented_subclasses(
    documents: Iterable[list[ast.Module]],
    namespace: Mapping[str, Any],
    is_own_class: Callable[[Any], bool],
) -> Iterator[Declared]:
    """Subclasses of the subject's classes that need only importable names. `namespace` is the
    subject's, for documents without imports."""
    known: set[str] = set()
    for trees in documents:
        names = dict(namespace)
        for node in (one for tree in trees for one in tree.body):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names.update(_imported(node))
            elif isinstance(node, ast.ClassDef) and node.name not in known and len(known) < _MOST:
                found = _defined(node, names, is_own_class)
                if found is not None:
                    known.add(node.name)
                    yield found


def _defined(
    node: ast.ClassDef, names: Mapping[str, Any], is_own_class: Callable[[Any], bool]
) -> Optional[Declared]:
    if (node.end_lineno or 0) - node.lineno > _MOST_LINES or node.name in dir(builtins):
        return None
    if any(getattr(one, "name", "") in ("__init__", "__new__") for one in node.body):
        return None
    try:
        bases = [_value(one, names) for one in node.bases]
        if not any(map(is_own_class, bases)):
            return None
        imports = _Imports(names)
        text = ast.unparse(imports.visit(node)) + "\n"
        inner = {one.id for one in walk(node) if isinstance(one, ast.Name)}
        unknown = inner - {one.partition(":")[2] for one in imports.found} - _bound(node) - _SAFE
        if unknown or node.name in {one.partition(":")[2] for one in imports.found}:
            return None
    except SUBJECT_EXCEPTIONS:  # reading an attribute of a module may run its code
        return None
    return made(Definition(node.name, text, list(imports.found), []))


class _Imports(ast.NodeTransformer):
    """Replaces names from modules by plain names, and collects their imports."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        self.found: dict[str, None] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Replace `module.name` by `name`."""
        owner = _value(node.value, self._names)
        if isinstance(owner, types.ModuleType) and node.attr in vars(owner):
            return self._plain(node, owner.__name__, node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replace an alias by the real name."""
        thing = self._names.get(node.id)
        module, name = getattr(thing, "__module__", None), getattr(thing, "__name__", "")
        if isinstance(node.ctx, ast.Load) and isinstance(module, str) and module != "builtins":
            if getattr(sys.modules.get(module), name, None) is thing:
                return self._plain(node, module, name)
        return node

    def _plain(self, node: ast.expr, module: str, name: str) -> ast.AST:
        self.found[f"{module}:{name}"] = None
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, names)
        if isinstance(owner, types.ModuleType) or is_class(owner):
            return vars(owner).get(node.attr)
    return None


def _imported(node: ast.stmt) -> Iterator[tuple[str, Any]]:
    """The names that an import binds, with objects from loaded modules."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            if name in sys.modules:
                yield alias.asname or name, sys.modules[name]
    elif isinstance(node, ast.ImportFrom) and not node.level and node.module in sys.modules:
        for alias in node.names:
            if alias.name in vars(sys.modules[node.module]):
                yield alias.asname or alias.name, vars(sys.modules[node.module])[alias.name]


def _bound(node: ast.ClassDef) -> set[str]:
    """The names bound in the class, its functions and comprehensions."""
    names = {"__class__"}
    for one in walk(node):
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            names.add(one.id)
        elif isinstance(one, ast.arg):
            names.add(one.arg)
        elif isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(one.name)
        elif isinstance(one, ast.ExceptHandler) and one.name:
            names.add(one.name)
    return names - {node.name}
