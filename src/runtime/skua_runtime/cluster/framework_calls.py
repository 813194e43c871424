"""Adds to the cluster the calls by which frameworks run functions of the subject."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from typing import Any, Callable

import skua_runtime.records as records
from skua_runtime.cluster.callables import CodeObjectIndex
from skua_runtime.cluster.cluster import Cluster, described_callable, described_class
from skua_runtime.cluster.foreign_callables import describe_argument
from skua_runtime.cluster.signatures import unwrapped
from skua_runtime.cluster.types_of import TypeTable
from skua_runtime.frameworks import known
from skua_runtime.frameworks.framework import Argument, Call, Definition, Maker, Named, Subject
from skua_runtime.frameworks.framework import annotation_of


@dataclass(frozen=True)
class FrameworkFacts:
    """Facts about the subject that its frameworks know; see framework.py."""

    makers: dict[str, list[Maker]]
    fields: dict[int, tuple[Argument, ...]]
    functions: dict[int, tuple[tuple[Argument, ...], str]]
    definitions: dict[str, Definition]

    @staticmethod
    def of(subject: Subject) -> FrameworkFacts:
        """Return the facts of all loaded frameworks."""
        collected = functools.partial(known.collected, subject)
        collected("prepare")
        makers = {
            name: ways if isinstance(ways, list) else [ways] for name, ways in collected("makers")
        }
        fields, functions = dict(collected("fields")), dict(collected("functions"))
        return FrameworkFacts(makers, fields, functions, dict(collected("definitions")))


class FrameworkCalls:
    """Adds framework calls to one cluster."""

    def __init__(
        self,
        module: str,
        cluster: Cluster,
        types: TypeTable,
        code_objects: CodeObjectIndex,
        class_index: Callable[[type], int],
        facts: FrameworkFacts,
    ) -> None:
        """`class_index` returns a class's index in the table, or a negative number."""
        self._module = module
        self._cluster = cluster
        self._types = types
        self._code_objects = code_objects
        self._class_index = class_index
        self.facts = facts
        self._named: dict[str, int] = {}  # index by name, for objects of the subject

    def add(self, call: Call) -> None:
        """Add a call as a method of its owner."""
        owner = self._class_index(_resolved(call.owner))
        if owner < 0:
            return
        module, _, name = call.owner.partition(":")
        described = described_callable(
            "method",
            f"{name}.{call.method}",
            module,
            self._types.of(_resolved(call.result), {}),
            [describe_argument(argument, self.type_of(argument)) for argument in call.arguments],
            in_subject=call.function is not None,
            class_index=owner,
        )
        if call.function is not None:
            innermost = unwrapped(call.function)
            described["is_protected"] = False
            entered = self._code_objects.of(innermost, getattr(innermost, "__qualname__", ""))
            if entered is not None:
                described["code_object"] = entered
        index = self._cluster.append(described, None)
        self._cluster.classes[owner]["methods"].append(index)

    def complete(self, described: records.Callable, function: Any) -> None:
        """Set the types of a function's arguments and result that frameworks know."""
        arguments, result = self.facts.functions.get(id(function), ((), ""))
        types = {argument.name: self.type_of(argument) for argument in arguments}
        for parameter in described["parameters"]:
            parameter["type"] = types.get(parameter["name"], parameter["type"])
        if result:
            described["result"] = self._types.of(_resolved(result), {})

    def type_of(self, argument: Argument) -> int:
        """The index of an argument's type."""
        if isinstance(argument.annotation, Named):
            return self._types.named_object(self._index_of(argument.annotation))
        return self._types.of(annotation_of(argument), {})

    def _index_of(self, named: Named) -> int:
        """The object's index in the table of classes, which also has objects that tests name."""
        if named.name not in self._named:
            self._named[named.name] = len(self._cluster.classes)
            self._cluster.class_objects.append(named.thing)
            self._cluster.enum_members.append(())
            self._cluster.classes.append(
                described_class(named.name, self._module, is_abstract=True)
            )
        return self._named[named.name]


def _resolved(name: str) -> Any:
    module, _, qualified_name = name.partition(":")
    return getattr(sys.modules[module], qualified_name)
