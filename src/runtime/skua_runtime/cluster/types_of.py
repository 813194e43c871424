"""Turns annotations, default values and docstrings into the Type table of
protocol/subject_record.h."""

from __future__ import annotations

import builtins
import collections.abc
import contextlib
import enum
import inspect
import io
import os
import pathlib
import re
import sys
import threading
import types
import typing
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence

import skua_runtime.records as records
from skua_runtime.cluster import doubles, generics
from skua_runtime.cluster.annotations import own_annotations
from skua_runtime.expected.prior import kinds_ranked, prior
from skua_runtime.frameworks.framework import Line, PathText
from skua_runtime.source import docstrings
from skua_runtime.source.keyed_reads import Lookups
from skua_runtime.source.parameter_facts import ParameterFacts
from skua_runtime.world.values import SUBJECT_EXCEPTIONS, to_value

ANY = 0  # index of kAny of the engine

PLAIN_KINDS: dict[Any, str] = {
    None: "none",
    type(None): "none",
    **{kind: kind.__name__ for kind in (bool, int, float, complex, str, bytes)},
}
_COLLECTIONS: dict[Any, str] = {
    **{cls: cls.__name__ for cls in (list, set, dict)},
    frozenset: "frozen_set",
    **{
        getattr(collections.abc, name): kind
        for kind, names in {
            "list": "Collection Container Generator ItemsView Iterable KeysView MutableSequence "
            "Reversible Sequence Sized ValuesView",
            "set": "MutableSet Set",
            "dict": "Mapping MutableMapping",
        }.items()
        for name in names.split()
    },
}
_STANDS_FOR: dict[Any, Any] = {
    collections.abc.Hashable: typing.Union[int, str],
    contextlib.AbstractContextManager: contextlib.nullcontext,
    typing.BinaryIO: io.BytesIO,
    typing.IO: io.StringIO,
    typing.SupportsAbs: int,
    typing.SupportsBytes: bytes,
    typing.SupportsFloat: float,
    typing.SupportsIndex: int,
    typing.SupportsInt: int,
    typing.SupportsRound: float,
    typing.TextIO: io.StringIO,
    io.TextIOBase: io.StringIO,
    typing.NoReturn: None,
    types.FunctionType: collections.abc.Callable,
    **doubles.STANDS_FOR,
}
for _lock in (threading.Lock, threading.RLock):
    if not isinstance(_lock, type):  # Lock and RLock are functions in some versions of Python
        _STANDS_FOR[_lock] = type(_lock())
# By name, since importing these modules would take longer than most subjects need.
_STANDS_FOR_NAMED: dict[str, Any] = {
    "numbers:Complex": complex,
    "numbers:Integral": int,
    "numbers:Number": typing.Union[int, float],
    "numbers:Rational": int,
    "numbers:Real": float,
}
_PATH_NAME = re.compile(
    r"(?:.*_)?(?:path|file|filename|file_?path|fname|fpath|pathname|dir|dirname|directory|folder)"
)
_MOST_SPECIALISED = 16  # generic classes with type arguments at most
_MOST_SUBCLASSES = 8  # subclasses offered for an annotated class
_LONGEST_TUPLE = 4  # items of a default tuple whose types are used
_TRANSPARENT = {"Annotated", "ClassVar", "Final", "NotRequired", "ReadOnly", "Required"}
_DEEPEST_LOOKUP = 4
_LEAST_SHARE = 0.2  # share of a kind among passed values for which it is used
# Uses of a key's value that leave no doubt, unless it is also used as a text.
_OF_NUMBERS = frozenset({"multiplied", "number"})
_OF_TEXTS = frozenset({"text", "equal to text", "iterated", "mapping", "contains", "method"})
_PRIMITIVES = frozenset(PLAIN_KINDS.values())
# beginnings of module names; the first also of typing_extensions
_OF_TYPING = ("typing", "collections.abc")
# By name: newer versions warn about ByteString, older versions lack the others.
_ANYTHING = {Any: "any", object: "any", inspect.Parameter.empty: "any"}
_OF_TYPING_NAMED = {"LiteralString": "str", "ByteString": "bytes", "Buffer": "bytes"}
_DEEPEST = 8


