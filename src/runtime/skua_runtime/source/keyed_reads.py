"""Keys by which code looks things up in its parameters: `d["x"]`, `d.get("x")`, `"x" in d`, `case
{"x": y}`, also inside of what was found there, in an attribute that keeps the parameter, and in
the functions that it is passed on to.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Iterator, Optional, Union

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_LOOKUPS = frozenset({"get", "pop", "setdefault"})
_COPIES = frozenset({"dict", "list", "copy", "deepcopy", "iter", "sorted", "reversed", "tuple"})
_MOST_KEYS = 24
_MOST_VALUES = 12
_ROUNDS = 3  # of handing on what called functions look up


@dataclass(eq=False)
class Lookups:
    """What is looked up in one value."""

    keys: dict[str, Lookups] = field(default_factory=dict)
    items: Optional[Lookups] = None  # in what iterating over it gives
    values: dict[Union[str, int], None] = field(default_factory=dict)  # it is compared with
    is_kept: bool = False  # in an attribute, where methods look it up

    def key(self, name: str) -> Lookups:
        if name not in self.keys and len(self.keys) >= _MOST_KEYS:
            return Lookups()
        return self.keys.setdefault(name, Lookups())

    def item(self) -> Lookups:
        if self.items is None:
            self.items = Lookups()
        return self.items

    def compare(self, value: object) -> None:
        if type(value) in (str, int) and len(self.values) < _MOST_VALUES:
            self.values[value] = None  # type: ignore[index]

    def is_telling(self, depth: int = 3) -> bool:
        inner = self.items is not None and depth > 0 and self.items.is_telling(depth - 1)
        return bool(self.keys) or inner

    def absorb(self, other: Lookups, depth: int = 3) -> None:
        """Look up here whatever is looked up in `other`."""
        if other is self or depth == 0:
            return
        for value in list(other.values):
            self.compare(value)
        for name, inner in list(other.keys.items()):
            self.key(name).absorb(inner, depth - 1)
        if other.items is not None and other.items.is_telling():
            self.item().absorb(other.items, depth - 1)


def find_keyed_reads(tree: ast.Module) -> dict[tuple[str, str], Lookups]:
    """By qualified name of a function and name of a parameter: what is looked up there."""
    finder = _Finder()
    finder.scope(tree, "", None)
    return finder.result()


@dataclass
class _Class:
    attributes: dict[str, Lookups] = field(default_factory=dict)
    prefix: str = ""  # of its methods' qualified names


class _Finder:
    def __init__(self) -> None:
        self._parameters: dict[str, dict[str, Lookups]] = {}  # by qualified name, in order
        # what is passed on: the value, the function, and the place or name of its parameter
        self._passed: list[tuple[Lookups, str, Union[int, str]]] = []

    def scope(self, node: ast.AST, prefix: str, owner: Optional[_Class]) -> None:
        nodes = [*_inner(node)]
        nodes.sort(key=lambda one: getattr(one, "name", "") != "__init__")  # it fills attributes
        for one in nodes:
            name = f"{prefix}{one.name}"
            if isinstance(one, ast.ClassDef):
                self.scope(one, f"{name}.", _Class(prefix=f"{name}."))
            else:
                self._parameters[name] = _Reader(one, owner, self._passed).read()
                self.scope(one, f"{name}.<locals>.", None)

    def result(self) -> dict[tuple[str, str], Lookups]:
        for _ in range(_ROUNDS):
            for value, function, place in self._passed:
                taken = self._parameters.get(function, {})
                names = list(taken)
                if isinstance(place, int):
                    name = names[place] if place < len(names) else ""
                else:
                    name = place
                if name in taken:
                    value.absorb(taken[name])
        return {
            (function, name): found
            for function, parameters in self._parameters.items()
            for name, found in parameters.items()
            if found.is_telling()
        }


def _inner(scope: ast.AST) -> Iterator[Union[_Function, ast.ClassDef]]:
    """The functions and classes of a scope, not those inside of them."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            waiting[:0] = ast.iter_child_nodes(node)


