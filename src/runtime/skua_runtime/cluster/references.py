"""Finds classes and objects in conditions: a class in `isinstance`, or an object in `is` or `==`,
that a value must be for a branch to be taken."""

from __future__ import annotations

import ast
import builtins
import contextlib
import enum
import sys
import types
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional

from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames, absolute_module
from skua_runtime.world.values import SUBJECT_EXCEPTIONS

NOTHING = object()
_PLAIN = (
    bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, types.ModuleType,
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, type(None), type(...),
    type(NotImplemented),
)  # fmt: skip
_MOST_ITEMS = 16  # items of a collection that `in` searches


@dataclass(frozen=True)
class NamedObject:
    """An object that a test can import by name from a module."""

    module: str
    name: str
    value: Any


@dataclass
class References:
    """Classes and objects in conditions, in source order."""

    classes: dict[int, type] = field(default_factory=dict)  # classes by id
    exceptions: dict[int, type] = field(default_factory=dict)  # in `except` clauses, by id
    wants_iterators: bool = False  # whether the source has `next(x)` or `iter(x) is x`
    objects: dict[int, NamedObject] = field(default_factory=dict)  # objects by id


def find_references(tree: ast.Module, module: Any) -> References:
    """Find the references in a module's tree; `module` has the namespace."""
    return _Finder(tree, module).run()


class NamesOfModule:
    """Finds the objects of names and attributes in a module, without running its code."""

    def __init__(self, tree: ast.Module, module: types.ModuleType) -> None:
        self._namespace: Mapping[str, Any] = vars(module)
        self._names = SourceNames(tree)

    def value(self, node: ast.AST) -> Any:
        """The object of a name or attribute; NOTHING if unknown."""
        try:
            if isinstance(node, ast.Name):
                known = self._namespace.get(node.id, getattr(builtins, node.id, NOTHING))
                return self._imported(node) if known is NOTHING else known
            if isinstance(node, ast.Attribute):
                owner = self.value(node.value)
                if isinstance(owner, types.ModuleType):
                    return vars(owner).get(node.attr, NOTHING)
                # An attribute of a class: an inner class, a member or a singleton.
                if isinstance(owner, type):
                    found = getattr(owner, node.attr, NOTHING)
                    computed = hasattr(type(found), "__get__")
                    return NOTHING if computed else found
                return self._imported(node)
        except SUBJECT_EXCEPTIONS:  # code of a metaclass or module may raise
            pass
        return NOTHING

    def _imported(self, node: ast.AST) -> Any:
        """The object of a name imported inside a function, if its module is loaded."""
        module, _, name = self._names.dotted(node).rpartition(".")
        return vars(sys.modules[module]).get(name, NOTHING) if module in sys.modules else NOTHING


