"""The test cluster as it goes to the engine and to the extension.

Order is that of definition throughout, so that every process numbers alike.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence

from skua_runtime.world.awaiting import Awaiting
from skua_runtime.cluster.operators import OPERATORS
from skua_runtime.records import CallableKind
from skua_runtime.source.parameter_facts import ParameterFacts

NO_INDEX = -1
NativeRow = tuple[Any, Optional[str], tuple[str, ...], str, Any]


def described_parameter(
    name: str, kind: str, type_index: int, has_default: bool = False
) -> dict[str, Any]:
    """Returns a parameter in the form of protocol/subject_record.h."""
    return {"name": name, "kind": kind, "has_default": has_default, "type": type_index}


def described_callable(
    kind: CallableKind,
    qualified_name: str,
    module: str,
    result: int,
    parameters: Sequence[dict[str, Any]] = (),
    in_subject: bool = False,
    class_index: int = NO_INDEX,
    **others: Any,
) -> dict[str, Any]:
    """Returns a callable in that form, named by the end of the qualified name unless `others` name it."""
    of_class = {} if class_index == NO_INDEX else {"class": class_index}
    return {
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


def described_class(qualified_name: str, module: str, **others: Any) -> dict[str, Any]:
    """Returns a class in that form, of which nothing is known but `others`."""
    return {
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


@dataclass
class Cluster:
    """The JSON of SUBJECT, and the objects to which its indices refer."""

    types: list[dict[str, Any]] = field(default_factory=list)
    classes: list[dict[str, Any]] = field(default_factory=list)
    callables: list[dict[str, Any]] = field(default_factory=list)
    class_objects: list[type] = field(default_factory=list)
    callable_objects: list[Any] = field(default_factory=list)  # of a method: the function
    enum_members: list[tuple[Any, ...]] = field(default_factory=list)
    # by qualified name of a function of the module, and name of the parameter
    facts: Mapping[str, Mapping[str, ParameterFacts]] = field(default_factory=dict)

    def append(self, described: dict[str, Any], target: Any) -> int:
        self.callables.append(described)
        self.callable_objects.append(target)
        return len(self.callables) - 1

    def filled_classes(self) -> list[type]:
        """The classes of other modules of the project whose methods tests call."""
        found = {
            described["class"]: None
            for described in self.callables
            if described["kind"] == "method" and not described["in_subject"]
        }
        return [self.class_objects[index] for index in found]

    def native_callables(self) -> list[NativeRow]:
        """The callables in the form that skua_native.set_subject takes."""
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
