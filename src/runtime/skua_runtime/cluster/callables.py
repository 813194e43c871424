"""Describes callables: parameters, use of the result, and the code object that a call enters."""

from __future__ import annotations

import collections.abc
import contextlib
import inspect
import types
import typing
from typing import Any, Callable, Iterable, Mapping, Optional

import skua_runtime.records as records
from skua_runtime.source import docstrings
from skua_runtime.goals.goals import CodeObject
from skua_runtime.cluster.annotations import annotations_of
from skua_runtime.cluster.cluster import NO_INDEX, described_callable, described_parameter
from skua_runtime.cluster.foreign_reads import ForeignReads
from skua_runtime.cluster.handed_on import Callee, HandedOnParameters
from skua_runtime.cluster.operators import is_special
from skua_runtime.source.keyed_reads import Lookups
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.cluster.signatures import hidden_original, initialiser, signature_of, unwrapped
from skua_runtime.cluster.stubs import Stubs
from skua_runtime.cluster.types_of import ANY, TypeTable
from skua_runtime.records import CallableKind
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_USES_OF_RESULTS: dict[Any, records.ResultUse] = {
    collections.abc.Awaitable: "await",
    collections.abc.Coroutine: "await",
    collections.abc.AsyncGenerator: "async_iterate",
    collections.abc.AsyncIterator: "async_iterate",
    collections.abc.AsyncIterable: "async_iterate",
    collections.abc.Generator: "iterate",
    collections.abc.Iterator: "iterate",
}

_BUILTIN_BASES: dict[type, Any] = {
    dict: dict[str, Any], int: int, str: str, bytes: bytes, bytearray: bytes,
}  # fmt: skip


def context_manager_class(function: Any) -> Optional[type]:
    """The class of context manager that a function with contextlib's decorators returns, or None.
    """
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename != contextlib.contextmanager.__code__.co_filename:
        return None
    inner = unwrapped(function)
    if inspect.isasyncgenfunction(inner):
        return contextlib._AsyncGeneratorContextManager
    return contextlib._GeneratorContextManager if inspect.isgeneratorfunction(inner) else None


def use_of(function: Any, qualified_name: str) -> records.ResultUse:
    """How a test uses the result of a call: "value", "await", "iterate" or "async_iterate"."""
    if context_manager_class(function) is not None:
        return "value"
    innermost = unwrapped(function)
    for one in (function, innermost, hidden_original(innermost, qualified_name)):
        flags = getattr(getattr(one, "__code__", None), "co_flags", 0)
        if flags & (inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE):
            return "await"
        if flags & inspect.CO_ASYNC_GENERATOR:
            return "async_iterate"
        if flags & inspect.CO_GENERATOR:
            return "iterate"
    return _use_of_annotation(annotations_of(innermost).get("return"))


class CodeObjectIndex:
    """Maps functions to code objects of goals.py, with or without instrumentation."""

    def __init__(self, file: str, code_objects: list[CodeObject]) -> None:
        self._file = file
        self._by_place: dict[tuple[int, str, int], int] = {}
        self._by_name: dict[str, list[int]] = {}
        for index, one in enumerate(code_objects):
            if one.kind in ("function", "lambda"):
                self._by_place.setdefault((one.first_line, one.name, one.parameters), index)
                self._by_name.setdefault(one.qualified_name, []).append(index)

    def of(self, function: Any, qualified_name: str) -> Optional[int]:
        """The number of the function's code object, or None."""
        # Names first, since a decorated function may have the decorator's code.
        named = self._by_name.get(qualified_name, [])
        if len(named) == 1:
            return named[0]
        code = getattr(unwrapped(function), "__code__", None)
        if code is not None and code.co_filename == self._file:
            unpacked = int(bool(code.co_flags & inspect.CO_VARARGS))
            unpacked += bool(code.co_flags & inspect.CO_VARKEYWORDS)
            count = code.co_argcount + code.co_kwonlyargcount + unpacked
            found = self._by_place.get((code.co_firstlineno, code.co_name, count))
            if found is not None:
                return found
        return named[-1] if named else None


