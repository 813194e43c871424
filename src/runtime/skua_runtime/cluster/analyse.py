"""Builds the test cluster: the callables of the loaded subject, with their types.

The order is always that of definition, so that every process assigns the same numbers.
"""

from __future__ import annotations

import builtins
import collections.abc
import contextlib
import enum
import functools
import importlib
import itertools
import os
import re
import sys
import types
from typing import Any, Iterator, Optional, Sequence

import skua_runtime.records as records
from skua_runtime.cluster import callee_parts, declared, documented, environment
from skua_runtime.cluster.bases import link_bases
from skua_runtime.cluster.callables import NO_INDEX, CallableDescriber, CodeObjectIndex
from skua_runtime.cluster.checking import CheckingNames
from skua_runtime.cluster.class_table import ClassTable
from skua_runtime.cluster.classes_by_use import ClassesByUse
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.cluster.constructors import Constructors
from skua_runtime.cluster.foreign_members import ForeignMembers
from skua_runtime.cluster.foreign_reads import ForeignReads
from skua_runtime.cluster.framework_calls import FrameworkCalls, FrameworkFacts
from skua_runtime.cluster.heirs import heirs_of
from skua_runtime.cluster.importers import Importer, import_library, import_makers, import_named
from skua_runtime.cluster.makers import makers_in_project
from skua_runtime.cluster.members import Members, attributes_of
from skua_runtime.cluster.named_objects import add_named_objects
from skua_runtime.cluster.needs import may_name_files
from skua_runtime.cluster.own_names import OwnNames
from skua_runtime.cluster.references import find_references
from skua_runtime.cluster.signatures import unwrapped
from skua_runtime.cluster.stubs import Stubs
from skua_runtime.cluster.types_of import ANY, TypeTable
from skua_runtime.frameworks import known
from skua_runtime.frameworks.framework import Call, Subject
from skua_runtime.frameworks.hints import hints_of
from skua_runtime.loading import LoadedModule
from skua_runtime.source.docstrings import examples_in
from skua_runtime.source.documents import documents
from skua_runtime.source.keyed_reads import find_keyed_reads
from skua_runtime.source.parameter_facts import ParameterFacts
from skua_runtime.source.source_facts import find_facts
from skua_runtime.texts.parsed_texts import patterns_of
from skua_runtime.world.names import is_class
from skua_runtime.world.project_files import is_project_file
from skua_runtime.world.values import SUBJECT_EXCEPTIONS

# Classes of other packages whose objects ask something outside of the process.
_CONNECTS = re.compile(r"connection|\w*(Channel|Client|Connection|Consumer|Pool|Producer|Redis|Session)")
_MOST_EXCEPTIONS = 6  # exception classes that tests raise in a `with` block at most
# Skip an object that raises while it is examined.
_AT_ITS_OWN_COST = contextlib.suppress(*SUBJECT_EXCEPTIONS)


def analyse(
    loaded: LoadedModule, root: str, importers: Optional[Sequence[Importer]] = ()
) -> Cluster:
    """Build the cluster.

    Of `importers`, the modules that import the subject, those that make objects for it are
    imported. With None, functions of other modules do not make objects.
    """
    return _Analysis(loaded, root, importers).run()


