"""Finds the members of a project class: methods, properties, operators and data."""

from __future__ import annotations

import dis
import enum
import functools
import types
from typing import Any, Callable, Iterator

import skua_runtime.records as records
from skua_runtime.cluster.annotations import annotations_of, own_annotations
from skua_runtime.cluster.callables import CallableDescriber
from skua_runtime.cluster.cluster import described_callable, described_parameter
from skua_runtime.cluster.operators import EXITS, NOT_CALLED, OPERATORS, is_special
from skua_runtime.cluster.signatures import signature_of, unwrapped
from skua_runtime.records import CallableKind
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.world.names import is_class
from skua_runtime.cluster.types_of import ANY, TypeTable

Member = tuple[records.Callable, Any]  # (record, function that runs)
_DATA = (bool, int, float, complex, str, bytes)
_MOST_ATTRIBUTES = 100


class Members:
    """Describes members of classes."""

    def __init__(
        self,
        module: str,
        describer: CallableDescriber,
        types_: TypeTable,
        facts: SourceFacts,
        is_project_file: Callable[[Any], bool],
        exceptions: Callable[[], int],
    ) -> None:
        """`exceptions` returns the type of exceptions that tests raise in a `with` block."""
        self._module = module
        self._describer = describer
        self._types = types_
        self._facts = facts
        self._is_project_file = is_project_file
        self._exceptions = exceptions

    def of(self, name: str, stored: Any, cls: type, index: int) -> Iterator[Member]:
        """The callables for an attribute of a class; `index` is the class's index in the table."""
        if isinstance(stored, property):
            accessors: dict[CallableKind, Any] = {
                "getter": stored.fget, "setter": stored.fset, "deleter": stored.fdel
            }  # fmt: skip
            for kind, function in accessors.items():
                if function is not None:
                    yield from self._member(kind, name, function, cls, index)
        elif isinstance(stored, functools.cached_property):
            yield from self._member("getter", name, stored.func, cls, index)
        elif isinstance(stored, staticmethod):
            yield from self._member("static_method", name, stored.__func__, cls, index)
        elif isinstance(stored, classmethod):
            if name not in NOT_CALLED:
                yield from self._member("class_method", name, stored.__func__, cls, index)
        elif isinstance(stored, functools.partialmethod):
            yield from self._partial_method(name, stored, cls, index)
        elif is_special(name):
            yield from self._special(name, stored, cls, index)
        elif not is_class(stored):
            yield from self._member("method", name, stored, cls, index)

    def data_of(self, cls: type, index: int) -> Iterator[Member]:
        """Setters for data attributes that conditions read, and that no method but `__init__`
        assigns."""
        if issubclass(cls, (enum.Enum, tuple, BaseException)) or _is_frozen(cls):
            return
        assigned = self._facts.assigned_attributes.get(cls.__qualname__, {})
        kinds: dict[str, Any] = {name: kind for name, kind in assigned.items() if kind is not None}
        hints = annotations_of(cls)
        for name, stored in vars(cls).items():
            if type(stored) in _DATA and name not in assigned:
                kinds[name] = type(stored)
            elif stored is None and name in hints and name not in assigned:
                kinds[name] = hints[name]
        for name, kind in kinds.items():
            if name.startswith("_") or name not in self._facts.decided_by:
                continue
            if name in getattr(cls, "__dataclass_fields__", {}):
                continue  # set by a parameter of the constructor
            value = self._types.of(hints.get(name, kind), vars(cls), cls)
            yield described_callable(
                "setter",
                f"{cls.__qualname__}.{name}",
                self._module,
                self._types.of(None, {}),
                [described_parameter("value", "positional_or_keyword", value)],
                in_subject=True,
                is_protected=cls.__name__.startswith("_"),
                class_index=index,
            ), None

    def _special(self, name: str, stored: Any, cls: type, index: int) -> Iterator[Member]:
        if name in NOT_CALLED:
            return
        operator = OPERATORS.get(name)
        if operator is None:
            known_as = stored.__name__ if isinstance(stored, types.FunctionType) else name
            if known_as != name and vars(cls).get(known_as) is stored:
                return  # such as "__nonzero__ = __bool__": Python calls __bool__
            if any(vars(cls).get(other) is stored for other in OPERATORS):
                return  # such as "__truediv__ = __div__": Python calls __truediv__
            yield from self._member("method", name, stored, cls, index)
            return
        for described, target in self._member("operator", name, stored, cls, index):
            if name != "__call__":  # which may be a coroutine function or a generator
                described.pop("use", None)
            if operator.use != "value":
                described["use"] = operator.use
            if operator.parameters is not None:
                taken = described["parameters"][: operator.parameters]
                described["parameters"] = [{**one, "kind": "positional_only"} for one in taken]
            if name in EXITS:
                exception = described_parameter("exception", "positional_only", self._exceptions())
                described["parameters"] = [exception]
                entering = getattr(cls, name.replace("exit", "enter"), None)
                described["result"] = self._result_of(entering, cls)
            yield described, target

    def _result_of(self, function: Any, cls: type) -> int:
        annotation = annotations_of(function).get("return")
        namespace = getattr(unwrapped(function), "__globals__", {})
        return ANY if annotation is None else self._types.of(annotation, namespace, cls)

    def _partial_method(
        self, name: str, stored: functools.partialmethod[Any], cls: type, index: int
    ) -> Iterator[Member]:
        for described, target in self._member("method", name, stored.func, cls, index):
            # With a bound receiver, the remaining parameters are the test's.
            given = functools.partial(stored.func, None, *stored.args, **stored.keywords)
            left = signature_of(given)
            if left is None:
                continue
            described["parameters"] = [
                described_parameter(
                    one["name"],
                    left.parameters[one["name"]].kind.name.lower(),
                    one["type"],
                    left.parameters[one["name"]].default is not left.empty,
                )
                for one in described["parameters"]
                if one["name"] in left.parameters
            ]
            yield described, target

    def _member(
        self, kind: CallableKind, name: str, function: Any, cls: type, index: int
    ) -> Iterator[Member]:
        innermost = unwrapped(function)
        if not isinstance(innermost, types.FunctionType):
            return
        if not self._is_project_file(innermost.__code__.co_filename):
            return  # the method was generated by dataclass or namedtuple
        qualified_name = f"{cls.__qualname__}.{name}"
        if self._describer.is_excluded(function, qualified_name):
            return
        described = self._describer.describe(
            kind, name, qualified_name, function, self._module, cls, index
        )
        if described is not None:
            bound = kind in ("static_method", "class_method")
            yield described, getattr(cls, name, function) if bound else function


