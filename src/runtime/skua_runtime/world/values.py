"""Describes objects as VALUE of protocol/value_record.h, by what is equal in each run.

Runs no code of the subject but `__len__`: attributes are read from where they are stored. views.py
also runs properties.
"""

from __future__ import annotations

import collections
import enum
import json
import math
import re
import sys
import types
from typing import Any, Callable, Iterator, Optional

from skua_runtime.records import WRITTEN_AS_REPR, WRITTEN_IF_PLAIN
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, function_name, type_name
from skua_runtime.world.shown import says_all, shown_fields, shown_of
from skua_runtime.world.surroundings import mentions_folder

Value = dict[str, Any]

DEEPEST = 4
MOST_ITEMS = 64
LONGEST_TEXT = 2000
_LARGEST_INT_BITS = 6600  # about as many decimal digits as LONGEST_TEXT
_versions: list[str] = []  # version numbers of Python and libraries
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_SHOWN_BY_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")
_OF_DISPLAYS = re.compile(r"""[()\[\]{}]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_TEXT = "'"  # replaces any string while brackets are matched
_COLLECTIONS: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
_PLAIN_ITEMS = frozenset({type(None), bool, int, str})
_PLAIN_TEXT = re.compile(r"[ !#-&(-\[\]-~]*")  # strings whose repr is the string between quotes
# By type: makes a plain value that compares equal. Used for subclasses without their own `__eq__`,
# `__iter__` and `__len__`. Calls the base's methods, so no code of a subclass runs.
_EQUALS: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    bytes: lambda thing: bytes.__getitem__(thing, slice(None)),
    int: int.__int__,
    float: float.__float__,
    complex: complex.__pos__,
    list: list.copy,
    tuple: lambda thing: tuple.__getitem__(thing, slice(None)),
    set: lambda thing: {*set.__iter__(thing)},
    frozenset: lambda thing: frozenset({*frozenset.__iter__(thing)}),
    collections.OrderedDict: dict.copy,
    collections.Counter: dict.copy,
    dict: dict.copy,
    types.MappingProxyType: dict,
    type({}.keys()): set,
    memoryview: memoryview.tobytes,
}
_SAYS_WHAT_IS_IN_IT = ("__eq__", "__iter__", "__len__")
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)


def is_volatile(text: str) -> bool:
    """Whether the string contains something that differs between runs: an address, the test's
    folder, a version of Python or of a library, the order of a set."""
    return (
        _ADDRESS.search(text) is not None
        or ("{" in text and _shows_set(text))
        or mentions_folder(text)
        or any(_holds(text, version) for version in _versions)
    )


def without_addresses(text: str) -> str:
    """The string with "…" for each object shown by its address, such as `<X object at 0x7f…>`."""
    return _SHOWN_BY_ADDRESS.sub("…", text)


def _shows_set(text: str) -> bool:
    """Whether the string contains a set of several strings, such as `{'a', 'b'}`, whose order
    depends on hashes."""
    inner: list[list[str]] = []  # for each open bracket: the pieces inside it, without nested ones
    end = 0
    for found in _OF_DISPLAYS.finditer(text):
        if inner:
            inner[-1].append(text[end : found.start()])
        end = found.end()
        mark = found.group()
        if mark in "([{":
            inner.append([])
        elif mark in ")]}":
            content = "".join(inner.pop()) if inner else ""
            if mark == "}" and "," in content and ":" not in content and _TEXT in content:
                return True
            if inner and _TEXT in content:
                inner[-1].append(_TEXT)
        elif inner:
            inner[-1].append(_TEXT)
    return False


def know_versions(is_own: Callable[[types.ModuleType], bool]) -> None:
    """Note the versions of Python and of libraries that strings in tests must not contain. `is_own`
    tells whether a module belongs to the project."""
    _versions[:] = [".".join(map(str, sys.version_info[:3]))]
    for name, module in list(sys.modules.items()):
        if "." in name or name in sys.stdlib_module_names or type(module) is not types.ModuleType:
            continue
        version = vars(module).get("__version__")
        if type(version) is str and version.count(".") > 1 and not is_own(module):
            _versions.append(version)


def _holds(text: str, version: str) -> bool:
    """Whether the string contains the version, not as part of a longer number."""
    start = text.find(version)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(version) :][:1]
        if not before.isdigit() and not after.isdigit():
            return True
        start = text.find(version, start + 1)
    return False


def to_value(thing: Any, depth: int = 0) -> Value:
    """The VALUE of an object."""
    kind = type(thing)
    if thing is None:
        return {"k": "none"}
    if kind is bool:
        return {"k": "bool", "v": thing}
    if kind is int:
        return _integer(thing)
    if kind is float:
        return {"k": "float", "v": _real(thing)}
    if kind is complex:
        return {"k": "complex", "r": _real(thing.real), "i": _real(thing.imag)}
    if kind is str:
        return _text(thing)
    if kind is bytes:
        small = len(thing) <= LONGEST_TEXT
        return {"k": "bytes", "h": thing.hex()} if small else _opaque(kind)
    if kind in _COLLECTIONS or kind is dict:
        return _collection(thing, depth)
    if issubclass(kind, type):  # not isinstance, which would read `__class__`
        return {"k": "type", "c": type_name(thing)}
    try:
        return _member(thing) if issubclass(kind, enum.Enum) else _object(thing, depth)
    except SUBJECT_EXCEPTIONS:  # a metaclass, or a descriptor of a slot, may raise
        return _opaque(kind)


def _opaque(kind: type) -> Value:
    return {"k": "opaque", "c": type_name(kind)}


def _integer(number: int) -> Value:
    if -(2**63) <= number < 2**63:
        return {"k": "int", "v": number}
    if number.bit_length() > _LARGEST_INT_BITS:
        return _opaque(int)
    return {"k": "int", "t": str(number)}


def _real(number: float) -> Any:
    if math.isfinite(number):
        return number
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"


def _text(text: str) -> Value:
    if len(text) > LONGEST_TEXT or is_volatile(text):
        return _opaque(str)
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"k": "str", "h": text.encode("utf-8", "surrogatepass").hex()}
    return {"k": "str", "t": text}


def _collection(thing: Any, depth: int) -> Value:
    if depth >= DEEPEST or len(thing) > MOST_ITEMS:
        return _opaque(type(thing))
    if type(thing) is dict:
        flat = [part for pair in thing.items() for part in pair]
        return {"k": "dict", "i": [to_value(part, depth + 1) for part in flat]}
    items = [to_value(item, depth + 1) for item in thing]
    if type(thing) in (set, frozenset):
        items.sort(key=lambda item: json.dumps(item, sort_keys=True))
    return {"k": _COLLECTIONS[type(thing)], "i": items}


def _member(member: enum.Enum) -> Value:
    kind = type(member)
    name = member.__dict__.get("_name_")
    if name in kind.__members__:
        return {"k": "enum", "c": type_name(kind), "t": name}
    if not isinstance(member, enum.Flag) or type(member._value_) is not int:
        return _opaque(kind)
    # Several flags, such as A|B: the name depends on Python's version.
    fields = [["value", to_value(member._value_)]]
    return {"k": "object", "c": type_name(kind), "n": -1, "f": fields}


def _object(thing: Any, depth: int) -> Value:
    kind = type(thing)
    name = type_name(kind)
    if name in WRITTEN_AS_REPR:
        return _written(thing, name)
    if issubclass(kind, types.ModuleType):
        return _opaque(kind)
    if kind in _FUNCTIONS:
        function = function_name(thing)
        return {"k": "type", "c": function} if function else _opaque(kind)
    length = -1
    if hasattr(kind, "__len__"):
        try:
            length = len(thing)
        except SUBJECT_EXCEPTIONS:
            pass
    equal = _equal(thing, depth)
    fields: list[Any] = []
    if depth < DEEPEST and (depth == 0 or equal is None):
        for field, value in _attributes(thing):
            if len(fields) == MOST_ITEMS:
                break
            described = to_value(value, depth + 1)
            if described["k"] != "opaque":
                fields.append([field, described])
    if fields and shown_of(kind) is not None:
        length = -1  # the fields include the length
    text = repr(thing) if name in WRITTEN_IF_PLAIN and _holds_what_is_plain(thing) else ""
    if length < 0 and not fields and equal is None:
        return _opaque(kind)
    value = {"k": "object", "c": name, "n": length, "f": fields}
    if text:
        value["t"] = text
    if equal is not None:
        value["i"] = [equal]
    return value


def _equal(thing: Any, depth: int) -> Optional[Value]:
    """The VALUE of a plain value that compares equal to the object, from both sides; or None."""
    kind = type(thing)
    how = shown_of(kind)
    if how is not None and how.equals is not None:
        described = to_value(how.equals(thing), depth)
        return None if described["k"] == "opaque" else described
    base = next((base for base in kind.__mro__ if base in _EQUALS), None)
    if base is None or any(
        getattr(kind, name, None) is not getattr(base, name, None) for name in _SAYS_WHAT_IS_IN_IT
    ):
        return None
    described = to_value(_EQUALS[base](thing), depth)
    return None if described["k"] == "opaque" else described


def _holds_what_is_plain(things: Any) -> bool:
    def is_plain(thing: Any) -> bool:
        if type(thing) is str:
            return _PLAIN_TEXT.fullmatch(thing) is not None and not is_volatile(thing)
        return type(thing) in _PLAIN_ITEMS and (type(thing) is not int or -(2**63) <= thing < 2**63)

    return len(things) <= MOST_ITEMS and all(map(is_plain, things))


def _written(thing: Any, name: str) -> Value:
    zone = getattr(thing, "tzinfo", None)
    zone_name = "" if zone is None else type_name(type(zone))
    if zone_name == "zoneinfo:ZoneInfo":
        fields = [["isoformat()", _text(thing.isoformat())]]
        return {"k": "object", "c": name, "n": -1, "f": fields}
    if zone_name not in ("", "datetime:timezone"):
        return {"k": "opaque", "c": name}
    text = repr(thing)
    if len(text) > LONGEST_TEXT or is_volatile(text) or "NaN" in text:
        return {"k": "opaque", "c": name}
    return {"k": "object", "c": name, "n": -1, "f": [], "t": text}


def _attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    """Public data attributes; for standard types also results of calls, such as "span()"."""
    kind = type(thing)
    if kind is re.Pattern:
        yield "pattern", thing.pattern
        if thing.flags & ~re.UNICODE:  # every str pattern has re.UNICODE
            yield "flags", thing.flags
    elif kind is re.Match:
        yield from (("group()", thing.group()), ("span()", thing.span()))
        if thing.re.groups:
            named = bool(thing.re.groupindex)
            yield ("groupdict()", thing.groupdict()) if named else ("groups()", thing.groups())
    elif issubclass(kind, BaseException) and not says_all(kind):
        yield "args", BaseException.args.__get__(thing)  # type: ignore[attr-defined]
    yield from shown_fields(thing)
    if not says_all(kind):
        yield from _stored_attributes(thing)


def _stored_attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    """Public data attributes, read without properties and `__getattr__`."""
    kind: Any = type(thing)
    seen = set()
    if issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple):
        for field, value in zip(kind._fields, tuple.__iter__(thing)):
            seen.add(field)
            yield field, value
    for base in reversed(kind.__mro__):
        slots = base.__dict__.get("__slots__", ())
        for field in [slots] if isinstance(slots, str) else slots:
            descriptor: Any = base.__dict__.get(field)
            if _is_public(field) and field not in seen and hasattr(descriptor, "__get__"):
                seen.add(field)
                try:
                    value = descriptor.__get__(thing, kind)
                except AttributeError:  # the slot is not set
                    continue
                if not callable(value):
                    yield field, value
    try:
        stored = object.__getattribute__(thing, "__dict__")
    except SUBJECT_EXCEPTIONS:
        return
    if type(stored) is not dict:
        return
    for field, value in list(stored.items()):
        if type(field) is str and _is_public(field) and field not in seen and not callable(value):
            yield field, value


def _is_public(name: str) -> bool:
    return not name.startswith("_") and name.isidentifier()
