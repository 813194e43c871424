"""Numbers the classes of the cluster: the subject's, classes that tests define, and foreign ones."""

from __future__ import annotations

import enum
import inspect
import sys
import types
from typing import Any, Callable, Mapping, Optional

from skua_runtime.cluster import concrete, doubles, foreign
from skua_runtime.cluster.callables import NO_INDEX
from skua_runtime.cluster.cluster import Cluster, described_class
from skua_runtime.loading import LoadedModule
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.world.names import is_importable, public_module
from skua_runtime.world.values import SUBJECT_EXCEPTIONS

MOST_FOREIGN_CLASSES = 60
DEEPEST_FOREIGN = 2


class ClassTable:
    """Adds classes to a cluster. `attributes_of` returns the names of a class's attributes."""

    def __init__(
        self,
        loaded: LoadedModule,
        cluster: Cluster,
        facts: SourceFacts,
        raises: bool,
        attributes_of: Callable[[type], list[str]],
        is_own_file: Callable[[Any], bool],
    ) -> None:
        """`raises` tells whether the subject catches exceptions, which defined classes then raise."""
        self._loaded = loaded
        self._cluster = cluster
        self._facts = facts
        self._raises = raises
        self._attributes_of = attributes_of
        self._is_own_file = is_own_file
        self.indices: dict[int, int] = {}  # by id of the class
        # definitions of classes that tests define, by index of the class
        self.definitions: dict[int, concrete.Definition] = {}
        # operations of classes for whose objects tests pass mocks, by index of the class
        self.mocked: dict[int, Mapping[str, types.FunctionType]] = {}
        # index of the class that a defined class replaces, by index of the latter
        self.replaced: dict[int, int] = {}
        # depth of the current class: 0 for the subject's classes, 1 for classes that these need, …
        self.depth = 0
        # (index, depth) of foreign classes whose members are not yet added
        self.foreign: list[tuple[int, int]] = []

    def add(
        self, cls: type, in_subject: bool, definition: Optional[concrete.Definition] = None
    ) -> bool:
        """Add a class; returns whether it is new."""
        if id(cls) in self.indices:
            return False
        if cls in doubles.DEFINITIONS:
            definition = concrete.Definition(cls.__name__, doubles.DEFINITIONS[cls], [], [])
        members: tuple[Any, ...] = ()
        if issubclass(cls, enum.Enum):
            members = tuple(cls.__members__[name] for name in cls.__members__)
        names_subject = in_subject and cls.__module__ == self._loaded.original.__name__
        module, qualified_name = foreign.NAMES.get(
            cls, (self._loaded.name if names_subject else public_module(cls), cls.__qualname__)
        )
        described = described_class(
            qualified_name,
            module,
            enum_members=list(getattr(cls, "__members__")) if members else [],
            attributes=doubles.CALLED.get(cls, self._attributes_of(cls)),
            in_subject=in_subject,
            is_abstract=inspect.isabstract(cls) or concrete.is_protocol(cls),
            is_exception=issubclass(cls, BaseException),
            negates_equality=cls.__ne__ is object.__ne__,
        )
        # Add the class only now, so that a class that raises above leaves no trace.
        index = self.indices[id(cls)] = len(self._cluster.classes)
        self._cluster.class_objects.append(cls)
        self._cluster.enum_members.append(members)
        if definition is not None:
            self.definitions[index] = definition
            described["module"] = ""
            described["definition"] = definition.text
            described["definition_imports"] = definition.imports
        self._cluster.classes.append(described)
        return True

    def add_concrete(self, cls: type, in_subject: bool) -> Optional[int]:
        """Add a concrete subclass of an abstract class, unless the table has one."""
        index = self.indices[id(cls)]
        is_abstract = self._cluster.classes[index]["is_abstract"]
        if in_subject and not is_abstract:
            return None
        operations = concrete.operations_of(cls, self._facts.bodies)
        if not is_abstract:
            if operations is not None:
                self.mocked[index] = operations  # its methods raise NotImplementedError
            return None
        for other, described in zip(self._cluster.class_objects, self._cluster.classes):
            if not described["is_abstract"] and cls in other.__mro__:
                return None
        if operations is not None:
            self.mocked[index] = operations
            return None
        module = self._cluster.classes[index]["module"]
        try:
            definition = concrete.define_concrete(cls, module, self._facts.bodies, self._raises)
            subclass = concrete.execute_definition(definition)
        except SUBJECT_EXCEPTIONS:  # a metaclass may have other requirements
            return None
        if inspect.isabstract(subclass) or not self.add(subclass, in_subject, definition):
            return None
        return self.indices[id(subclass)]

    def index_of(self, cls: type) -> int:
        """Return the index of an annotated class; add it if needed, or return NO_INDEX."""
        index = self.indices.get(id(cls))
        if index is not None:
            return index
        named = is_importable(cls) or cls in foreign.NAMES or cls in doubles.DEFINITIONS
        if self.depth >= DEEPEST_FOREIGN or not named:
            return NO_INDEX
        if sum(not one["in_subject"] for one in self._cluster.classes) >= MOST_FOREIGN_CLASSES:
            return NO_INDEX
        return self.add_foreign(cls)

    def add_foreign(self, cls: type) -> int:
        """Add a class of another module, if it is new, and return its index."""
        if self.add(cls, in_subject=False):
            self.foreign.append((self.indices[id(cls)], self.depth + 1))
        return self.indices[id(cls)]

    def is_own(self, cls: type) -> bool:
        """Whether the class belongs to the subject."""
        index = self.indices.get(id(cls))
        return index is not None and self._cluster.classes[index]["in_subject"]

    def is_of_project(self, cls: type) -> bool:
        """Whether a module of the project defines the class."""
        module = sys.modules.get(cls.__module__)
        return module is self._loaded.module or self._is_own_file(getattr(module, "__file__", None))