def attributes_of(facts: SourceFacts, cls: type) -> list[str]:
    """The names of instances' attributes in order of definition, without those of `object`."""
    names: dict[str, None] = {}
    for base in cls.__mro__:
        if base.__module__ in ("builtins", "abc", "typing", "enum") and base is not cls:
            continue
        names.update(dict.fromkeys(facts.assigned_attributes.get(base.__qualname__, {})))
        names.update(dict.fromkeys(_set_by_initialiser(base)))
        names.update(dict.fromkeys(own_annotations(base)))
        names.update(dict.fromkeys(name for name in vars(base) if name != "__annotations__"))
    known = [
        name
        for name in names
        if not name.startswith("_")
        or (is_special(name) and (name in OPERATORS) and vars(object).get(name) is None)
    ]
    return known[:_MOST_ATTRIBUTES]


def _is_frozen(cls: type) -> bool:
    return bool(getattr(getattr(cls, "__dataclass_params__", None), "frozen", False))


def _set_by_initialiser(cls: type) -> list[str]:
    """The names of attributes that `__init__` sets, on any object, found in its bytecode."""
    function = unwrapped(vars(cls).get("__init__"))
    if not isinstance(function, types.FunctionType):
        return []
    return [
        str(one.argval)
        for one in dis.get_instructions(function.__code__)
        if one.opname == "STORE_ATTR"
    ]
