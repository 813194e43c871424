"""Writes concrete subclasses of abstract classes and protocols, as Python source for tests.

The constructor takes the results of methods and the values of attributes.
"""

from __future__ import annotations

import collections.abc
import enum
import inspect
import re
import sys
import types
import typing
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any, Mapping, Optional

from skua_runtime.cluster.annotations import annotations_of, own_annotations
from skua_runtime.cluster.operators import is_special
from skua_runtime.cluster.signatures import signature_of, unwrapped
from skua_runtime.cluster.types_of import evaluate, is_typed_dict
from skua_runtime.world.values import SUBJECT_EXCEPTIONS

_TEXTS: dict[Any, str] = {
    None: "None", type(None): "None", bool: "True", int: "1", float: "1.5", complex: "1j",
    str: '"text"', bytes: 'b"text"', object: "None",
}  # fmt: skip
_EMPTY: dict[Any, str] = {
    list: "[]", tuple: "()", dict: "{}", set: "set()", frozenset: "frozenset()",
    collections.abc.Sequence: "[]", collections.abc.Iterable: "[]",
    collections.abc.Collection: "[]", collections.abc.Iterator: "iter(())",
    collections.abc.Generator: "iter(())", collections.abc.Mapping: "{}",
    collections.abc.MutableMapping: "{}", collections.abc.Set: "set()",
    collections.abc.Callable: "lambda *args, **kwargs: None",
}  # fmt: skip
_CHANGEABLE = ("[", "{", "set(", "iter(")  # beginnings of mutable values, which cannot be defaults
_ENDS = {"__next__": "StopIteration", "__anext__": "StopAsyncIteration"}
# Results that Python requires of special methods.
_SPECIAL_RESULTS: dict[str, str] = {
    f"__{name}__": result
    for result, names in {
        "1": "len hash int index",
        "1.5": "float",
        "1j": "complex",
        "True": "contains bool eq lt",
        "False": "exit aexit",
        '"text"': "str repr format fspath",
        'b"text"': "bytes",
        "iter(())": "iter await",
        "self": "enter aiter aenter",
    }.items()
    for name in names.split()
}
_MACHINERY = frozenset(
    f"__{name}__"
    for name in "annotate annotate_func class_getitem init init_subclass new subclasshook".split()
)


@dataclass(frozen=True)
class Given:
    """A keyword of the constructor, in addition to those of the abstract class."""

    name: str
    annotation: Any  # None without annotation
    namespace: Mapping[str, Any]
    default: str  # source of the default value; "" if the keyword is required
    is_raised: bool = False  # whether the method raises the value instead, if it is an exception

    def __str__(self) -> str:
        return f"{self.name}={self.default}" if self.default else self.name


@dataclass
class Definition:
    """The source of a class that a test defines."""

    name: str
    text: str
    imports: list[str]  # as "module:name"
    given: list[Given]


@dataclass(frozen=True)
class Data:
    """An attribute of a protocol."""

    annotation: Any


def is_protocol(cls: type) -> bool:
    """Whether the class is a protocol, not just a class that implements one."""
    return bool(cls.__dict__.get("_is_protocol"))


def protocol_members(cls: type) -> dict[str, Any]:
    """The members that the protocol requires: methods as stored, attributes as Data."""
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if not is_protocol(base) or base.__module__ == "typing" and base.__name__ == "Protocol":
            continue
        annotated = own_annotations(base)
        members.update({name: Data(annotation) for name, annotation in annotated.items()})
        for name, stored in vars(base).items():
            if _is_code(stored) and not name.startswith("_abc") and name not in _MACHINERY:
                members[name] = stored
    return {
        name: stored
        for name, stored in members.items()
        if is_special(name) or not name.startswith("_")
    }


# Names that mean something else to unittest.mock.
_OF_MOCKS = re.compile(
    r"assert_\w+|_\w*|name|parent|unsafe|wraps|(return_|new_)?(value|parent)|side_effect|spec(_set)?"
    r"|called|call_(args|args_list|count)|(method|mock)_calls|(attach|configure|reset)_mock"
    r"|await(ed|_args|_args_list|_count)|mock_add_spec"
)
_MOST_OPERATIONS = 24


def operations_of(
    cls: type, bodies: typing.AbstractSet[str]
) -> Optional[dict[str, types.FunctionType]]:
    """The methods of a class that has nothing else, and declares them only, so that a mock can be
    passed in its place."""
    found: dict[str, types.FunctionType] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ in ("abc", "builtins", "typing"):
            continue
        if own_annotations(base):
            return None
        for name, stored in vars(base).items():
            if name in _MACHINERY and is_protocol(base) or not _is_code(stored):
                continue
            if not _is_operation(name, stored, bodies):
                return None
            is_abstract = is_protocol(base) or name in getattr(cls, "__abstractmethods__", ())
            if not is_abstract and stored.__code__.co_names != ("NotImplementedError",):
                return None
            found[name] = stored
    if _has_initialiser(cls) or not 0 < len(found) <= _MOST_OPERATIONS:
        return None
    return found