class TypeTable:
    """The table of types. `class_index` returns a class's index, or -1 to leave it out."""

    def __init__(
        self,
        class_index: Callable[[type], int],
        names: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda namespace: {},
    ) -> None:
        """`names` returns names for string annotations besides the module's namespace."""
        self._class_index = class_index
        self._names = names
        self._indices: dict[tuple[Any, ...], int] = {}
        self._bound: Mapping[Any, Any] = {}  # types of type parameters at the moment
        self.specialised: dict[str, generics.Specialised] = {}
        self.types: list[records.Type] = []
        self._add("any")

    def _add(
        self,
        kind: str,
        arguments: Sequence[int] = (),
        class_index: Optional[int] = None,
        literals: Sequence[Any] = (),
        text: str = "",
        names: Sequence[str] = (),
        required_names: int = 0,
    ) -> int:
        key = (kind, *arguments, class_index, repr(literals), text, *names, required_names)
        if key not in self._indices:
            described: records.Type = {"kind": typing.cast(records.TypeKind, kind)}
            if arguments:
                described["arguments"] = list(arguments)
            if class_index is not None:
                described["class"] = class_index
            if literals:
                described["literals"] = list(literals)
            if text:
                described["text"] = text
            if names:
                described["names"] = list(names)
                described["required_names"] = required_names
            self._indices[key] = len(self.types)
            self.types.append(described)
        return self._indices[key]

    def of(
        self,
        annotation: Any,
        namespace: Mapping[str, Any],
        owner: Optional[type] = None,
        depth: int = 0,
    ) -> int:
        """The index of an annotation's type; `owner` is the class that Self means."""
        try:
            return self._of(annotation, namespace, owner, depth)
        except SUBJECT_EXCEPTIONS:  # a metaclass or a module's __getattr__ may raise
            return ANY

    def _of(self, annotation: Any, namespace: Mapping[str, Any], owner: Any, depth: int) -> int:
        if depth > _DEEPEST:
            return ANY

        def of(inner: Any) -> int:
            return self.of(inner, namespace, owner, depth + 1)

        if isinstance(annotation, typing.ForwardRef):
            known = getattr(annotation, "__extra_names__", None)  # since Python 3.14
            namespace = {**namespace, **known} if known else namespace
            annotation = annotation.__forward_arg__
        if isinstance(annotation, str):
            return of(self.evaluated(annotation, namespace))
        if _is_in(annotation, PLAIN_KINDS):
            return self._add(PLAIN_KINDS[annotation])
        if _is_in(annotation, _STANDS_FOR):
            return of(_STANDS_FOR[annotation])
        if annotation is PathText:
            return self.path_text()
        origin = typing.get_origin(annotation)
        if origin is None:
            return self._without_arguments(annotation, of, owner)
        return self._with_arguments(origin, typing.get_args(annotation), of, owner)

    def _with_arguments(
        self, origin: Any, arguments: Sequence[Any], of: Callable[[Any], int], owner: Any
    ) -> int:
        name = getattr(origin, "_name", None) or getattr(origin, "__name__", "")
        if name in _TRANSPARENT:
            return of(arguments[0])
        if name == "Unpack":  # **kwargs with the keys of a TypedDict: values may be anything
            return ANY
        if name in ("TypeGuard", "TypeIs"):
            return self._add("bool")
        if origin is typing.Union or origin is types.UnionType:
            return self.union(of(argument) for argument in arguments)
        if _is_in(origin, self._BY_ORIGIN):
            return self._BY_ORIGIN[origin](self, arguments, of, owner)
        if _is_in(origin, doubles.STANDS_FOR):
            return of(doubles.STANDS_FOR[origin])
        if _is_in(origin, _COLLECTIONS):
            return self._collection(_COLLECTIONS[origin], [of(one) for one in arguments])
        return self._generic(origin, arguments, of)

    @contextlib.contextmanager
    def bound(self, bound: Mapping[Any, Any]) -> Iterator[None]:
        """In the `with` block, type parameters have these types."""
        before, self._bound = self._bound, {**self._bound, **bound}
        try:
            yield
        finally:
            self._bound = before

    def _generic(self, origin: Any, arguments: Sequence[Any], of: Callable[[Any], int]) -> int:
        """The type of a generic class or alias with arguments."""
        given = {
            parameter: [of(one) for one in argument] if isinstance(argument, list) else of(argument)
            for parameter, argument in generics.bindings(origin, arguments).items()
            if argument is not Ellipsis
        }
        if not isinstance(origin, type):
            with self.bound(given):
                return of(origin)
        known = any(one != ANY for one in given.values())
        if known and len(self.specialised) < _MOST_SPECIALISED:
            one = generics.Specialised(origin, given)
            self.specialised.setdefault(repr(one.key()), one)
        return of(origin)

    def evaluated(self, text: str, namespace: Mapping[str, Any]) -> Any:
        """The value of a string annotation in a module; Any if it does not resolve."""
        return evaluate(text, {**self._names(namespace), **namespace})

    def _without_arguments(self, annotation: Any, of: Callable[[Any], int], owner: Any) -> int:
        if _is_in(annotation, _ANYTHING):
            return ANY
        if isinstance(annotation, typing.TypeVar):
            return self._type_variable(annotation, of, owner)
        if hasattr(annotation, "__supertype__"):  # made by NewType
            return of(annotation.__supertype__)
        if type(annotation).__name__ == "TypeAliasType":
            return of(annotation.__value__)
        name = getattr(annotation, "_name", None) or getattr(annotation, "__name__", None)
        if str(getattr(annotation, "__module__", "")).startswith(_OF_TYPING):
            if name == "Self":
                return ANY if owner is None else of(owner)
            if name in _OF_TYPING_NAMED:
                return self._add(_OF_TYPING_NAMED[name])
        if annotation is tuple:
            return self._add("tuple_of", [ANY])
        if _is_in(annotation, self._BY_ORIGIN):
            return self._BY_ORIGIN[annotation](self, (), of, owner)
        if _is_in(annotation, _COLLECTIONS):
            return self._collection(_COLLECTIONS[annotation], [])
        return self._class(annotation, of) if isinstance(annotation, type) else ANY

    def _type_variable(self, variable: Any, of: Callable[[Any], int], owner: Any) -> int:
        if variable in self._bound:
            return self._bound[variable]
        inherited = generics.inherited_bindings(owner) if owner is not None else {}
        if variable in inherited:
            return of(inherited[variable])
        if variable.__bound__ is not None:
            return of(variable.__bound__)
        return self.union(of(one) for one in variable.__constraints__)

    def _class(self, cls: type, of: Callable[[Any], int]) -> int:
        if is_typed_dict(cls):
            return self._typed_dict(cls, of)
        full_name = f"{cls.__module__}:{cls.__qualname__}"
        if full_name in _STANDS_FOR_NAMED:
            return of(_STANDS_FOR_NAMED[full_name])
        index = self._class_index(cls)
        if index < 0:
            return self._add("unsupported", text=cls.__qualname__)
        if issubclass(cls, type) and (made := _classes_of(cls)):
            return self._add("type", [self.union(of(one) for one in made)])
        is_enum = issubclass(cls, enum.Enum) and len(cls.__members__) > 0
        return self._add("enum" if is_enum else "class", class_index=index)

    # Types with arguments of their own kinds, by origin; owner is the class that Self means.

    def _literal(self, values: Sequence[Any], of: Callable[[Any], int], owner: Any) -> int:
        plain = [value for value in values if not isinstance(value, enum.Enum)]
        members = [of(type(value)) for value in values if isinstance(value, enum.Enum)]
        alternatives = list(dict.fromkeys(members))
        if plain:
            alternatives.append(self._add("literal", literals=[to_value(value) for value in plain]))
        return self.union(alternatives)

    def _path_like(self, arguments: Any, of: Callable[[Any], int], owner: Any) -> int:
        return self.union([self.path_text(), of(pathlib.Path)])

    def _line(self, arguments: Sequence[Any], of: Callable[[Any], int], owner: Any) -> int:
        return self._add("list", [of(argument) for argument in arguments])

    def _tuple(self, arguments: Sequence[Any], of: Callable[[Any], int], owner: Any) -> int:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return self._add("tuple_of", [of(arguments[0])])
        return self._add("tuple", [of(argument) for argument in arguments if argument != ()])

    def _type(self, arguments: Sequence[Any], of: Callable[[Any], int], owner: Any) -> int:
        for cls in _subclasses(arguments[0] if arguments else None):
            self._class_index(cls)
        return self._add("type", [of(arguments[0])] if arguments else [])

    def _typed_dict(self, cls: type, of: Callable[[Any], int]) -> int:
        try:
            hints = typing.get_type_hints(cls, include_extras=True)
        except SUBJECT_EXCEPTIONS:
            hints = own_annotations(cls)
        required = []
        for key, annotation in hints.items():
            marks = _names_of_marks(annotation)
            if "Required" in marks or (
                "NotRequired" not in marks and key in getattr(cls, "__required_keys__", ())
            ):
                required.append(key)
        names = [*required, *(key for key in hints if key not in required)]
        arguments = [of(hints[key]) for key in names]
        return self._add(
            "typed_dict",
            arguments,
            text=cls.__qualname__,
            names=names,
            required_names=len(required),
        )

    def of_instances(self, cls: type, namespace: Mapping[str, Any]) -> int:
        """The type of the results of calling the class, also if it is a metaclass."""
        index = self._class_index(cls) if issubclass(cls, type) else -1
        return self.of(cls, namespace) if index < 0 else self._add("class", class_index=index)

    def alternatives(self, index: int) -> list[int]:
        """The types of a union, else the type itself."""
        described = self.types[index]
        return list(described["arguments"]) if described["kind"] == "union" else [index]

    def union(self, alternatives: Iterable[int]) -> int:
        """The union of types of this table."""
        flat: list[int] = []
        for index in alternatives:
            flat += self.alternatives(index)
        flat = list(dict.fromkeys(flat))
        if not flat:
            return ANY
        return flat[0] if len(flat) == 1 else self._add("union", flat)

    def named(self, index: int, name: str) -> int:
        """The type, extended by paths if the parameter has a name such as `path`."""
        if _PATH_NAME.fullmatch(name.lower()) is None:
            return index
        if not any(self.types[one]["kind"] in ("str", "any") for one in self.alternatives(index)):
            return index
        return self.union([self.path_text(), index])

    def named_object(self, class_index: int) -> int:
        """The type of an object in the table of classes that is passed by name."""
        return self._add("type", [self._add("class", class_index=class_index)])

    def looked_up(self, index: int, lookups: Lookups, depth: int = 0) -> int:
        """The type, extended by dicts with the keys that code looks up; each key may be missing."""
        kinds = {self.types[one]["kind"] for one in self.alternatives(index)}
        found = []
        if lookups.keys and kinds & {"any", "dict"}:
            values = [
                self._of_key(name, one, depth + 1) for name, one in lookups.keys.items()
            ]
            found.append(self._add("typed_dict", values, text="dict", names=list(lookups.keys)))
        if lookups.items is not None and lookups.items.keys and kinds & {"any", "list"}:
            found.append(self.list_of(self._of_lookups(lookups.items, depth + 1)))
        if lookups.names and kinds & {"any", "str"}:
            found.append(self._add("literal", literals=list(map(to_value, lookups.names))))
        if lookups.values and "any" in kinds and depth > 0:
            found.append(self._add("literal", literals=list(map(to_value, lookups.values))))
        return self.union([*found, index]) if found else index

    def _of_key(self, name: str, lookups: Lookups, depth: int) -> int:
        """The type of a key's value: by lookups in it, else by what people pass for a parameter of
        this name."""
        found = self._of_lookups(lookups, depth)
        if found != ANY or depth >= _DEEPEST_LOOKUP:
            return found
        if lookups.uses & _OF_NUMBERS and not lookups.uses & _OF_TEXTS:
            return self.union([self._add("int"), self._add("float")])
        bits = prior().bits(ParameterFacts(name, "place", uses=lookups.uses))
        kinds = [kind for kind, share in kinds_ranked(bits) if share >= _LEAST_SHARE]
        return self.union([*(self._add(kind) for kind in kinds if kind in _PRIMITIVES), ANY])

    def _of_lookups(self, lookups: Lookups, depth: int) -> int:
        return self.looked_up(ANY, lookups, depth) if depth < _DEEPEST_LOOKUP else ANY

    def list_of(self, index: int) -> int:
        """The type of a list of this type."""
        return self._add("list", [index])

    def _callable(
        self, arguments: Sequence[Any], of: Callable[[Any], int], owner: Optional[type]
    ) -> int:
        result = typing.get_origin(arguments[-1]) or arguments[-1] if arguments else None
        is_awaited = result in (collections.abc.Awaitable, collections.abc.Coroutine)
        self._class_index(doubles.Answers)
        if len(arguments) != 2:
            return self._add("callable")
        taken = self._taken(arguments[0], of, owner)
        inner = typing.get_args(arguments[1]) if is_awaited else arguments[1:]
        returned = of(inner[-1]) if inner else ANY
        text = "awaited" if is_awaited else ""
        if taken is None:  # any parameters: only the result is known
            return self._add("callable", [returned] if returned != ANY else [], text=text)
        return self._add("callable", [*taken, returned], text=text)

    def _taken(
        self, parameters: Any, of: Callable[[Any], int], owner: Optional[type]
    ) -> Optional[list[int]]:
        """The types of a Callable's parameters; None for any parameters."""
        if isinstance(parameters, (list, tuple)):
            return [of(one) for one in parameters]
        if isinstance(parameters, typing.ParamSpec):
            if parameters in self._bound:
                found = self._bound[parameters]
                return list(found) if isinstance(found, list) else None
            inherited = generics.inherited_bindings(owner) if owner is not None else {}
            return self._taken(inherited.get(parameters), of, owner)
        if getattr(typing.get_origin(parameters), "_name", "") == "Concatenate":
            *first, rest = typing.get_args(parameters)
            others = self._taken(rest, of, owner)
            return None if others is None else [*(of(one) for one in first), *others]
        return None

    def _iterator(self, arguments: Sequence[Any], of: Callable[[Any], int], owner: Any) -> int:
        """A list, which usually suffices, or a real iterator."""
        items = self._collection("list", [of(one) for one in arguments[:1]])
        index = self._class_index(collections.abc.Iterator)
        return self.union([items] if index < 0 else [items, self._add("class", class_index=index)])

    _BY_ORIGIN: dict[Any, Callable[..., int]] = {
        Line: _line,
        collections.abc.Callable: _callable,
        collections.abc.Iterator: _iterator,
        os.PathLike: _path_like,
        tuple: _tuple,
        type: _type,
        typing.Literal: _literal,
    }

    def _collection(self, kind: str, arguments: Sequence[int]) -> int:
        size = 2 if kind == "dict" else 1
        return self._add(kind, [*arguments, ANY, ANY][:size])

    def path_text(self) -> int:
        """The type of a str with a path."""
        return self._add("path_text", text="str")

    def of_default(self, value: Any, namespace: Mapping[str, Any]) -> int:
        """The type that a default value suggests for a parameter without annotation."""
        kind = type(value)
        if value is None or kind in (object, type):
            return ANY
        if kind is tuple:
            any_tuple = self._add("tuple_of", [ANY])
            if not 0 < len(value) <= _LONGEST_TUPLE:
                return any_tuple
            places = [self.of_default(one, namespace) for one in value]
            return self.union([self._add("tuple", places), any_tuple])
        if kind in (types.FunctionType, types.BuiltinFunctionType):
            return self._add("callable")
        return self.of(kind, namespace)

    def of_text(self, text: Optional[str], namespace: Mapping[str, Any]) -> int:
        """The type in a docstring."""
        if text is None:
            return ANY
        annotation = docstrings.annotation_of(text, namespace)
        return ANY if annotation is None else self.of(annotation, namespace)


