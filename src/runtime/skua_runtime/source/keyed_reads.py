"""Finds the keys that code looks up in its parameters: `d["x"]`, `d.get("x")`, `"x" in d`, `case
{"x": y}`.

Lookups are followed into found values, into attributes that keep a parameter, and into functions
that receive it, also by `**`. Prefixes of function names are found, too: `getattr(self, "_do_" +
kind)` selects among the functions whose names begin with `_do_`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Callable, Mapping, Optional, Union

from skua_runtime.source.nodes import walk
from skua_runtime.source.parameter_facts import Noted
from skua_runtime.source.syntax import FUNCTIONS, Function, definitions_in

_LOOKUPS = frozenset({"get", "pop", "setdefault"})
_COPIES = frozenset({"dict", "list", "copy", "deepcopy", "iter", "sorted", "reversed", "tuple"})
_MOST_KEYS = 24
_MOST_VALUES = 12
_DECLARING = ("dataclass", "define", "frozen", "attr", "NamedTuple", "BaseModel")
_UNPACKED = "**"  # used instead of a parameter's name for `f(**d)`
_CHANGED = frozenset({"lower", "upper", "strip", "casefold", "replace", "format"})
_SHORTEST_PREFIX = 2  # characters before the selecting string, such as "_do_"
_ROUNDS = 3  # repetitions of adding the lookups of called functions to those of their callers


@dataclass(eq=False)
class Lookups:
    """The lookups in one value, such as a parameter."""

    keys: dict[str, Lookups] = field(default_factory=dict)
    items: Optional[Lookups] = None  # lookups in the elements of the value
    # literals that the value is compared with
    values: dict[Union[str, int], None] = field(default_factory=dict)
    # other uses of the value, such as "iterated" (see ParameterFacts.uses)
    uses: set[str] = field(default_factory=set)
    # "add" if the value selects the function `_do_add`
    names: dict[str, None] = field(default_factory=dict)
    is_kept: bool = False  # whether an attribute stores the value, so that other methods look it up
    is_unpacked: bool = False  # whether it is passed as `**value`
    is_stream: bool = False  # whether its method `read` is called

    def key(self, name: str) -> Lookups:
        """The lookups in the value of key `name`; made if new."""
        if name not in self.keys and len(self.keys) >= _MOST_KEYS:
            return Lookups()
        return self.keys.setdefault(name, Lookups())

    def item(self) -> Lookups:
        """The lookups in the elements; made if new."""
        if self.items is None:
            self.items = Lookups()
        return self.items

    def compare(self, value: object) -> None:
        """Note a str or int that the value is compared with."""
        if type(value) in (str, int) and len(self.values) < _MOST_VALUES:
            self.values[value] = None  # type: ignore[index]

    def is_telling(self, depth: int = 3) -> bool:
        """Whether a key or function name is known, of the value or of its elements."""
        inner = self.items is not None and depth > 0 and self.items.is_telling(depth - 1)
        return bool(self.keys) or bool(self.names) or inner

    def absorb(self, other: Lookups, depth: int = 3) -> None:
        """Add all lookups of `other`."""
        if other is self or depth == 0:
            return
        for value in list(other.values):
            self.compare(value)
        self.uses |= other.uses
        self.names.update(other.names)
        self.is_stream |= other.is_stream
        self.is_unpacked |= other.is_unpacked
        for name, inner in list(other.keys.items()):
            self.key(name).absorb(inner, depth - 1)
        if other.items is not None and other.items.is_telling():
            self.item().absorb(other.items, depth - 1)


def find_keyed_reads(
    tree: ast.Module, of_imported: Callable[[str], Mapping[str, Lookups]] = lambda name: {}
) -> dict[tuple[str, str], Lookups]:
    """By qualified name of a function and name of a parameter: what is looked up there.

    `of_imported` tells what an imported function or class, by its name here, looks up in its
    parameters.
    """
    return _Finder(tree, of_imported).result()


def find_answer_reads(tree: ast.Module) -> dict[str, Lookups]:
    """By name of a method of whatever object: what is looked up in what it returns."""
    finder = _Finder(tree)
    finder.result()
    return finder.answers


@dataclass
class _Class:
    attributes: dict[str, Lookups] = field(default_factory=dict)
    prefix: str = ""  # prefix of the methods' qualified names, such as "Class."
    bases: list[str] = field(default_factory=list)


class _Finder:
    def __init__(
        self, tree: ast.Module, of_imported: Callable[[str], Mapping[str, Lookups]] = lambda name: {}
    ) -> None:
        self._of_imported = of_imported
        self._parameters: dict[str, dict[str, Lookups]] = {}  # by qualified name, in order
        # what is passed on: the value, the function, and the place or name of its parameter
        self._passed: list[tuple[Lookups, str, Union[int, str]]] = []
        self._fields: dict[str, list[str]] = {}  # of dataclasses and their like, by qualified name
        # by which functions can be selected
        self._functions = [one.name for one in walk(tree) if isinstance(one, FUNCTIONS)]
        self.answers: dict[str, Lookups] = {}  # by the name of a method
        self._scope(tree, "", None)

    def _scope(self, node: ast.AST, prefix: str, owner: Optional[_Class]) -> None:
        nodes = [*definitions_in(node)]
        nodes.sort(key=lambda one: getattr(one, "name", "") != "__init__")  # it fills attributes
        for one in nodes:
            name = f"{prefix}{one.name}"
            if isinstance(one, ast.ClassDef):
                self._fields[name] = _fields_of(one)
                bases = [base.id for base in one.bases if isinstance(base, ast.Name)]
                self._scope(one, f"{name}.", _Class(prefix=f"{name}.", bases=bases))
            else:
                reader = _Reader(one, owner, self._passed, self._functions, self.answers)
                self._parameters[name] = reader.read()
                self._scope(one, f"{name}.<locals>.", None)

    def _taken(self, function: str) -> Mapping[str, Lookups]:
        """The parameters of a function, or of a class's constructor."""
        initialiser = f"{function}.__init__"
        for name in (function, initialiser):
            if name in self._parameters:
                return self._parameters[name]
        if function in self._fields:
            return {name: Lookups() for name in self._fields[function]}
        return self._of_imported(function)

    def result(self) -> dict[tuple[str, str], Lookups]:
        """Add the lookups of called functions, then return the lookups in each parameter."""
        for _ in range(_ROUNDS):
            for value, function, place in self._passed:
                taken = self._taken(function)
                if place == _UNPACKED:
                    value.is_unpacked = True
                    for name, inner in taken.items():
                        value.key(name).absorb(inner)
                    continue
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