def _is_operation(name: str, stored: Any, bodies: typing.AbstractSet[str]) -> bool:
    """Whether a member is a method without code of its own that mocks can replace."""
    return (
        type(stored) is types.FunctionType  # isinstance might run code of the object
        and _OF_MOCKS.fullmatch(name) is None
        and not inspect.isasyncgenfunction(stored)
        and stored.__qualname__ not in bodies
    )


def _is_code(stored: Any) -> bool:
    return callable(stored) or isinstance(stored, (property, classmethod, staticmethod))


def define_concrete(
    cls: type, module: str, bodies: typing.AbstractSet[str], raises: bool = False
) -> Definition:
    """Write a concrete subclass.

    `bodies` are qualified names of functions whose own code is worth running. With `raises`,
    methods raise given results that are exceptions.
    """
    name = "Concrete" + cls.__name__.lstrip("_")
    writer = _Writer(cls, bodies, [f"{module}:{cls.__qualname__.split('.')[0]}"], raises)
    missing: dict[str, Any] = {}
    if is_protocol(cls):
        missing = {
            name: stored
            for name, stored in protocol_members(cls).items()
            if name not in _names_with_bodies(cls, bodies)
        }
    for abstract in sorted(getattr(cls, "__abstractmethods__", ())):
        missing[abstract] = inspect.getattr_static(cls, abstract)
    for attribute, stored in missing.items():
        writer.member(attribute, stored)
    lines = [*writer.initialiser(), *writer.lines] or ["    pass"]
    while lines[0] == "":
        lines.pop(0)
    text = "\n".join([f"class {name}({cls.__qualname__}):", *lines]) + "\n"
    return Definition(name, text, writer.imports, writer.given)


def execute_definition(definition: Definition) -> type:
    """The class, defined in an empty namespace."""
    namespace: dict[str, Any] = {"__name__": ""}
    for one in definition.imports:
        module, _, name = one.partition(":")
        namespace[name] = getattr(sys.modules[module], name)
    exec(compile(definition.text, "<test>", "exec", dont_inherit=True), namespace)
    return namespace[definition.name]


def _names_with_bodies(cls: type, bodies: typing.AbstractSet[str]) -> set[str]:
    return {
        name
        for base in cls.__mro__
        for name, stored in vars(base).items()
        if getattr(_function_of(stored), "__qualname__", None) in bodies
    }


def _function_of(stored: Any) -> Any:
    if isinstance(stored, property):
        stored = stored.fget
    return unwrapped(stored)


def _has_initialiser(cls: Any) -> bool:
    code = getattr(cls.__init__, "__code__", None)
    if code is not None and code.co_filename == typing.cast.__code__.co_filename:
        return False  # the constructor of Protocol itself
    return cls.__init__ is not object.__init__


def _can_be_given(cls: type) -> bool:
    """Whether the subclass's constructor can have keywords and set attributes."""
    return (
        cls.__new__ is object.__new__
        and cls.__setattr__ is object.__setattr__
        and type(cls).__call__ is type.__call__
    )