def _is_in(annotation: Any, table: Mapping[Any, Any]) -> bool:
    try:
        return annotation in table
    except TypeError:  # the annotation is not hashable
        return False


def evaluate(text: str, namespace: Mapping[str, Any]) -> Any:
    """The value of a string annotation; Any if it does not resolve."""
    try:
        return eval(text, dict(namespace))  # as typing.get_type_hints does
    except SUBJECT_EXCEPTIONS:
        pass
    union = [part.strip() for part in re.split(r"\|(?![^\[]*\])", text)]
    if len(union) > 1:
        return typing.Union[tuple(evaluate(part, namespace) for part in union)]
    found = getattr(typing, text, getattr(builtins, text, Any))
    return found


def is_typed_dict(cls: Any) -> bool:
    """Whether the class is a TypedDict, also of typing_extensions."""
    return isinstance(cls, type) and type(cls).__name__ == "_TypedDictMeta"


def _subclasses(cls: Any) -> list[type]:
    """The loaded subclasses of a class of a project or an installed library."""
    found: dict[type, None] = {}
    if isinstance(cls, type) and cls.__module__.partition(".")[0] not in sys.stdlib_module_names:
        waiting: list[type] = [cls]
        while waiting and len(found) < _MOST_SUBCLASSES:
            derived: list[type] = type.__subclasses__(waiting.pop(0))
            derived = [one for one in derived if one not in found]
            found.update(dict.fromkeys(derived))
            waiting += derived
    return list(found)[:_MOST_SUBCLASSES]


def _classes_of(metaclass: type) -> list[type]:
    """The classes of a metaclass in its module, with their subclasses."""
    found: dict[type, None] = {}
    in_module = list(vars(sys.modules.get(metaclass.__module__, object)).values())
    for one in in_module:
        if isinstance(one, metaclass):
            found.update(dict.fromkeys([one, *_subclasses(one)]))  # type: ignore[list-item]
    return list(found)[:_MOST_SUBCLASSES]


def _names_of_marks(annotation: Any) -> set[str]:
    """The names of marks around a type: Required, NotRequired, ReadOnly, Annotated …"""
    names: set[str] = set()
    while True:
        origin = typing.get_origin(annotation)
        name = getattr(origin, "_name", None) or getattr(origin, "__name__", "")
        if name not in _TRANSPARENT:
            return names
        names.add(name)
        annotation = typing.get_args(annotation)[0]
