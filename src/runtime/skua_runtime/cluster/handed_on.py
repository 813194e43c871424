"""Finds parameters that a function accepts by `*args` and `**kwargs` and passes on: for
`super().__init__(**kwargs)` those of the base's constructor, and so on up to the last base."""

from __future__ import annotations

import ast
import sys
import types
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional

import skua_runtime.records as records
from skua_runtime.cluster.signatures import initialiser, unwrapped
from skua_runtime.cluster.types_of import ANY
from skua_runtime.source.handed_on import HandedOn, HandingOn, handed_on
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

Parameters = list[records.Parameter]
_MOST_HANDED_ON = 16  # optional parameters that are added at most
_DEEPEST = 8  # length of a chain of functions of which each passes its arguments to the next
_BY_PLACE = ("positional_only", "positional_or_keyword")


@dataclass(frozen=True)
class Callee:
    """A called class or function; its first `given` parameters are bound already."""

    target: Any
    given: int
    owner: Optional[type]


class HandedOnParameters:
    """Adds to a function's parameters those of the functions that it passes its own to."""

    def __init__(
        self,
        parameters_of: Callable[[Callee], Optional[Parameters]],
        is_project_file: Callable[[Any], bool],
    ) -> None:
        self._parameters_of = parameters_of
        self._is_project_file = is_project_file
        self._open: list[Any] = []  # code objects that are being resolved, to stop recursion
        self._seen: dict[Any, HandedOn] = {}

    def added_to(self, parameters: Parameters, function: Any, owner: Optional[type]) -> Parameters:
        """The parameters of a function with those passed on. `owner` is the class whose method or
        constructor it is."""
        code = getattr(unwrapped(function), "__code__", None)
        if not any(one["kind"].startswith("var_") for one in parameters):
            return parameters
        if not isinstance(code, types.CodeType) or code in self._open:
            return parameters
        if len(self._open) >= _DEEPEST or not self._is_project_file(code.co_filename):
            return parameters
        if code not in self._seen:
            self._seen[code] = handed_on(code)
        found = self._seen[code]
        self._open.append(code)
        try:
            merged = _Merged(parameters, found)
            for call in found.calls:
                callee = _callee(call, unwrapped(function), owner)
                inner = None if callee is None else self._parameters_of(callee)
                merged.add(call, inner, callee is not None and self._is_of_project(callee.target))
            return merged.result()
        finally:
            self._open.pop()

    def _is_of_project(self, target: Any) -> bool:
        function = initialiser(target) if is_class(target) else target
        code = getattr(unwrapped(function), "__code__", None)
        if code is not None and self._is_project_file(code.co_filename):
            return True
        # A generated method, such as a dataclass's, has no file.
        is_made = code is not None and code.co_filename.startswith("<")
        module = sys.modules.get(getattr(target, "__module__", "")) if is_made else None
        return self._is_project_file(getattr(module, "__file__", None))


class _Merged:
    """A function's parameters, extended by each callee's."""

    def __init__(self, own: Parameters, found: HandedOn) -> None:
        self._own = own
        self._found = found
        self._names = {one["name"] for one in own} | found.taken
        self._added: dict[str, records.Parameter] = {}
        # Whether *args and **kwargs also accept unknown arguments.
        self._is_open = {
            "var_positional": not found.only_positions or not found.calls,
            "var_keyword": not found.only_keywords or not found.calls,
        }

    def add(self, call: HandingOn, inner: Optional[Parameters], is_of_project: bool) -> None:
        """Add the parameters `inner` of a callee; None if they are unknown."""
        if inner is None or not is_of_project:
            self._is_open["var_positional"] |= call.has_positions
            self._is_open["var_keyword"] |= call.has_keywords
        left = call.places
        for parameter in inner or ():
            if parameter["kind"] in _BY_PLACE and left > 0:
                left -= 1
            elif parameter["kind"].startswith("var_"):
                self._note_open(parameter, call)
            elif parameter["name"] not in call.names | self._names:
                self._add(parameter, call, is_of_project)

    def _note_open(self, parameter: records.Parameter, call: HandingOn) -> None:
        kind = parameter["kind"]
        if call.has_positions if kind == "var_positional" else call.has_keywords:
            self._is_open[kind] = True
            for own in self._own:
                if own["kind"] == kind and own["type"] == ANY:
                    own["type"] = parameter["type"]

    def _add(self, parameter: records.Parameter, call: HandingOn, is_of_project: bool) -> None:
        kind = _passed_as(parameter["kind"], call)
        if kind is None or (kind == "positional_only" and self._has_optional_places()):
            return
        name = parameter["name"]
        if parameter["has_default"] and not is_of_project:
            return  # skip options of a library, of which the project's code does not speak
        optional = parameter["has_default"] or not call.is_certain or name in self._found.defaulted
        added = self._added.setdefault(name, {**parameter, "kind": kind, "has_default": optional})
        added["has_default"] &= optional

    def _has_optional_places(self) -> bool:
        return any(one["kind"] in _BY_PLACE and one["has_default"] for one in self._own)

    def result(self) -> Parameters:
        """All parameters, in the order of a signature."""
        added = sorted(self._added.values(), key=lambda one: one["has_default"])
        required = [one for one in added if not one["has_default"]]
        added = added[: len(required) + _MOST_HANDED_ON]
        chosen = {one["name"] for one in added}
        by_place = [
            one
            for one in self._added.values()
            if one["kind"] in _BY_PLACE and one["name"] in chosen
        ]
        by_name = [one for one in added if one["kind"] == "keyword_only"]

        def own(*kinds: str) -> Iterator[records.Parameter]:
            return (
                one
                for one in self._own
                if one["kind"] in kinds and self._is_open.get(one["kind"], True)
            )

        return [
            *own(*_BY_PLACE),
            *by_place,
            *own("var_positional"),
            *own("keyword_only"),
            *by_name,
            *own("var_keyword"),
        ]


