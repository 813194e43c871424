"""Adds constructors and methods of classes outside of the subject."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from typing import Any, Callable

import skua_runtime.records as records
from skua_runtime.cluster import foreign
from skua_runtime.cluster.callables import is_protected
from skua_runtime.cluster.class_table import ClassTable
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.cluster.constructors import Constructors
from skua_runtime.cluster.foreign_callables import describe_operator
from skua_runtime.cluster.members import Members
from skua_runtime.cluster.operators import is_special
from skua_runtime.cluster.types_of import TypeTable
from skua_runtime.world.names import type_name

MOST_FOREIGN_METHODS = 120  # of other modules' classes, all together
# Special methods that change an object.
_FILLING = frozenset({"__setitem__", "__iadd__", "__ior__", "__call__"})
# Special methods that make an object from two others. Those with a plain result only show
# something.
_COMBINING = frozenset(
    f"__{name}__"
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
)
_PLAIN_RESULTS = frozenset({"none", "bool", "int", "float", "complex", "str", "bytes"})


@dataclass
class ForeignMembers:
    """Adds the members of foreign classes to a cluster."""

    cluster: Cluster
    table: ClassTable
    types: TypeTable
    members: Members
    constructors: Constructors
    given_by_calls: set[str]  # classes whose instances only framework calls make
    patterns: Callable[[], list["re.Pattern[Any]"]]  # regular expressions of the subject
    exceptions: Callable[[], int]  # type of exceptions that tests raise in a `with` block
    # ids of other modules' classes that inherit from the subject's
    heirs: set[int] = field(default_factory=set)
    _count: int = 0  # number of methods so far

    def add(self, index: int) -> None:
        """Add constructors and methods of a class."""
        cls, described = self.cluster.class_objects[index], self.cluster.classes[index]
        for name in foreign.OPERATORS_OF.get(cls, ()):
            operator = describe_operator(name, described, index, self.exceptions)
            described["methods"].append(self.cluster.append(operator, None))
            if name == "__call__" and self.constructors.facts.has_async_closures:
                awaited: records.Callable = {**operator, "use": "await"}
                described["methods"].append(self.cluster.append(awaited, None))
        if cls in foreign.OPERATORS_OF:
            return  # instances come only from calls
        frameworks = self.constructors.framework_calls.facts
        makers = foreign.makers_of(cls, self.patterns) or frameworks.makers.get(type_name(cls), [])
        if self.constructors.add_makers(makers, index):
            return
        defined = frameworks.definitions.get(type_name(cls))
        if defined is not None and self.constructors.add_defined(defined, index):
            return
        if type_name(cls) in self.given_by_calls:
            return
        self.constructors.add(index)
        subclass = self.table.add_concrete(cls, in_subject=False)
        if subclass is not None:
            self.constructors.add(subclass)
        elif index in self.table.mocked:
            self.constructors.add_mock(index)
        if self.table.is_of_project(cls) and index not in self.table.mocked:
            self._add_methods(index)

    def _add_methods(self, index: int) -> None:
        """Add public methods that change or show objects, or run the subject's code."""
        cls, described = self.cluster.class_objects[index], self.cluster.classes[index]
        acts = id(cls) in self.heirs
        for name in dir(cls):
            stored = inspect.getattr_static(cls, name, None)
            if self._count < MOST_FOREIGN_METHODS and self._is_wanted(name, cls):
                for member, target in self.members.of(name, stored, cls, index):
                    if acts or self._changes(name, member):
                        member |= {"module": described["module"], "in_subject": acts}
                        member.pop("code_object", None)
                        self._count += 1
                        described["methods"].append(self.cluster.append(member, target))

    def _is_wanted(self, name: str, cls: type) -> bool:
        acts = id(cls) in self.heirs
        if is_protected(name) or is_special(name) and name not in _FILLING | _COMBINING and not acts:
            return False
        owner = next((base for base in cls.__mro__ if name in vars(base)), cls)
        # the owner's methods are added with the owner
        return not (owner is not cls and id(owner) in self.heirs or self.table.is_own(owner))

    def _changes(self, name: str, described: records.Callable) -> bool:
        """Whether a method may change its object or make one from it."""
        result = self.types.types[described["result"]]["kind"]
        only_shows = name in _COMBINING and result in _PLAIN_RESULTS
        return not (described["kind"] == "deleter" or "use" in described or only_shows)
