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
import inspect
import itertools
import os
import re
import sys
import types
import typing
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence

from skua_runtime.cluster import (
    callee_parts,
    concrete,
    copies,
    declared,
    documented,
    doubles,
    environment,
    foreign,
    generics,
)
from skua_runtime.cluster.bases import link_bases
from skua_runtime.cluster.classes_by_use import ClassesByUse
from skua_runtime.cluster.callables import (
    NO_INDEX,
    CallableDescriber,
    CodeObjectIndex,
    is_protected,
)
from skua_runtime.cluster.cluster import (
    Cluster,
    described_callable,
    described_class,
    described_parameter,
)
from skua_runtime.cluster.foreign_callables import (
    describe_argument,
    describe_maker,
    describe_operator,
    let_raise,
)
from skua_runtime.cluster.framework_calls import FrameworkCalls
from skua_runtime.frameworks import known
from skua_runtime.frameworks.framework import Argument, Call, Definition, Maker, Subject
from skua_runtime.frameworks.hints import hints_of
from skua_runtime.loading import LoadedModule
from skua_runtime.cluster.heirs import heirs_of
from skua_runtime.cluster.importers import Importer, import_library, import_makers, import_named
from skua_runtime.cluster.makers import makers_in_project
from skua_runtime.cluster.members import Members
from skua_runtime.world.names import is_class, is_importable, public_module, type_name
from skua_runtime.world.project_files import is_project_file
from skua_runtime.cluster.needs import may_name_files
from skua_runtime.cluster.named_objects import add_named_objects
from skua_runtime.cluster.operators import is_special
from skua_runtime.cluster.own_names import OwnNames
from skua_runtime.cluster.checking import CheckingNames
from skua_runtime.source.docstrings import examples_in
from skua_runtime.source.documents import documents
from skua_runtime.source.keyed_reads import find_keyed_reads
from skua_runtime.source.parameter_facts import ParameterFacts
from skua_runtime.cluster.references import find_references
from skua_runtime.source.source_facts import find_facts
from skua_runtime.cluster.signatures import initialiser, unwrapped
from skua_runtime.cluster.stubs import Stubs
from skua_runtime.texts.parsed_texts import patterns_of
from skua_runtime.cluster.types_of import ANY, TypeTable
from skua_runtime.world.values import SUBJECT_EXCEPTIONS