class _Finder:
    def __init__(self, tree: ast.Module, module: types.ModuleType) -> None:
        self._tree = tree
        self._module = module
        self._namespace: Mapping[str, Any] = vars(module)
        self._value = NamesOfModule(tree, module).value
        self._origins = _origins(tree, self._namespace)
        self._found = References()

    def run(self) -> References:
        """Find all references."""
        for node in walk(self._tree):
            self._found.wants_iterators |= _wants_iterator(node)
            # An object may raise while it is examined; then the node is skipped.
            with contextlib.suppress(*SUBJECT_EXCEPTIONS):
                self._note_all(node)
        return self._found

    def _note_all(self, node: ast.AST) -> None:
        for inner in _named_classes(node):
            self._note(inner)
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            for inner in _alternatives(node.type):
                value = self._value(inner)
                if isinstance(value, type) and issubclass(value, Exception):
                    self._found.exceptions.setdefault(id(value), value)
        for inner in _compared(node):
            self._note(inner)
            if _is_searched(node, inner):
                self._note_items(inner)

    def _note(self, node: ast.expr) -> None:
        value = self._value(node)
        if value is NOTHING or issubclass(type(value), _PLAIN):
            return
        if isinstance(value, type) and not hasattr(value, "__origin__"):
            self._found.classes.setdefault(id(value), value)
        elif isinstance(value, enum.Enum):
            self._found.classes.setdefault(id(type(value)), type(value))
        elif type(value).__module__ != "typing":
            place = self._place(node)
            if place is not None:
                self._found.objects.setdefault(id(value), NamedObject(*place, value))

    def _note_items(self, node: ast.expr) -> None:
        """Note the classes, enum members and named objects in a collection of the module."""
        collection = self._value(node)
        if type(collection) not in (list, tuple, set, frozenset, dict):
            return
        classes: dict[str, type] = {}
        objects: dict[str, NamedObject] = {}
        for item in collection:
            cls = type(item) if isinstance(item, enum.Enum) else item
            if isinstance(cls, type):
                classes.setdefault(f"{cls.__module__}:{cls.__qualname__}", cls)
            elif not issubclass(type(item), _PLAIN):
                place = self._place_of_item(item, node)
                if place is not None:
                    objects.setdefault(":".join(place), NamedObject(*place, item))
        # Sort items of a set, whose order differs between processes.
        in_order = sorted if isinstance(collection, (set, frozenset)) else list
        for key in in_order(classes)[:_MOST_ITEMS]:
            self._found.classes.setdefault(id(classes[key]), classes[key])
        for key in in_order(objects)[:_MOST_ITEMS]:
            self._found.objects.setdefault(id(objects[key].value), objects[key])

    def _place_of_item(self, item: Any, collection: ast.expr) -> Optional[tuple[str, str]]:
        """The (module, name) from which a test imports an item of a collection, or None.

        Searches the module, the module of the collection, the module of the item's class, and this
        class.
        """
        for name, value in self._namespace.items():
            if value is item:
                return self._place(ast.Name(name))
        cls = type(item)
        home = (self._place(collection) or ("", ""))[0]
        for module in filter(None, (sys.modules.get(home), sys.modules.get(cls.__module__))):
            for name, value in vars(module).items():
                if value is item and not name.startswith("__"):
                    return module.__name__, name
        for name, value in vars(cls).items():
            if value is item:
                return _place_in_class(cls, name)
        return None

    def _place(self, node: ast.expr) -> Optional[tuple[str, str]]:
        """The (module, name) from which a test imports the object, or None."""
        if isinstance(node, ast.Name):
            place = self._origins.get(node.id, (self._module.__name__, node.id))
        elif isinstance(node, ast.Attribute):
            owner = self._value(node.value)
            if isinstance(owner, type):
                return _place_in_class(owner, node.attr)
            if not isinstance(owner, types.ModuleType):
                return None
            place = (owner.__name__, node.attr)
        else:
            return None
        found = vars(sys.modules.get(place[0]) or builtins).get(place[1], NOTHING)
        return place if found is self._value(node) and not place[1].startswith("__") else None


def _place_in_class(cls: type, name: str) -> Optional[tuple[str, str]]:
    """The (module, "Class.name") of a class attribute, if the class can be imported; else None."""
    found: Any = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, NOTHING)
    is_there = found is cls and not name.startswith("__")
    return (cls.__module__, f"{cls.__qualname__}.{name}") if is_there else None


def _origins(tree: ast.Module, namespace: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """By name: (module, name) in `from module import name`."""
    package = str(namespace.get("__package__") or "")
    origins: dict[str, tuple[str, str]] = {}
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = absolute_module(node, package)
            for alias in node.names:
                origins[alias.asname or alias.name] = (module, alias.name)
    return origins


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """The classes in `(A, B)` and `A | B`."""
    if isinstance(node, ast.Tuple):
        for element in node.elts:
            yield from _alternatives(element)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _alternatives(node.left)
        yield from _alternatives(node.right)
    else:
        yield node


def _wants_iterator(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return any(_calls(one, "iter") for one in (node.left, *node.comparators))
    return _calls(node, "next") and _is_name(node.args[0])  # type: ignore[attr-defined]


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and bool(node.args)


def _named_classes(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call) and len(node.args) == 2 and isinstance(node.func, ast.Name):
        if node.func.id in ("isinstance", "issubclass"):
            yield from _alternatives(node.args[1])
    elif isinstance(node, ast.MatchClass):
        yield node.cls


def _compared(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions that are compared with a value, keys of dicts, and default values."""
    if isinstance(node, ast.Compare):
        yield from (one for one in (node.left, *node.comparators) if _is_name(one))
        for one in node.comparators:
            if isinstance(one, (ast.Tuple, ast.List, ast.Set)):
                yield from filter(_is_name, one.elts)
    elif isinstance(node, ast.MatchValue):
        yield node.value
    elif isinstance(node, ast.Dict):
        yield from (key for key in node.keys if key is not None and _is_name(key))
    elif isinstance(node, ast.arguments):
        defaults = [*node.defaults, *node.kw_defaults]
        yield from (one for one in defaults if one is not None and _is_name(one))


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute))


def _is_searched(node: ast.AST, operand: ast.expr) -> bool:
    return isinstance(node, ast.Compare) and any(
        isinstance(operator, (ast.In, ast.NotIn)) and other is operand
        for operator, other in zip(node.ops, node.comparators)
    )