class CallableDescriber:
    """Describes callables as in protocol/subject_record.h."""

    def __init__(
        self,
        file: str,
        namespace: Mapping[str, Any],
        types_: TypeTable,
        code_objects: CodeObjectIndex,
        facts: SourceFacts,
        stubs: Stubs,
        lookups: Mapping[tuple[str, str], Lookups],
        foreign_reads: ForeignReads,
        is_project_file: Callable[[Any], bool],
        may_name_file: Callable[[str], bool] = lambda name: True,
    ) -> None:
        """`may_name_file` tells whether a parameter of the subject with this name may be a file."""
        self._file = file
        self._may_name_file = may_name_file
        self._namespace = namespace
        self._types = types_
        self._code_objects = code_objects
        self._facts = facts
        self._stubs = stubs
        self._lookups = lookups
        self._foreign_reads = foreign_reads
        self._handed_on = HandedOnParameters(self._parameters_of, is_project_file)

    def is_excluded(self, function: Any, qualified_name: str = "") -> bool:
        """Whether the function's `def` is excluded from coverage."""
        innermost = unwrapped(function)
        for one in (innermost, hidden_original(innermost, qualified_name)):
            code = getattr(one, "__code__", None)
            if code is not None and code.co_filename == self._file:
                if self._facts.is_excluded(code.co_firstlineno):
                    return True
        return False

    def describe(
        self,
        kind: CallableKind,
        name: str,
        qualified_name: str,
        target: Any,
        module: str,
        owner: Optional[type] = None,
        class_index: int = NO_INDEX,
    ) -> Optional[records.Callable]:
        """The record of a callable; None if it has no signature. `owner` is the class that Self
        means."""
        constructs = is_class(target)
        function = initialiser(target) if constructs else target
        signature = signature_of(target, qualified_name)
        if signature is None:
            parameters = self._without_signature(target)
            if not parameters:
                return None
        else:
            stub = self._stubs.of(f"{qualified_name}.__init__" if constructs else qualified_name)
            parameters = self._parameters(signature, function, target, owner, stub)
            if kind not in ("function", "constructor", "static_method") and signature.parameters:
                first = next(iter(signature.parameters.values()))
                if first.kind in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD):
                    parameters = parameters[1:]
            parameters = _without_private(parameters)
        described = described_callable(
            kind,
            qualified_name,
            module,
            self._result(target, function, qualified_name, owner),
            parameters,
            in_subject=True,
            class_index=class_index,
            name=name,
            is_protected=is_protected(qualified_name),
        )
        if not constructs and kind != "setter":
            use = use_of(function, qualified_name)
            if use == "value":
                known = self._facts.lazy_results.get(qualified_name, use)
                use = typing.cast(records.ResultUse, known)
            if use != "value":
                described["use"] = use
        code_object = self._code_objects.of(function, qualified_name)
        if code_object is not None:
            described["code_object"] = code_object
        declared = self._facts.declared_exceptions
        initialises = f"{qualified_name}.__init__" if constructs else qualified_name
        if initialises in declared:
            described["declared_exceptions"] = declared[initialises]
        return described

    def extend(self, constructor: records.Callable, keywords: Iterable[Any]) -> None:
        """Add the keywords (concrete.Given) of a subclass's constructor."""
        parameters = constructor["parameters"]
        end = len(parameters)
        if parameters and parameters[-1]["kind"] == "var_keyword":
            end -= 1
        parameters[end:end] = [
            described_parameter(
                one.name,
                "keyword_only",
                ANY if one.annotation is None else self._types.of(one.annotation, one.namespace),
                bool(one.default),
            )
            for one in keywords
        ]

    def _without_signature(self, target: Any) -> list[records.Parameter]:
        """The few parameters of a constructor in C."""
        if not is_class(target):
            return []
        if issubclass(target, BaseException):
            return [described_parameter("args", "var_positional", self._types.of(str, {}))]
        for base, annotation in _BUILTIN_BASES.items():
            if issubclass(target, base):
                index = self._types.of(annotation, {})
                return [described_parameter("value", "positional_only", index, has_default=True)]
        return []

    def _parameters_of(self, callee: Callee) -> Optional[list[records.Parameter]]:
        """The parameters of a called function; None if it has no signature."""
        target = callee.target
        function = initialiser(target) if is_class(target) else target
        signature = signature_of(target)
        if signature is None:
            return self._without_signature(target) or None
        name = unwrapped(function).__qualname__
        stub = self._stubs.of(name) if self._is_of_subject(function) else {}
        return self._parameters(signature, function, target, callee.owner, stub)[callee.given :]

    def _is_of_subject(self, function: Any) -> bool:
        code = getattr(unwrapped(function), "__code__", None)
        return getattr(code, "co_filename", None) == self._file

    def _parameters(
        self,
        signature: inspect.Signature,
        function: Any,
        target: Any,
        owner: Optional[type],
        stub: Mapping[str, str],
    ) -> list[records.Parameter]:
        innermost = unwrapped(function)
        is_subject = self._is_of_subject(function)
        code_name = getattr(innermost, "__qualname__", "")
        hints = annotations_of(function) if function is not None else {}
        namespace = getattr(innermost, "__globals__", self._namespace)
        documented = {
            **docstrings.parameter_types(_docstring(target)),
            **docstrings.parameter_types(_docstring(function)),
        }
        described: list[Any] = []
        for parameter in signature.parameters.values():
            annotation = hints.get(parameter.name, parameter.annotation)
            has_default = parameter.default is not parameter.empty
            if annotation is not parameter.empty:
                index = self._types.of(annotation, namespace, owner)
            elif parameter.name in stub:
                index = self._types.of(stub[parameter.name], self._stubs.namespace, owner)
            else:
                index = self._undeclared(parameter, documented, namespace)
            if not described and index == ANY:
                index = self._types.union(self._types.of(one, {}) for one in dispatched_on(target))
            if not is_subject or self._may_name_file(parameter.name):
                index = self._types.named(index, parameter.name)
            kind = parameter.kind.name.lower()
            described.append(described_parameter(parameter.name, kind, index, has_default))
        described = self._handed_on.added_to(described, function, owner)
        known = {one["name"] for one in described}
        foreign = {} if is_subject else self._foreign_reads.of(target)
        for one in described:
            known_here = self._lookups.get((code_name, one["name"])) if is_subject else None
            lookups = known_here or foreign.get(one["name"])
            if lookups is not None and lookups.is_telling() and one["name"] in signature.parameters:
                one["type"] = self._with_lookups(one["type"], one["kind"], lookups, known)
        return described

    def _undeclared(
        self,
        parameter: inspect.Parameter,
        documented: Mapping[str, str],
        namespace: Mapping[str, Any],
    ) -> int:
        """Return the type by the docstring, else by the default."""
        index = self._types.of_text(documented.get(parameter.name), namespace)
        if index != ANY or parameter.default is parameter.empty:
            return index
        return self._types.of_default(parameter.default, namespace)

    def _with_lookups(
        self, index: int, kind: str, lookups: Lookups, known: typing.AbstractSet[str]
    ) -> int:
        """The parameter's type with the keys that the function looks up. `known` are names of
        parameters."""
        if kind == "var_keyword":
            if index != ANY:
                return index
            names = {name for name in lookups.keys if name not in known}
            found = Lookups({name: lookups.keys[name] for name in lookups.keys if name in names})
            union = self._types.types[self._types.looked_up(ANY, found)]
            return union["arguments"][0] if names else index
        if index == ANY and not (lookups.is_kept or lookups.is_unpacked or lookups.names):
            return index  # stay with any: the search finds out more by lazy arguments
        return self._types.looked_up(index, lookups)

    def _result(
        self, target: Any, function: Any, qualified_name: str, owner: Optional[type]
    ) -> int:
        if is_class(target):
            return self._types.of_instances(target, self._namespace)
        manager = context_manager_class(function)
        if manager is not None:
            return self._types.of(manager, {})
        annotation = annotations_of(function).get("return", inspect.Signature.empty)
        if annotation is not inspect.Signature.empty:
            namespace = getattr(unwrapped(function), "__globals__", self._namespace)
            return self._of_result(annotation, namespace, owner)
        stub = self._stubs.of(qualified_name).get("return")
        if stub is not None:
            return self._of_result(stub, self._stubs.namespace, owner)
        namespace = getattr(unwrapped(function), "__globals__", self._namespace)
        return self._types.of_text(docstrings.result_type(_docstring(function)), namespace)

    def _of_result(self, annotation: Any, namespace: Mapping[str, Any], owner: Any) -> int:
        """The type of the result after awaiting or iterating."""
        if isinstance(annotation, str):
            annotation = self._types.evaluated(annotation, namespace)
        arguments = typing.get_args(annotation)
        use = _use_of_annotation(annotation)
        if use == "await":
            return self._types.of(arguments[-1], namespace, owner) if arguments else ANY
        if use == "iterate":
            return self._types.list_of(
                self._types.of(arguments[0], namespace, owner) if arguments else ANY
            )
        if use == "async_iterate":
            item = self._types.of(arguments[0], namespace, owner) if arguments else ANY
            return self._types.list_of(item)
        return self._types.of(annotation, namespace, owner)