def _fields_of(cls: ast.ClassDef) -> list[str]:
    """The fields of a dataclass or similar class, which are the constructor's parameters."""
    made_by = [ast.unparse(one) for one in (*cls.decorator_list, *cls.bases)]
    if not any(word in text for text in made_by for word in _DECLARING):
        return []
    declared = [one for one in cls.body if isinstance(one, ast.AnnAssign)]
    return [
        one.target.id
        for one in declared
        if isinstance(one.target, ast.Name) and "ClassVar" not in ast.unparse(one.annotation)
    ]


class _Reader(ast.NodeVisitor):
    """Follows the values of parameters through one function."""

    def __init__(
        self,
        function: Function,
        owner: Optional[_Class],
        passed: list[tuple[Lookups, str, Union[int, str]]],
        functions: list[str],
        answers: dict[str, Lookups],
    ) -> None:
        """`functions` are names of functions that a string may select; `answers` collects lookups
        in results, by method name."""
        self._function = function
        self._owner = owner
        self._passed = passed
        self._functions = functions
        self._answers = answers
        arguments = function.args
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self._self = names.pop(0) if owner is not None and names else ""
        names += [one.arg for one in arguments.kwonlyargs]
        if arguments.kwarg is not None:
            names.append(arguments.kwarg.arg)
        self._parameters = {name: Lookups() for name in names}
        self._values: dict[str, Lookups] = dict(self._parameters)
        self._noted: Noted[Lookups] = Noted(self._of)

    def read(self) -> dict[str, Lookups]:
        """The lookups in each parameter of the function."""
        for statement in self._function.body:
            self.visit(statement)
        for lookups, uses in self._noted.uses.items():
            lookups.uses |= uses
        return self._parameters

    def visit(self, node: ast.AST) -> None:
        """Visit a node, and note how it uses known values."""
        self._noted.read_node(node)
        super().visit(node)

    def _of(self, node: Optional[ast.AST]) -> Optional[Lookups]:
        """The lookups in an expression's value, or None if the value is unknown. Notes lookups
        inside the expression."""
        if isinstance(node, ast.Name):
            return self._values.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if self._owner is None or node.value.id != self._self:
                return None
            return self._owner.attributes.get(node.attr)
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
        if isinstance(node, (ast.NamedExpr, ast.Await)):
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
            if found is not None and name == "read":
                found.is_stream = True
            if isinstance(node.func.value, (ast.Name, ast.Attribute, ast.Call)):
                return self._answers.setdefault(node.func.attr, Lookups())
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

    def _visit_binding(self, node: Union[ast.Assign, ast.AnnAssign, ast.NamedExpr]) -> None:
        self.generic_visit(node)
        if node.value is not None:
            value = self._of(node.value)
            for target in getattr(node, "targets", None) or [node.target]:  # type: ignore[union-attr]
                self._bind(target, value)

    visit_Assign = visit_AnnAssign = visit_NamedExpr = _visit_binding

    def visit_For(self, node: Union[ast.For, ast.comprehension]) -> None:
        self._bind_items(node.target, node.iter)
        self.generic_visit(node)

    visit_comprehension = visit_For

    def _visit_comprehension(self, node: ast.AST) -> None:
        # The generators first, since they bind names used in the element.
        for generator in getattr(node, "generators"):
            self.visit(generator)
        self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _visit_comprehension

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
            elif ast.unparse(node.func) == "super().__init__" and self._owner.bases:
                callee = self._owner.bases[0]
        # a call of the class itself: `cls(…)`
        if callee and callee == self._self and self._owner is not None:
            callee = self._owner.prefix[:-1]
        if callee:
            given: list[tuple[Union[int, str], ast.expr]] = list(enumerate(node.args))
            given += [(one.arg or _UNPACKED, one.value) for one in node.keywords]
            for place, argument in given:
                found = self._of(argument)
                if found is not None:
                    self._passed.append((found, callee, place))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        prefix = getattr(node.left, "value", None)
        if isinstance(prefix, str) and isinstance(node.op, ast.Add):
            self._note_names(prefix, node.right)
        elif isinstance(prefix, str) and isinstance(node.op, ast.Mod) and prefix.endswith("%s"):
            self._note_names(prefix[:-2], node.right)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.generic_visit(node)
        if len(node.values) == 2 and isinstance(node.values[1], ast.FormattedValue):
            self._note_names(getattr(node.values[0], "value", None), node.values[1].value)

    def _note_names(self, prefix: object, rest: ast.expr) -> None:
        """Note the functions whose names begin with the prefix."""
        while isinstance(rest, ast.Call) and getattr(rest.func, "attr", "") in _CHANGED:
            rest = rest.func.value  # type: ignore[attr-defined]
        found = self._of(rest)
        if found is None or not isinstance(prefix, str) or len(prefix) < _SHORTEST_PREFIX:
            return
        ends = [one[len(prefix) :] for one in self._functions if one.startswith(prefix)]
        found.names.update(dict.fromkeys([one for one in ends if one][:_MOST_KEYS]))

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