class _Analysis:
    def __init__(
        self, loaded: LoadedModule, root: str, importers: Optional[Sequence[Importer]]
    ) -> None:
        self._loaded = loaded
        self._importers = importers
        self._root = os.path.realpath(root)
        self._namespace = vars(loaded.original)
        self._cluster = Cluster()
        self._facts = find_facts(loaded.tree, loaded.excluded)
        self._examples = list(itertools.chain.from_iterable(examples_in(loaded.tree)))
        self._documents = list(documents(self._root, loaded.name))
        self._references = find_references(loaded.tree, loaded.original)
        self._parameter_classes: list[type] = []
        exceptions = list(self._references.exceptions.values())
        self._attributes_of = functools.partial(attributes_of, self._facts)
        self._table = ClassTable(
            loaded, self._cluster, self._facts, bool(exceptions), self._attributes_of, self._is_own_file
        )
        self._types = TypeTable(self._table.index_of, CheckingNames(self._is_own_file).of)
        self._cluster.types = self._types.types
        self._of_frameworks = Subject(
            loaded.name, self._namespace, hints_of(loaded.tree), loaded.tree
        )
        frameworks = FrameworkFacts.of(self._of_frameworks)
        code_objects = CodeObjectIndex(loaded.file, loaded.goals.code_objects)
        self._framework_calls = FrameworkCalls(
            loaded.name, self._cluster, self._types, code_objects, self._table.index_of, frameworks
        )
        foreign_reads = ForeignReads(loaded.file, self._is_own_file)
        self._describer = CallableDescriber(
            loaded.file,
            self._namespace,
            self._types,
            code_objects,
            self._facts,
            Stubs(loaded.file, self._namespace),
            find_keyed_reads(
                loaded.tree, lambda name: foreign_reads.of(self._namespace.get(name))
            ),
            foreign_reads,
            self._is_own_file,
            may_name_files(loaded.tree),
        )
        self._own_names = OwnNames(
            loaded, self._facts, self._describer.is_excluded, self._is_own_file
        )
        type_of_exceptions = functools.cache(self._exceptions)
        self._members = Members(
            loaded.name,
            self._describer,
            self._types,
            self._facts,
            self._is_own_file,
            type_of_exceptions,
        )
        self._constructors = Constructors(
            self._cluster,
            self._table,
            self._types,
            self._describer,
            code_objects,
            self._facts,
            self._framework_calls,
            exceptions,
        )
        self._foreign = ForeignMembers(
            self._cluster,
            self._table,
            self._types,
            self._members,
            self._constructors,
            # Framework calls make these results, so they get no constructor.
            {result for _, result in frameworks.functions.values()},
            functools.partial(patterns_of, loaded.tree, self._namespace),
            type_of_exceptions,
        )
        self._by_use = ClassesByUse(
            loaded.tree, loaded.original, self._attributes_of, self._is_own_file
        )
        self._cluster.facts = self._by_use.functions

    def run(self) -> Cluster:
        """Build the cluster."""
        if self._facts.imports_asyncio:
            importlib.import_module("asyncio")  # an awaited object may look for a running loop
        import_library(itertools.chain(self._examples, *self._documents))
        calls: list[Call] = known.collected(self._of_frameworks, "calls")
        self._foreign.given_by_calls.update(call.result for call in calls)
        functions = [call.function for call in calls]
        functions += known.collected(self._of_frameworks, "run")
        self._run_by_framework = {id(unwrapped(one)) for one in functions if one is not None}
        self._add_own()
        for call in calls:
            with _AT_ITS_OWN_COST:
                self._framework_calls.add(call)
        self._add_imported_enums()
        self._add_classes_referred_to()
        self._add_classes_of_parameters()
        self._add_classes_of_examples()
        self._add_heirs()
        self._add_function_classes()
        self._add_plain_objects()
        self._add_parts_of_callee()
        environment.describe(self._loaded, self._cluster, self._types, self._of_frameworks)
        self._add_members_of_foreign()
        self._add_makers()
        self._add_members_of_foreign()
        for one in list(self._types.specialised.values()):
            with _AT_ITS_OWN_COST:
                self._constructors.add_specialised(one)
        indices = self._table.indices
        link_bases(self._cluster, indices, self._table.replaced)
        objects = self._references.objects.values()
        add_named_objects(objects, self._cluster, indices, self._attributes_of)
        return self._cluster

    def _is_own_file(self, file: Any) -> bool:
        return is_project_file(file, self._root)

    # The subject.

    def _add_own(self) -> None:
        own = [
            (name, value)
            for name, value in self._own_names
            if id(unwrapped(value)) not in self._run_by_framework
        ]
        self._add_own_classes([value for _, value in own if is_class(value)])
        for index in range(len(self._cluster.classes)):
            with _AT_ITS_OWN_COST:
                self._constructors.add(index)
            if index in self._table.mocked:
                continue
            self._add_methods(index)
            with _AT_ITS_OWN_COST:
                self._constructors.add_copying(index, self._is_own_file)
        for name, value in own:
            with _AT_ITS_OWN_COST:
                if not is_class(value):
                    self._add_function(name, value)

    def _add_own_classes(self, classes: list[type]) -> None:
        while classes:  # inner classes follow outer ones
            cls = classes.pop(0)
            with _AT_ITS_OWN_COST:
                if self._table.add(cls, in_subject=True):
                    inner = [one for one in vars(cls).values() if is_class(one)]
                    beneath = cls.__qualname__ + "."
                    classes[:0] = [one for one in inner if one.__qualname__.startswith(beneath)]
        for cls in list(self._cluster.class_objects):
            self._table.add_concrete(cls, in_subject=True)
            self._add_declared(cls)
        self._add_documented()

    def _add_function(self, name: str, function: Any) -> None:
        described = self._describer.describe("function", name, name, function, self._loaded.name)
        if described is not None:
            self._framework_calls.complete(described, function)
            self._cluster.append(described, function)

    def _add_methods(self, index: int) -> None:
        cls, described = self._cluster.class_objects[index], self._cluster.classes[index]
        is_defined = "definition" in described
        known: set[str] = set()
        # A class that tests define has the methods of its base.
        for base in cls.__mro__[1:] if is_defined else cls.__mro__:
            if base is cls or self._table.is_of_project(base):
                for name, stored in list(vars(base).items()):
                    if name not in known:
                        known.add(name)
                        self._add_method(name, stored, base, index)
        if not is_defined:
            with _AT_ITS_OWN_COST:
                for member in self._members.data_of(cls, index):
                    described["methods"].append(self._cluster.append(*member))

    def _add_method(self, name: str, stored: Any, owner: type, index: int) -> None:
        """Add the methods for an attribute of a class, unless the table has them with its base."""
        cls, methods = self._cluster.class_objects[index], self._cluster.classes[index]["methods"]
        base = None if owner is cls else self._table.indices.get(id(owner))
        if base is not None:
            inherited = self._cluster.classes[base]["methods"]
            methods += [one for one in inherited if self._cluster.callables[one]["name"] == name]
            return
        with _AT_ITS_OWN_COST:
            if self._run_by_framework and id(unwrapped(stored)) in self._run_by_framework:
                return
            for described, target in self._members.of(name, stored, cls, index):
                self._framework_calls.complete(described, stored)
                methods.append(self._cluster.append(described, target))

    def _add_declared(self, cls: type) -> None:
        """Add subclasses with fields or members, if the class collects them, and with small
        numbers."""
        of_own = {name for variable, name in self._facts.reads if variable in ("self", "cls")}
        with _AT_ITS_OWN_COST:
            for found in (
                declared.declared_subclass(cls, self._is_own_file),
                declared.with_small_numbers(cls, of_own),
            ):
                if found is not None:
                    definition, subclass = found
                    self._table.add(subclass, in_subject=True, definition=definition)

    def _add_documented(self) -> None:
        """Add classes that documents derive from the subject's."""
        found = documented.documented_subclasses(
            self._documents, self._namespace, self._table.is_own
        )
        for definition, subclass in found:
            with _AT_ITS_OWN_COST:
                self._table.add(subclass, in_subject=True, definition=definition)

    # Classes and functions that the subject refers to.

    def _add_imported_enums(self) -> None:
        for value in list(self._namespace.values()):
            with _AT_ITS_OWN_COST:
                if is_class(value) and issubclass(value, enum.Enum):
                    if self._table.is_of_project(value):
                        self._table.index_of(value)

    def _add_classes_referred_to(self) -> None:
        """Add classes in `isinstance`, comparisons and `case`, and the classes of named objects."""
        if self._references.wants_iterators:
            self._types.of(collections.abc.Iterator, {})
        for cls in self._references.classes.values():
            self._types.of(cls, {})
        for one in self._references.objects.values():
            if self._table.is_of_project(type(one.value)):
                self._table.index_of(type(one.value))

    def _add_classes_of_parameters(self) -> None:
        """Give parameters without annotations the classes that support the operations on them."""
        for parameter, facts in self._own_parameters():
            alternatives = self._types.alternatives(parameter["type"])
            if facts.place != "rest" and ANY in alternatives:
                classes = self._by_use.classes_of(facts)
                types_of_use = [self._types.of(cls, {}) for cls in classes]
                parameter["type"] = self._types.union([*types_of_use, *alternatives])
                self._parameter_classes += classes

    def _own_parameters(self) -> Iterator[tuple[records.Parameter, ParameterFacts]]:
        """The parameters of the subject's functions with known facts."""
        for described, target in zip(self._cluster.callables, self._cluster.callable_objects):
            known = self._by_use.facts_of(target) if described["in_subject"] else {}
            for parameter in described["parameters"]:
                if parameter["name"] in known:
                    yield parameter, known[parameter["name"]]

    def _add_classes_of_examples(self) -> None:
        """Add classes of other project modules that examples in docstrings construct."""
        for cls in import_named(self._examples, self._loaded.name, self._is_own_file):
            with _AT_ITS_OWN_COST:
                self._types.of(cls, {})

    def _add_heirs(self) -> None:
        """Add other modules' classes that inherit from the subject's, with their methods."""
        own = filter(self._table.is_own, self._cluster.class_objects)
        with _AT_ITS_OWN_COST:
            for cls in heirs_of(own, self._is_own_file):
                if self._table.index_of(cls) != NO_INDEX:
                    self._foreign.heirs.add(id(cls))

    def _add_function_classes(self) -> None:
        """Add the classes of functions, methods and partials if calls return them."""
        if self._cluster.callables:
            if self._facts.gives_functions:
                self._table.add_foreign(types.FunctionType)
            if self._facts.gives_methods:
                self._table.add_foreign(types.MethodType)
            if self._facts.gives_partials:
                self._table.add_foreign(functools.partial)

    def _add_plain_objects(self) -> None:
        """Add SimpleNamespace and the like for untyped parameters whose attributes are read."""
        own = list(self._own_parameters())
        self._allow_doubles()
        read = self._attributes_read(own)
        untyped = {
            parameter["name"]
            for described in self._cluster.callables
            for parameter in described["parameters"]
            if ANY in self._types.alternatives(parameter["type"]) and parameter["name"] in read
        }
        for parameter, facts in own:
            if parameter["name"] in untyped:
                self._constructors.asked.update(facts.attributes | facts.indirect)
        if untyped:
            self._table.add_foreign(types.SimpleNamespace)
            if self._facts.enters_contexts:
                self._table.add_foreign(contextlib.nullcontext)
            # collaborators may raise exceptions that the subject catches
            for cls in self._references.exceptions.values():
                self._types.of(cls, {})
        if any({"start", "stop", "step"} <= read[name] for name in untyped):
            self._table.add_foreign(slice)

    def _attributes_read(
        self, own: list[tuple[records.Parameter, ParameterFacts]]
    ) -> dict[str, set[str]]:
        read: dict[str, set[str]] = {}
        for variable, attribute in self._facts.reads:
            read.setdefault(variable, set()).add(attribute)
        for parameter, facts in own:
            if facts.attributes or facts.indirect:
                read.setdefault(parameter["name"], set()).update(facts.attributes)
        return read

    def _allow_doubles(self) -> None:
        """Allow any object where another package's class, such as a client, would connect to a
        server."""
        for described in self._cluster.callables:
            for parameter in described["parameters"]:
                alternatives = self._types.alternatives(parameter["type"])
                if any(map(self._connects, alternatives)):
                    parameter["type"] = self._types.union([*alternatives, ANY])

    def _connects(self, index: int) -> bool:
        described = self._types.types[index]
        if described["kind"] != "class":
            return False
        cls = self._cluster.class_objects[described["class"]]
        package = cls.__module__.partition(".")[0]
        return (
            _CONNECTS.fullmatch(cls.__name__) is not None
            and package not in sys.stdlib_module_names
            and not self._table.is_of_project(cls)
        )

    def _exceptions(self) -> int:
        """The type of exceptions that tests raise in a `with` block: those named in the source."""
        named: list[Any] = [getattr(builtins, name, None) for name in sorted(self._facts.names)]
        classes = filter(is_class, self._cluster.class_objects)
        own = [cls for cls in classes if self._table.is_of_project(cls)]
        found: dict[type, None] = {}
        for one in [*own, *named, ValueError, KeyError]:
            if is_class(one) and issubclass(one, Exception):
                found[one] = None
        return self._types.union(
            self._types.of(type[one], {}) for one in list(found)[:_MOST_EXCEPTIONS]
        )

    # Other modules.

    def _add_members_of_foreign(self) -> None:
        while self._table.foreign:
            index, self._table.depth = self._table.foreign.pop(0)
            with _AT_ITS_OWN_COST:
                self._foreign.add(index)

    def _add_parts_of_callee(self) -> None:
        """Add parts of the callee that tests pass to the subject, so that it enters the callee.

        These are public classes and functions, and subclasses of the subject's classes.
        """
        callee, tree = self._loaded.callee, self._loaded.callee_tree
        if callee is None or tree is None:
            return
        for name, cls in callee_parts.classes_of(callee):
            with _AT_ITS_OWN_COST:
                if any(map(self._table.is_own, cls.__mro__[1:])):
                    self._table.index_of(cls)
                elif not name.startswith("_"):
                    self._types.of(cls, {})
        describer = callee_parts.describer_of(callee, tree, self._types, self._is_own_file)
        functions = callee_parts.functions_of(callee)
        for name, function in itertools.islice(functions, callee_parts.MOST_FUNCTIONS):
            with _AT_ITS_OWN_COST:
                described = describer.describe("function", name, name, function, callee.__name__)
                if described is not None:
                    described["in_subject"] = False
                    self._cluster.append(described, function)

    def _add_makers(self) -> None:
        """Add functions of other project modules that return objects of known classes."""
        if self._importers is None:
            return

        def is_wanted(cls: type) -> bool:
            index = self._table.indices.get(id(cls))
            known = index is not None and not self._cluster.classes[index]["enum_members"]
            fits = any(base in self._parameter_classes for base in cls.__mro__)
            return (known or fits) and self._table.is_of_project(cls)

        known = {id(target) for target in self._cluster.callable_objects}
        candidates = [*self._cluster.class_objects, *self._parameter_classes]
        wanted = {cls.__name__ for cls in candidates if is_class(cls) and is_wanted(cls)}
        also = import_makers(self._importers, wanted)
        for one in makers_in_project(self._loaded.name, also, is_wanted, self._is_own_file):
            name = one.function.__name__
            if id(one.function) in known:
                continue
            described = self._describer.describe("function", name, name, one.function, one.module)
            if described is not None and "use" not in described:
                described |= {"in_subject": False, "result": self._types.of(one.cls, {})}
                described.pop("code_object", None)
                described.pop("declared_exceptions", None)
                if one.of_first:
                    described["use"] = "first"
                self._cluster.append(described, one.function)
