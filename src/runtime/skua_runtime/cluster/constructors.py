"""Adds constructors: the classes' own ones, mocks, makers of frameworks, and copies."""

from __future__ import annotations

import collections.abc
import inspect
import typing
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable

import skua_runtime.records as records
from skua_runtime.cluster import concrete, copies, doubles, generics
from skua_runtime.cluster.callables import NO_INDEX, CallableDescriber, CodeObjectIndex, is_protected
from skua_runtime.cluster.class_table import ClassTable
from skua_runtime.cluster.cluster import Cluster, described_callable, described_parameter
from skua_runtime.cluster.foreign_callables import describe_argument, describe_maker, let_raise
from skua_runtime.cluster.framework_calls import FrameworkCalls
from skua_runtime.cluster.signatures import initialiser
from skua_runtime.cluster.types_of import TypeTable
from skua_runtime.frameworks.framework import Argument, Definition, Maker
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.world.names import type_name


@dataclass
class Constructors:
    """Adds the constructors of classes to a cluster."""

    cluster: Cluster
    table: ClassTable
    types: TypeTable
    describer: CallableDescriber
    code_objects: CodeObjectIndex
    facts: SourceFacts
    framework_calls: FrameworkCalls
    exceptions: list[type]  # exceptions that the subject catches
    # attributes that are read from untyped parameters
    asked: dict[str, None] = field(default_factory=dict)

    def add(self, index: int) -> None:
        """Add the constructor of a class, unless it is abstract or an enum."""
        cls, described = self.cluster.class_objects[index], self.cluster.classes[index]
        if index in self.table.mocked:
            self.add_mock(index)
        if described["is_abstract"] or described["enum_members"]:
            return
        is_defined = index in self.table.definitions
        makers = self.framework_calls.facts.makers.get(type_name(cls), []) if described["in_subject"] else []
        if not is_defined and self.add_makers(makers, index):
            return
        # for a class that tests define: the constructor of its base
        base = cls.__mro__[1] if is_defined else cls
        constructor = self.describer.describe(
            "constructor", cls.__name__, cls.__qualname__, base, described["module"], cls, index
        )
        if constructor is not None:
            self._complete(constructor, cls, index, initialiser(base))
            described["constructors"].append(self.cluster.append(constructor, cls))

    def _complete(
        self, constructor: records.Callable, cls: type, index: int, function: Any
    ) -> None:
        self.framework_calls.complete(constructor, function)
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == typing.cast.__code__.co_filename:
            # Protocol's constructor accepts everything and needs nothing
            constructor["parameters"] = []
        if (definition := self.table.definitions.get(index)) is not None:
            self.describer.extend(constructor, definition.given)
            raised = {given.name for given in definition.given if given.is_raised}
            let_raise(constructor, self.exceptions, self.types, raised)
            constructor["result"] = self.types.of(cls, {})
        if id(cls) in self.framework_calls.facts.fields:
            constructor["parameters"] = self._described(self.framework_calls.facts.fields[id(cls)])
        in_subject = self.cluster.classes[index]["in_subject"]
        if cls.__qualname__ in self.facts.excluded_classes or not in_subject:
            constructor["in_subject"] = False
        if not in_subject:
            # the code object of the subject's class with this name
            constructor.pop("code_object", None)

    def add_mock(self, index: int) -> None:
        """Let a mock with answers be passed where an object of the class is wanted."""
        cls, operations = self.cluster.class_objects[index], self.table.mocked[index]
        parameters = []
        for name, function in operations.items():
            answer = concrete.annotations_of(function).get("return", Any)
            if inspect.iscoroutinefunction(function):
                answer = collections.abc.Awaitable[answer]  # type: ignore[valid-type]
            wanted = collections.abc.Callable[..., answer]  # type: ignore[valid-type]
            of_function = self.types.of(wanted, function.__globals__, cls)
            parameters.append(described_parameter(name, "keyword_only", of_function, True))
        for caught in self.exceptions:  # a collaborator raises them
            self.types.of(caught, {})
        module, name = doubles.MOCK
        constructor = described_callable(
            "constructor", name, module, self.types.of(cls, {}), parameters, class_index=index
        )
        made = self.cluster.append(constructor, doubles.mock_class(cls, operations))
        self.cluster.classes[index]["constructors"].append(made)

    def add_makers(self, makers: Iterable[Maker], index: int) -> bool:
        """Add makers; returns whether one replaces the class's own constructor."""
        cls, described = self.cluster.class_objects[index], self.cluster.classes[index]
        replaced = False
        for maker in makers:
            made = describe_maker(
                maker,
                cls,
                described,
                index,
                self.types,
                [*self.asked, *(name for _, name in self.facts.reads)],
                self.framework_calls.type_of,
            )
            if cls in doubles.ANSWERING:
                let_raise(made[0], self.exceptions, self.types)
            described["constructors"].append(self.cluster.append(*made))
            replaced |= not maker.beside
        return replaced

    def add_defined(self, defined: Definition, base: int) -> bool:
        """Add a class that tests define as the only way to make instances of another."""
        definition = concrete.Definition(defined.name, defined.text, defined.imports, [])
        subclass = concrete.execute_definition(definition)
        if not self.table.add(subclass, in_subject=False, definition=definition):
            return False
        index = self.table.indices[id(subclass)]
        self.table.replaced[index] = base
        constructor = described_callable(
            "constructor",
            defined.name,
            "",
            self.types.of(subclass, {}),
            self._described(defined.arguments),
            class_index=index,
        )
        made = self.cluster.append(constructor, subclass)
        self.cluster.classes[index]["constructors"].append(made)
        return True

    def _described(self, arguments: Iterable[Argument]) -> list[records.Parameter]:
        return [describe_argument(one, self.framework_calls.type_of(one)) for one in arguments]

    def add_copying(self, index: int, is_own_file: Callable[[Any], bool]) -> None:
        """Add copy.copy and copy.deepcopy, if the class has hooks for them."""
        cls = self.cluster.class_objects[index]
        for function, hook in copies.copying(cls, is_own_file):
            described = copies.describe_copying(
                function, self.types.of(cls, {}), is_protected(cls.__qualname__)
            )
            entered = self.code_objects.of(hook, getattr(hook, "__qualname__", ""))
            if entered is not None:
                described["code_object"] = entered
            self.cluster.append(described, function)

    def add_specialised(self, one: generics.Specialised) -> None:
        """Add the constructor of a generic class with known type arguments."""
        index = self.table.indices.get(id(one.cls), NO_INDEX)
        described = self.cluster.classes[index]
        if index == NO_INDEX or not described["constructors"] or index in self.table.definitions:
            return
        with self.types.bound(one.bound):
            constructor = self.describer.describe(
                "constructor",
                described["name"],
                described["qualified_name"],
                one.cls,
                described["module"],
                one.cls,
                index,
            )
        known = [self.cluster.callables[place] for place in described["constructors"]]
        if constructor is None or any(
            constructor["parameters"] == other["parameters"] for other in known
        ):
            return
        constructor["in_subject"] = False  # only the general constructor counts as the subject's
        constructor.pop("code_object", None)
        described["constructors"].append(self.cluster.append(constructor, one.cls))