@dataclass
class _Writer:
    cls: type
    bodies: typing.AbstractSet[str]
    imports: list[str]
    raises: bool = False
    lines: list[str] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    assignments: list[str] = field(default_factory=list)

    def initialiser(self) -> list[str]:
        """The lines of `__init__`, if there are keywords."""
        if not self.given:
            return []
        keywords = ", ".join(map(str, self.given))
        body = list(self.assignments)
        head = f"self, *, {keywords}"
        if _has_initialiser(self.cls):
            head = f"self, *args, {keywords}, **kwargs"
            body.append("super().__init__(*args, **kwargs)")
        return [f"    def __init__({head}):", *(f"        {line}" for line in body)]

    def member(self, name: str, stored: Any) -> None:
        """Write a member."""
        function = _function_of(stored)
        if not callable(function):
            return self._attribute(name, stored.annotation if isinstance(stored, Data) else None)
        is_static = isinstance(stored, staticmethod)
        self.lines.append("")
        if isinstance(stored, (staticmethod, classmethod)):
            self.lines.append(f"    @{type(stored).__name__}")
        elif isinstance(stored, property):
            self.lines.append("    @property")
        first = "" if is_static else "cls, " if isinstance(stored, classmethod) else "self, "
        rest = first.rstrip(", ") if isinstance(stored, property) else f"{first}*args, **kwargs"
        is_async, body = self._body(name, stored, function)
        body = ["return None"] if is_static and body == ["return self"] else body
        self.lines.append(f"    {'async ' if is_async else ''}def {name}({rest}):")
        self.lines += [f"        {line}" for line in body]
        if isinstance(stored, property) and stored.fset is not None:
            self.lines += ["", f"    @{name}.setter", f"    def {name}(self, value):"]
            self.lines.append("        pass")

    def _attribute(self, name: str, annotation: Any) -> None:
        text = self._text_of(annotation, {})
        if _can_be_given(self.cls):
            self._give(name, name, annotation, {}, text)
        else:
            self.lines.insert(0, f"    {name} = {'None' if text == 'self' else text}")

    def _give(
        self,
        name: str,
        attribute: str,
        annotation: Any,
        namespace: Mapping[str, Any],
        text: str,
        is_raised: bool = False,
    ) -> None:
        """Let the constructor set an attribute from a keyword."""
        signature = signature_of(self.cls) if _has_initialiser(self.cls) else None
        taken = signature.parameters if signature is not None else {}
        keyword = f"given_{name}" if name in taken or iskeyword(name) else name
        text = "None" if text == "self" else text
        default = "" if text.startswith(_CHANGEABLE) else text
        self.given.append(Given(keyword, annotation, namespace, default, is_raised))
        self.assignments.append(f"self.{attribute} = {keyword}")

    def _body(self, name: str, stored: Any, function: Any) -> tuple[bool, list[str]]:
        """(whether the method is `async def`, its lines)"""
        is_async = inspect.iscoroutinefunction(function)
        if name in _ENDS:
            return is_async, [f"raise {_ENDS[name]}"]
        if getattr(function, "__qualname__", None) in self.bodies:
            if isinstance(stored, property):
                return False, [f"return super().{name}"]
            if not isinstance(stored, staticmethod):
                call = f"super().{name}(*args, **kwargs)"
                return is_async, [f"return {'await ' if is_async else ''}{call}"]
        if name in _SPECIAL_RESULTS:
            return is_async, [f"return {_SPECIAL_RESULTS[name]}"]
        result = annotations_of(function).get("return")
        origin = typing.get_origin(result) or result
        gives_items = not is_async and origin in (
            collections.abc.AsyncIterator,
            collections.abc.AsyncGenerator,
            collections.abc.AsyncIterable,
        )
        if gives_items or inspect.isasyncgenfunction(function):
            return True, ["return", "yield"]
        namespace = getattr(function, "__globals__", {})
        text = self._text_of(result, namespace)
        is_of_instance = not isinstance(stored, (staticmethod, classmethod))
        if is_of_instance and text != "self" and _can_be_given(self.cls):
            self._give(name, f"given_{name}", result, namespace, text, self.raises)
            text = f"self.given_{name}"
            if self.raises:
                return is_async, [f"if isinstance({text}, Exception):", f"    raise {text}", f"return {text}"]
        return is_async, [f"return {text}"]

    def _text_of(self, annotation: Any, namespace: Mapping[str, Any], depth: int = 0) -> str:
        """An expression with a plausible value of the type."""
        if isinstance(annotation, typing.ForwardRef):
            annotation = annotation.__forward_arg__
        if isinstance(annotation, str):
            module = inspect.getmodule(self.cls)
            names = {**getattr(module, "__dict__", {}), **namespace}
            annotation = evaluate(annotation, names)
        try:
            return self._known_text(annotation, namespace, depth)
        except SUBJECT_EXCEPTIONS:
            return "None"

    def _known_text(self, annotation: Any, namespace: Mapping[str, Any], depth: int) -> str:
        arguments = typing.get_args(annotation)
        origin = typing.get_origin(annotation) or annotation
        if origin in _TEXTS:
            return _TEXTS[origin]
        if depth > 3:
            return "None"
        if origin is typing.Literal:
            return repr(arguments[0])
        inner = [self._text_of(one, namespace, depth + 1) for one in arguments if one is not ...]
        if collection := _collection(origin, inner):
            return collection
        if hasattr(origin, "__supertype__"):
            return self._text_of(origin.__supertype__, namespace, depth + 1)
        if isinstance(origin, enum.EnumMeta) and len(origin) > 0:
            self._import(origin)
            return f"{origin.__qualname__}.{next(iter(origin)).name}"
        if getattr(origin, "__name__", "") == "Self" or origin is self.cls:
            return "self"
        # the first useful part of a Union, Optional or Annotated
        return next((text for text in inner if text != "None"), "None")

    def _import(self, cls: type) -> None:
        name = f"{cls.__module__}:{cls.__qualname__.split('.')[0]}"
        if name not in self.imports:
            self.imports.append(name)


def _collection(origin: Any, items: list[str]) -> str:
    """Return the source of a collection with the items; "" if `origin` is no collection."""
    if items and origin is tuple:
        return f"({', '.join(items)},)"
    if items and origin in (list, collections.abc.Sequence, collections.abc.Iterable):
        return f"[{items[0]}]"
    return "{}" if is_typed_dict(origin) else _EMPTY.get(origin, "")