MOST_FOREIGN_CLASSES = 60
# Classes of other packages whose objects ask something outside of the process.
_CONNECTS = re.compile(r"connection|\w*(Channel|Client|Connection|Consumer|Pool|Producer|Redis|Session)")
MOST_FOREIGN_METHODS = 120  # of other modules' classes, all together
DEEPEST_FOREIGN = 2
# Special methods that change an object.
_FILLING = frozenset({"__setitem__", "__iadd__", "__ior__", "__call__"})
# Special methods that make an object from two others. Those with a plain result only show
# something.
_COMBINING = frozenset(
    f"__{name}__"
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
)
_PLAIN_RESULTS = frozenset({"none", "bool", "int", "float", "complex", "str", "bytes"})
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
        self._class_indices: dict[int, int] = {}
        # definitions of classes that tests define, by index of the class
        self._definitions: dict[int, concrete.Definition] = {}
        # operations of classes for whose objects tests pass mocks, by index of the class
        self._mocked: dict[int, Mapping[str, types.FunctionType]] = {}
        # By index of a class that tests define: index of the class that it replaces.
        self._replaced_classes: dict[int, int] = {}
        self._facts = find_facts(loaded.tree, loaded.excluded)
        self._examples = list(itertools.chain.from_iterable(examples_in(loaded.tree)))
        self._documents = list(documents(self._root, loaded.name))
        self._types = TypeTable(self._class_index, CheckingNames(self._is_own_file).of)
        self._cluster.types = self._types.types
        self._foreign_methods = 0  # number of methods of other modules' classes so far
        self._references = find_references(loaded.tree, loaded.original)
        self._of_frameworks = Subject(
            loaded.name, self._namespace, hints_of(loaded.tree), loaded.tree
        )
        collected = functools.partial(known.collected, self._of_frameworks)
        collected("prepare")
        self._makers: dict[str, list[Maker]] = {
            name: ways if isinstance(ways, list) else [ways] for name, ways in collected("makers")
        }
        self._fields: dict[int, tuple[Argument, ...]] = dict(collected("fields"))
        self._functions: dict[int, tuple[tuple[Argument, ...], str]] = dict(collected("functions"))
        self._defined: dict[str, Definition] = dict(collected("definitions"))
        self._parameter_classes: list[type] = []
        self._asked: dict[str, None] = {}  # attributes that are read from untyped parameters
        # ids of other modules' classes that inherit from the subject's
        self._heirs: set[int] = set()
        # depth of the current class: 0 for the subject's classes, 1 for classes that these need, …
        self._depth = 0
        # (index, depth) of classes whose constructors are not yet added
        self._foreign: list[tuple[int, int]] = []
        self._code_objects = CodeObjectIndex(loaded.file, loaded.goals.code_objects)
        self._framework_calls = FrameworkCalls(
            loaded.name, self._cluster, self._types, self._code_objects, self._class_index
        )
        self._describer = CallableDescriber(
            loaded.file,
            self._namespace,
            self._types,
            self._code_objects,
            self._facts,
            Stubs(loaded.file, self._namespace),
            find_keyed_reads(loaded.tree),
            self._is_own_file,
            may_name_files(loaded.tree),
        )
        self._own_names = OwnNames(
            loaded, self._facts, self._describer.is_excluded, self._is_own_file
        )
        self._members = Members(
            loaded.name,
            self._describer,
            self._types,
            self._facts,
            self._is_own_file,
            functools.cache(self._exceptions),
        )

        self._by_use = ClassesByUse(
            loaded.tree, loaded.original, self._members.attributes_of, self._is_own_file
        )
        self._cluster.facts = self._by_use.functions

    def run(self) -> Cluster:
        """Build the cluster."""
        if self._facts.imports_asyncio:
            importlib.import_module("asyncio")  # an awaited object may look for a running loop
        import_library(itertools.chain(self._examples, *self._documents))
        calls: list[Call] = known.collected(self._of_frameworks, "calls")
        # Framework calls make these results, so they get no constructor.
        self._given_by_calls = {call.result for call in calls}
        self._given_by_calls |= {result for _, result in self._functions.values()}
        functions = [call.function for call in calls]
        functions += known.collected(self._of_frameworks, "run")
        self._run_by_framework = {id(unwrapped(one)) for one in functions if one is not None}
        own = [
            (name, value)
            for name, value in self._own_names
            if id(unwrapped(value)) not in self._run_by_framework
        ]
        self._add_own_classes([value for _, value in own if is_class(value)])
        for index in range(len(self._cluster.classes)):
            with _AT_ITS_OWN_COST:
                self._add_constructor(index)
            if index in self._mocked:
                continue
            self._add_methods(index)
            with _AT_ITS_OWN_COST:
                self._add_copying(index)
        for name, value in own:
            with _AT_ITS_OWN_COST:
                if not is_class(value):
                    self._add_function(name, value)
        self._add_framework_calls(calls)
        self._add_imported_enums()
        self._add_classes_referred_to()
        self._add_classes_of_parameters()
        self._add_classes_of_examples()
        self._add_heirs()
        self._add_function_classes()
        self._add_plain_objects()
        self._add_parts_of_callee()
        environment.describe(
            self._loaded, self._cluster, self._types, self._cluster.append, self._of_frameworks
        )
        self._add_members_of_foreign()
        self._add_makers()
        self._add_members_of_foreign()
        for one in list(self._types.specialised.values()):
            with _AT_ITS_OWN_COST:
                self._add_specialised(one)
        link_bases(self._cluster, self._class_indices, self._replaced_classes)
        add_named_objects(
            self._references.objects.values(),
            self._cluster,
            self._class_indices,
            self._members.attributes_of,
        )
        return self._cluster

    def _add_members_of_foreign(self) -> None:
        while self._foreign:
            index, self._depth = self._foreign.pop(0)
            with _AT_ITS_OWN_COST:
                self._add_foreign_members(index)

    def _is_own_file(self, file: Any) -> bool:
        return is_project_file(file, self._root)

    # Classes.

    def _add_own_classes(self, classes: list[type]) -> None:
        while classes:  # inner classes follow outer ones
            cls = classes.pop(0)
            with _AT_ITS_OWN_COST:
                if self._add_class(cls, in_subject=True):
                    inner = [one for one in vars(cls).values() if is_class(one)]
                    beneath = cls.__qualname__ + "."
                    classes[:0] = [one for one in inner if one.__qualname__.startswith(beneath)]
        for cls in list(self._cluster.class_objects):
            self._add_concrete(cls, in_subject=True)
            self._add_declared(cls)
        self._add_documented()

    def _add_class(
        self, cls: type, in_subject: bool, definition: Optional[concrete.Definition] = None
    ) -> bool:
        if id(cls) in self._class_indices:
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
            attributes=doubles.CALLED.get(cls, self._members.attributes_of(cls)),
            in_subject=in_subject,
            is_abstract=inspect.isabstract(cls) or concrete.is_protocol(cls),
            is_exception=issubclass(cls, BaseException),
            negates_equality=cls.__ne__ is object.__ne__,
        )
        # Add the class only now, so that a class that raises above leaves no trace.
        index = self._class_indices[id(cls)] = len(self._cluster.classes)
        self._cluster.class_objects.append(cls)
        self._cluster.enum_members.append(members)
        if definition is not None:
            self._definitions[index] = definition
            described["module"] = ""
            described["definition"] = definition.text
            described["definition_imports"] = definition.imports
        self._cluster.classes.append(described)
        return True

    def _add_concrete(self, cls: type, in_subject: bool) -> Optional[int]:
        """Add a concrete subclass of an abstract class, unless the table has one."""
        index = self._class_indices[id(cls)]
        if not self._cluster.classes[index]["is_abstract"]:
            return None
        for other, described in zip(self._cluster.class_objects, self._cluster.classes):
            if not described["is_abstract"] and cls in other.__mro__:
                return None
        operations = concrete.operations_of(cls, self._facts.bodies)
        if operations is not None:
            self._mocked[index] = operations
            return None
        module = self._cluster.classes[index]["module"]
        try:
            definition = concrete.define_concrete(
                cls, module, self._facts.bodies, bool(self._references.exceptions)
            )
            subclass = concrete.execute_definition(definition)
        except SUBJECT_EXCEPTIONS:  # a metaclass may have other requirements
            return None
        if inspect.isabstract(subclass) or not self._add_class(subclass, in_subject, definition):
            return None
        return self._class_indices[id(subclass)]

    def _add_mock(self, index: int) -> None:
        """Let a mock with answers be passed where an object of the class is wanted."""
        cls, operations = self._cluster.class_objects[index], self._mocked[index]
        parameters = []
        for name, function in operations.items():
            answer = concrete.annotations_of(function).get("return", Any)
            # The search makes a function whose result is awaited where there is an argument.
            arguments = [None] if inspect.iscoroutinefunction(function) else ...
            wanted = collections.abc.Callable[arguments, answer]  # type: ignore[misc, valid-type]
            of_function = self._types.of(wanted, function.__globals__, cls)
            parameters.append(described_parameter(name, "keyword_only", of_function, True))
        for caught in self._references.exceptions.values():  # a collaborator raises them
            self._types.of(caught, {})
        module, name = doubles.MOCK
        constructor = described_callable(
            "constructor", name, module, self._types.of(cls, {}), parameters, class_index=index
        )
        made = self._cluster.append(constructor, doubles.mock_class(cls, operations))
        self._cluster.classes[index]["constructors"].append(made)

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
                    self._add_class(subclass, in_subject=True, definition=definition)

    def _add_documented(self) -> None:
        """Add classes that documents derive from the subject's."""
        found = documented.documented_subclasses(
            self._documents, self._namespace, self._is_own_class
        )
        for definition, subclass in found:
            with _AT_ITS_OWN_COST:
                self._add_class(subclass, in_subject=True, definition=definition)

    def _class_index(self, cls: type) -> int:
        """The index of an annotated class, for the table of types; NO_INDEX if it is left out."""
        index = self._class_indices.get(id(cls))
        if index is not None:
            return index
        named = is_importable(cls) or cls in foreign.NAMES or cls in doubles.DEFINITIONS
        if self._depth >= DEEPEST_FOREIGN or not named:
            return NO_INDEX
        if sum(not one["in_subject"] for one in self._cluster.classes) >= MOST_FOREIGN_CLASSES:
            return NO_INDEX
        return self._add_foreign_class(cls)

    def _add_foreign_class(self, cls: type) -> int:
        if self._add_class(cls, in_subject=False):
            self._foreign.append((self._class_indices[id(cls)], self._depth + 1))
        return self._class_indices[id(cls)]

    def _add_function_classes(self) -> None:
        """Add the classes of functions, methods and partials if calls return them."""
        if self._cluster.callables:
            if self._facts.gives_functions:
                self._add_foreign_class(types.FunctionType)
            if self._facts.gives_methods:
                self._add_foreign_class(types.MethodType)
            if self._facts.gives_partials:
                self._add_foreign_class(functools.partial)

    def _add_plain_objects(self) -> None:
        """Add SimpleNamespace and the like for untyped parameters whose attributes are read."""
        read: dict[str, set[str]] = {}
        for variable, attribute in self._facts.reads:
            read.setdefault(variable, set()).add(attribute)
        own = list(self._own_parameters())
        for parameter, facts in own:
            if facts.attributes or facts.indirect:
                read.setdefault(parameter["name"], set()).update(facts.attributes)
        self._allow_doubles()
        untyped = {
            parameter["name"]
            for described in self._cluster.callables
            for parameter in described["parameters"]
            if ANY in self._types.alternatives(parameter["type"]) and parameter["name"] in read
        }
        for parameter, facts in own:
            if parameter["name"] in untyped:
                self._asked.update(facts.attributes | facts.indirect)
        if untyped:
            self._add_foreign_class(types.SimpleNamespace)
            if self._facts.enters_contexts:
                self._add_foreign_class(contextlib.nullcontext)
            # collaborators may raise exceptions that the subject catches
            for cls in self._references.exceptions.values():
                self._types.of(cls, {})
        if any({"start", "stop", "step"} <= read[name] for name in untyped):
            self._add_foreign_class(slice)

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
            and not self._is_of_project(cls)
        )

    def _add_framework_calls(self, calls: list[Call]) -> None:
        for call in calls:
            with _AT_ITS_OWN_COST:
                self._framework_calls.add(call)

    def _add_imported_enums(self) -> None:
        for value in list(self._namespace.values()):
            with _AT_ITS_OWN_COST:
                if is_class(value) and issubclass(value, enum.Enum):
                    if self._is_of_project(value):
                        self._class_index(value)

    def _add_classes_referred_to(self) -> None:
        """Add classes in `isinstance`, comparisons and `case`, and the classes of named objects."""
        if self._references.wants_iterators:
            self._types.of(collections.abc.Iterator, {})
        for cls in self._references.classes.values():
            self._types.of(cls, {})
        for one in self._references.objects.values():
            if self._is_of_project(type(one.value)):
                self._class_index(type(one.value))

    def _add_classes_of_parameters(self) -> None:
        """Give parameters without annotations the classes that support the operations on them."""
        for parameter, facts in self._own_parameters():
            alternatives = self._types.alternatives(parameter["type"])
            if facts.place != "rest" and ANY in alternatives:
                classes = self._by_use.classes_of(facts)
                types_of_use = [self._types.of(cls, {}) for cls in classes]
                parameter["type"] = self._types.union([*types_of_use, *alternatives])
                self._parameter_classes += classes

    def _own_parameters(self) -> Iterator[tuple[dict[str, Any], ParameterFacts]]:
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
        own = filter(self._is_own_class, self._cluster.class_objects)
        with _AT_ITS_OWN_COST:
            for cls in heirs_of(own, self._is_own_file):
                if self._class_index(cls) != NO_INDEX:
                    self._heirs.add(id(cls))

    def _add_parts_of_callee(self) -> None:
        """Add parts of the callee that tests pass to the subject, so that it enters the callee.

        These are public classes and functions, and subclasses of the subject's classes.
        """
        callee, tree = self._loaded.callee, self._loaded.callee_tree
        if callee is None or tree is None:
            return
        for name, cls in callee_parts.classes_of(callee):
            with _AT_ITS_OWN_COST:
                if any(map(self._is_own_class, cls.__mro__[1:])):
                    self._class_index(cls)
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
            index = self._class_indices.get(id(cls))
            known = index is not None and not self._cluster.classes[index]["enum_members"]
            fits = any(base in self._parameter_classes for base in cls.__mro__)
            return (known or fits) and self._is_of_project(cls)

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
                described.update(in_subject=False, result=self._types.of(one.cls, {}))
                described.pop("code_object", None)
                described.pop("declared_exceptions", None)
                if one.of_first:
                    described["use"] = "first"
                self._cluster.append(described, one.function)

    def _is_own_class(self, cls: type) -> bool:
        index = self._class_indices.get(id(cls))
        return index is not None and self._cluster.classes[index]["in_subject"]

    def _is_of_project(self, cls: type) -> bool:
        module = sys.modules.get(cls.__module__)
        return module is self._loaded.module or self._is_own_file(getattr(module, "__file__", None))

    # Callables.

    def _add_function(self, name: str, function: Any) -> None:
        described = self._describer.describe("function", name, name, function, self._loaded.name)
        if described is not None:
            self._complete(described, function)
            self._cluster.append(described, function)

    def _complete(self, described: dict[str, Any], function: Any) -> None:
        """Add a framework's facts about the function."""
        if id(function) in self._functions:
            arguments, result = self._functions[id(function)]
            self._framework_calls.complete(described, arguments, result)

    def _add_constructor(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        if index in self._mocked:
            self._add_mock(index)
        if described["is_abstract"] or described["enum_members"]:
            return
        definition = self._definitions.get(index)
        makers = self._makers.get(type_name(cls), []) if described["in_subject"] else []
        if definition is None:
            for maker in makers:
                self._add_maker(maker, index)
            if any(not maker.beside for maker in makers):
                return
        constructor = self._describer.describe(
            "constructor",
            cls.__name__,
            cls.__qualname__,
            # for a class that tests define: the constructor of its base
            cls if definition is None else cls.__mro__[1],
            described["module"],
            cls,
            index,
        )
        if constructor is None:
            return
        function = initialiser(cls if definition is None else cls.__mro__[1])
        self._complete(constructor, function)
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == typing.cast.__code__.co_filename:
            # Protocol's constructor accepts everything and needs nothing
            constructor["parameters"] = []
        if definition is not None:
            self._describer.extend(constructor, definition.given)
            raised = {given.name for given in definition.given if given.is_raised}
            let_raise(constructor, self._references.exceptions.values(), self._types, raised)
            constructor["result"] = self._types.of(cls, {})
        if id(cls) in self._fields:
            constructor["parameters"] = self._described(self._fields[id(cls)])
        if cls.__qualname__ in self._facts.excluded_classes or not described["in_subject"]:
            constructor["in_subject"] = False
        if not described["in_subject"]:
            # the code object of the subject's class with this name
            constructor.pop("code_object", None)
        described["constructors"].append(self._cluster.append(constructor, cls))

    def _add_copying(self, index: int) -> None:
        """Add copy.copy and copy.deepcopy, if the class has hooks for them."""
        cls = self._cluster.class_objects[index]
        for function, hook in copies.copying(cls, self._is_own_file):
            described = copies.describe_copying(
                function, self._types.of(cls, {}), is_protected(cls.__qualname__)
            )
            entered = self._code_objects.of(hook, getattr(hook, "__qualname__", ""))
            if entered is not None:
                described["code_object"] = entered
            self._cluster.append(described, function)

    def _add_specialised(self, one: generics.Specialised) -> None:
        """Add the constructor of a generic class with known type arguments."""
        index = self._class_indices.get(id(one.cls), NO_INDEX)
        described = self._cluster.classes[index]
        if index == NO_INDEX or not described["constructors"] or index in self._definitions:
            return
        with self._types.bound(one.bound):
            constructor = self._describer.describe(
                "constructor",
                described["name"],
                described["qualified_name"],
                one.cls,
                described["module"],
                one.cls,
                index,
            )
        known = [self._cluster.callables[place] for place in described["constructors"]]
        if constructor is None or any(
            constructor["parameters"] == other["parameters"] for other in known
        ):
            return
        constructor["in_subject"] = False  # only the general constructor counts as the subject's
        constructor.pop("code_object", None)
        described["constructors"].append(self._cluster.append(constructor, one.cls))

    def _add_foreign_members(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        for name in foreign.OPERATORS_OF.get(cls, ()):
            operator = describe_operator(name, described, index, self._exceptions)
            described["methods"].append(self._cluster.append(operator, None))
        if cls in foreign.OPERATORS_OF:
            return  # instances come only from calls
        makers = foreign.makers_of(
            cls, functools.partial(patterns_of, self._loaded.tree, self._namespace)
        )
        makers = makers or self._makers.get(type_name(cls), [])
        for maker in makers:
            self._add_maker(maker, index)
        if any(not maker.beside for maker in makers):
            return
        defined = self._defined.get(type_name(cls))
        if defined is not None and self._add_defined(defined, index):
            return
        if type_name(cls) in self._given_by_calls:
            return
        self._add_constructor(index)
        subclass = self._add_concrete(cls, in_subject=False)
        if subclass is not None:
            self._add_constructor(subclass)
        elif index in self._mocked:
            self._add_mock(index)
        if self._is_of_project(cls) and index not in self._mocked:
            self._add_foreign_methods(index)

    def _add_maker(self, maker: Maker, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        made = describe_maker(
            maker,
            cls,
            described,
            index,
            self._types,
            [*self._asked, *(name for _, name in self._facts.reads)],
            self._framework_calls.type_of,
        )
        if cls in doubles.ANSWERING:
            let_raise(made[0], self._references.exceptions.values(), self._types)
        described["constructors"].append(self._cluster.append(*made))

    def _add_foreign_methods(self, index: int) -> None:
        """Add public methods of another module's class that change or show its objects, or run the
        subject's code."""
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        acts = id(cls) in self._heirs
        for name in dir(cls):
            stored = inspect.getattr_static(cls, name, None)
            if is_protected(name) or self._foreign_methods >= MOST_FOREIGN_METHODS:
                continue
            if is_special(name) and name not in _FILLING | _COMBINING and not acts:
                continue
            owner = next((base for base in cls.__mro__ if name in vars(base)), cls)
            is_of_heir = owner is not cls and id(owner) in self._heirs
            # the owner's methods are added with the owner
            if is_of_heir or self._is_own_class(owner):
                continue
            for member, target in self._members.of(name, stored, cls, index):
                result = self._types.types[member["result"]]["kind"]
                tells_only = name in _COMBINING and result in _PLAIN_RESULTS
                if not acts and (member["kind"] == "deleter" or "use" in member or tells_only):
                    continue
                member.update(module=described["module"], in_subject=acts)
                member.pop("code_object", None)
                self._foreign_methods += 1
                described["methods"].append(self._cluster.append(member, target))

    def _add_defined(self, defined: Definition, base: int) -> bool:
        """Add a class that tests define as the only way to make instances of another."""
        definition = concrete.Definition(defined.name, defined.text, defined.imports, [])
        subclass = concrete.execute_definition(definition)
        if not self._add_class(subclass, in_subject=False, definition=definition):
            return False
        index = self._class_indices[id(subclass)]
        self._replaced_classes[index] = base
        described = self._cluster.classes[index]
        constructor = described_callable(
            "constructor",
            defined.name,
            "",
            self._types.of(subclass, {}),
            self._described(defined.arguments),
            class_index=index,
        )
        described["constructors"].append(self._cluster.append(constructor, subclass))
        return True

    def _described(self, arguments: Iterable[Argument]) -> list[dict[str, Any]]:
        return [describe_argument(one, self._framework_calls.type_of(one)) for one in arguments]

    def _exceptions(self) -> int:
        """The type of exceptions that tests raise in a `with` block: those named in the source."""
        named: list[Any] = [getattr(builtins, name, None) for name in sorted(self._facts.names)]
        classes = filter(is_class, self._cluster.class_objects)
        own = [cls for cls in classes if self._is_of_project(cls)]
        found: dict[type, None] = {}
        for one in [*own, *named, ValueError, KeyError]:
            if is_class(one) and issubclass(one, Exception):
                found[one] = None
        return self._types.union(
            self._types.of(type[one], {}) for one in list(found)[:_MOST_EXCEPTIONS]
        )

    def _add_methods(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        known: set[str] = set()
        for base in cls.__mro__:
            if "definition" in described and base is cls:
                continue  # the base has the method under this name
            if base is not cls and not self._is_of_project(base):
                continue
            base_index = self._class_indices.get(id(base))
            for name, stored in list(vars(base).items()):
                if name in known:
                    continue
                known.add(name)
                if base is cls or base_index is None:
                    with _AT_ITS_OWN_COST:
                        if self._run_by_framework and id(unwrapped(stored)) in self._run_by_framework:
                            continue
                        for member in self._members.of(name, stored, cls, index):
                            self._complete(member[0], stored)
                            described["methods"].append(self._cluster.append(*member))
                else:
                    described["methods"] += [
                        inherited
                        for inherited in self._cluster.classes[base_index]["methods"]
                        if self._cluster.callables[inherited]["name"] == name
                    ]
        if "definition" not in described:
            with _AT_ITS_OWN_COST:
                for member in self._members.data_of(cls, index):
                    described["methods"].append(self._cluster.append(*member))
