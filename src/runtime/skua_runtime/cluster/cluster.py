"""The test cluster, in the forms for the engine and for the extension.

The order is always that of definition, so that every process assigns the same numbers.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence, cast

import skua_runtime.records as records
from skua_runtime.world.awaiting import Awaiting
from skua_runtime.cluster.operators import OPERATORS
from skua_runtime.records import CallableKind
from skua_runtime.source.parameter_facts import ParameterFacts

NO_INDEX = -1
NativeRow = tuple[Any, Optional[str], tuple[str, ...], str, Any]


def described_parameter(
    name: str, kind: str, type_index: int, has_default: bool = False
) -> records.Parameter:
    """A parameter as in protocol/subject_record.h."""
    place = cast(records.ParameterKind, kind)
    return {"name": name, "kind": place, "has_default": has_default, "type": type_index}


def described_callable(
    kind: CallableKind,
    qualified_name: str,
    module: str,
    result: int,
    parameters: Sequence[records.Parameter] = (),
    in_subject: bool = False,
    class_index: int = NO_INDEX,
    **others: Any,
) -> records.Callable:
    """A callable as in protocol/subject_record.h. Its name is the end of the qualified name, unless
    `others` has one."""
    of_class = {} if class_index == NO_INDEX else {"class": class_index}
    described = {
        "kind": kind,
        "name": qualified_name.rpartition(".")[2],
        "qualified_name": qualified_name,
        "module": module,
        "result": result,
        "in_subject": in_subject,
        "parameters": list(parameters),
        **of_class,
        **others,
    }
    return cast(records.Callable, described)


def described_class(qualified_name: str, module: str, **others: Any) -> records.Class:
    """A class as in protocol/subject_record.h, empty except for `others`."""
    described = {
        "name": qualified_name.rpartition(".")[2],
        "qualified_name": qualified_name,
        "module": module,
        "bases": [],
        "constructors": [],
        "methods": [],
        "enum_members": [],
        "attributes": [],
        "in_subject": False,
        "is_abstract": False,
        "is_exception": False,
        **others,
    }
    return cast(records.Class, described)


@dataclass
class Cluster:
    """The JSON of SUBJECT, and the objects that its indices mean."""

    types: list[records.Type] = field(default_factory=list)
    classes: list[records.Class] = field(default_factory=list)
    callables: list[records.Callable] = field(default_factory=list)
    class_objects: list[type] = field(default_factory=list)
    # what to call; for a method its function
    callable_objects: list[Any] = field(default_factory=list)
    enum_members: list[tuple[Any, ...]] = field(default_factory=list)
    # facts by qualified name of a function, then by parameter
    facts: Mapping[str, Mapping[str, ParameterFacts]] = field(default_factory=dict)

    def append(self, described: records.Callable, target: Any) -> int:
        """Add a callable; returns its index."""
        self.callables.append(described)
        self.callable_objects.append(target)
        return len(self.callables) - 1

    def filled_classes(self) -> list[type]:
        """The classes of other project modules whose methods tests call."""
        found = {
            described["class"]: None
            for described in self.callables
            if described["kind"] == "method" and not described["in_subject"]
        }
        return [self.class_objects[index] for index in found]

    def native_callables(self) -> list[NativeRow]:
        """The callables as skua_native.set_subject takes them."""
        awaiting = Awaiting()
        finishers = {
            "value": None,
            "iterate": "iterate",
            "await": awaiting.run,
            "async_iterate": awaiting.first_items,
            "first": operator.itemgetter(0),
        }
        rows: list[NativeRow] = []
        for described, target in zip(self.callables, self.callable_objects):
            kind, name = described["kind"], described["name"]
            names = tuple(parameter["name"] for parameter in described["parameters"])
            finish = finishers[described.get("use", "value")]
            if kind == "operator":
                special = OPERATORS[name]
                rows.append((special.function, None, names, special.shape, finish))
            elif kind == "method":
                rows.append((None, name, names, "call", finish))
            elif kind in ("getter", "setter", "deleter"):
                rows.append((None, name, names, kind, finish))
            else:
                rows.append((target, None, names, "call", finish))
        return rows