def _passed_as(
    kind: records.ParameterKind, call: HandingOn
) -> Optional[records.ParameterKind]:
    """How callers of the function pass a parameter of its callee: "keyword_only", say; None if they
    cannot."""
    if kind == "positional_only":
        return kind if call.has_positions else None
    if kind == "positional_or_keyword" and call.has_positions:
        return kind if call.has_keywords else "positional_only"
    return "keyword_only" if call.has_keywords else None


def _callee(call: HandingOn, function: Any, owner: Optional[type]) -> Optional[Callee]:
    try:
        return _Resolver(function, owner).callee(call.callee)
    except SUBJECT_EXCEPTIONS:  # code of a module or metaclass may raise
        return None


class _Resolver:
    """Finds the function that an expression calls, without running code."""

    def __init__(self, function: Any, owner: Optional[type]) -> None:
        self._function = function
        self._owner = owner
        code = function.__code__
        self._self = code.co_varnames[0] if owner is not None and code.co_argcount else ""

    def callee(self, node: ast.expr) -> Optional[Callee]:
        """The called class or function, or None."""
        if self._is_own_class(node):
            return Callee(self._owner, 0, self._owner)
        if isinstance(node, ast.Attribute):
            if _is_super(node.value):
                return self._bound(node.attr, self._bases_after())
            if self._is_self(node.value) or self._is_own_class(node.value):
                return self._bound(node.attr, list(getattr(self._owner, "__mro__", ())))
        value, owner = self._value(node)
        if is_class(value):
            return Callee(value, 0, value)
        # A wrapper of a builtin function is not the project's.
        if isinstance(unwrapped(value), types.BuiltinFunctionType):
            return None
        if isinstance(value, (types.FunctionType, staticmethod, classmethod)):
            return _of_stored(value, owner, is_bound=isinstance(value, classmethod))
        return None

    def _is_self(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and bool(self._self) and node.id == self._self

    def _is_own_class(self, node: ast.expr) -> bool:
        """Whether the node is `cls` in a class method, `type(self)` or `self.__class__`."""
        if isinstance(node, ast.Call):
            arguments = node.args
            is_type = getattr(node.func, "id", "") == "type" and len(arguments) == 1
            return is_type and self._is_self(arguments[0])
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return self._is_self(node.value)
        return self._is_self(node) and self._self == "cls"

    def _bases_after(self) -> list[type]:
        """The classes in which `super()` searches."""
        mro = list(getattr(self._owner, "__mro__", ()))
        for index, base in enumerate(mro):
            if unwrapped(vars(base).get(self._function.__name__)) is self._function:
                return mro[index + 1 :]
        return []

    def _bound(self, name: str, bases: list[type]) -> Optional[Callee]:
        for base in bases:
            if base is not object and name in vars(base):
                return _of_stored(vars(base)[name], self._owner, is_bound=True)
        return None

    def _value(self, node: ast.expr) -> tuple[Any, Optional[type]]:
        """The object of a name or attribute, and the class that stores it."""
        if isinstance(node, ast.Name):
            return self._function.__globals__.get(node.id), None
        if isinstance(node, ast.Attribute):
            owner, _ = self._value(node.value)
            if isinstance(owner, types.ModuleType):
                return vars(owner).get(node.attr), None
            if is_class(owner):
                for base in owner.__mro__:
                    if node.attr in vars(base):
                        return vars(base)[node.attr], owner
        return None, None


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "super"


def _of_stored(stored: Any, owner: Optional[type], is_bound: bool) -> Optional[Callee]:
    """A function stored in a class; with `is_bound`, its first parameter is bound."""
    if isinstance(stored, staticmethod):
        return Callee(stored.__func__, 0, owner)
    if isinstance(stored, classmethod):
        return Callee(stored.__func__, 1, owner)
    return Callee(stored, int(is_bound), owner) if callable(stored) else None