def _use_of_annotation(annotation: Any) -> records.ResultUse:
    try:
        return _USES_OF_RESULTS.get(typing.get_origin(annotation) or annotation, "value")
    except TypeError:  # the annotation is not hashable
        return "value"


def is_protected(qualified_name: str) -> bool:
    """Whether a part of the name begins with an underscore, and is not special."""
    return any(
        part.startswith("_") and not is_special(part) for part in qualified_name.split(".")
    )


def dispatched_on(function: Any) -> list[type]:
    """The classes registered at a functools.singledispatch function."""
    registry = getattr(function, "registry", None)
    if not isinstance(registry, types.MappingProxyType):
        return []
    return [cls for cls in registry if cls is not object]


def _without_private(parameters: list[records.Parameter]) -> list[records.Parameter]:
    """The parameters without optional ones that begin with an underscore, if positions stay the
    same."""

    def is_private(one: records.Parameter) -> bool:
        return one["name"].startswith("_") and one["has_default"]

    kept = [one for one in parameters if one["kind"] != "keyword_only" or not is_private(one)]
    while kept and is_private(kept[-1]):
        kept.pop()
    return kept


def _docstring(thing: Any) -> Optional[str]:
    try:
        text = getattr(thing, "__doc__", None)
    except SUBJECT_EXCEPTIONS:
        return None
    return text if isinstance(text, str) else None