class _Reader(ast.NodeVisitor):
    """Follows the values of parameters through one function."""

    def __init__(
        self,
        function: _Function,
        owner: Optional[_Class],
        passed: list[tuple[Lookups, str, Union[int, str]]],
    ) -> None:
        self._function = function
        self._owner = owner
        self._passed = passed
        arguments = function.args
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self._self = names.pop(0) if owner is not None and names else ""
        names += [one.arg for one in arguments.kwonlyargs]
        if arguments.kwarg is not None:
            names.append(arguments.kwarg.arg)
        self._parameters = {name: Lookups() for name in names}
        self._values: dict[str, Lookups] = dict(self._parameters)

    def read(self) -> dict[str, Lookups]:
        for statement in self._function.body:
            self.visit(statement)
        return self._parameters

    def _of(self, node: Optional[ast.AST]) -> Optional[Lookups]:
        """What an expression's value is known to be; its lookups are noted on the way."""
        if isinstance(node, ast.Name):
            return self._values.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            is_own = self._owner is not None and node.value.id == self._self
            return self._owner.attributes.get(node.attr) if is_own and self._owner else None
        if isinstance(node, ast.Subscript):
            found = self._of(node.value)
            key = getattr(node.slice, "value", None)
            if found is None:
                return None
            if isinstance(key, str):
                return found.key(key)
            return found.item() if type(key) is int else None
        if isinstance(node, ast.BoolOp):
            return self._of(node.values[0])
        if isinstance(node, ast.IfExp):
            return self._of(node.body) or self._of(node.orelse)
        if isinstance(node, ast.NamedExpr):
            return self._of(node.value)
        return self._of_call(node) if isinstance(node, ast.Call) else None

    def _of_call(self, node: ast.Call) -> Optional[Lookups]:
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        if isinstance(node.func, ast.Attribute):
            found = self._of(node.func.value)
            key = getattr(node.args[0], "value", None) if node.args else None
            if found is not None and name in _LOOKUPS and isinstance(key, str):
                return found.key(key)
            if found is not None and name == "copy":
                return found
        return self._of(node.args[0]) if name in _COPIES and len(node.args) == 1 else None

    def _bind(self, target: ast.AST, value: Optional[Lookups]) -> None:
        if isinstance(target, ast.Name):
            if value is not None:
                self._values[target.id] = value
            else:
                self._values.pop(target.id, None)
        elif isinstance(target, ast.Attribute) and value is not None and self._owner is not None:
            if isinstance(target.value, ast.Name) and target.value.id == self._self:
                known = self._owner.attributes.setdefault(target.attr, value)
                known.is_kept = True

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        value = self._of(node.value)
        for target in node.targets:
            self._bind(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.generic_visit(node)
        if node.value is not None:
            self._bind(node.target, self._of(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.generic_visit(node)
        self._bind(node.target, self._of(node.value))

    def visit_For(self, node: ast.For) -> None:
        self._bind_items(node.target, node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._bind_items(node.target, node.iter)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._visit_comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._visit_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._visit_comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._visit_comprehension(node)

    def _visit_comprehension(self, node: ast.AST) -> None:
        for generator in getattr(node, "generators"):  # they bind what stands before them
            self.visit(generator)
        self.generic_visit(node)

    def _bind_items(self, target: ast.AST, source: ast.expr) -> None:
        found = self._of(source)
        if isinstance(target, ast.Name):
            self._bind(target, None if found is None else found.item())

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        self._of(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        left = self._of(node.left)
        key = getattr(node.left, "value", None)
        for operator, other in zip(node.ops, node.comparators):
            found = self._of(other)
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(key, str) and found:
                found.key(key)
            if left is not None:
                for one in getattr(other, "elts", [other]):
                    left.compare(getattr(one, "value", None))

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        self._of(node)
        callee = getattr(node.func, "id", "")
        if isinstance(node.func, ast.Attribute) and self._owner is not None:
            if getattr(node.func.value, "id", "") == self._self:
                callee = self._owner.prefix + node.func.attr
        if callee:
            given: list[tuple[Union[int, str], ast.expr]] = list(enumerate(node.args))
            given += [(one.arg, one.value) for one in node.keywords if one.arg is not None]
            for place, argument in given:
                found = self._of(argument)
                if found is not None:
                    self._passed.append((found, callee, place))

    def visit_Match(self, node: ast.Match) -> None:
        found = self._of(node.subject)
        for case in node.cases:
            if found is not None:
                self._note_pattern(case.pattern, found)
        self.generic_visit(node)

    def _note_pattern(self, pattern: ast.pattern, found: Lookups) -> None:
        if isinstance(pattern, ast.MatchMapping):
            for key, inner in zip(pattern.keys, pattern.patterns):
                name = getattr(key, "value", None)
                if isinstance(name, str):
                    self._note_pattern(inner, found.key(name))
        elif isinstance(pattern, ast.MatchValue):
            found.compare(getattr(pattern.value, "value", None))
        elif isinstance(pattern, ast.MatchSequence):
            for inner in pattern.patterns:
                self._note_pattern(inner, found.item())
        elif isinstance(pattern, ast.MatchOr):
            for inner in pattern.patterns:
                self._note_pattern(inner, found)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self._note_pattern(pattern.pattern, found)
            elif pattern.name is not None:
                self._values[pattern.name] = found
