"""Ways to make instances of well-known library classes, whose signatures tell too little.

If a constructor accepts only a small range of values, they are given as literals.
"""

from __future__ import annotations

import contextlib
import functools
import re
import threading
import types
from typing import Any, Callable, Iterable, Literal, Optional, Union

from skua_runtime.cluster import doubles
from skua_runtime.texts import regex_strings
from skua_runtime.world.names import type_name

from skua_runtime.frameworks.framework import Argument, Maker
from skua_runtime.frameworks.framework import positional as _positional

MOST_ATTRIBUTES = 24


_NUMBER_TEXT = Literal["0", "1", "-1", "0.5", "4.90", "100", "1E+3"]
_YEAR = Literal[1, 1900, 1970, 1999, 2000, 2020, 2023, 2024, 2100, 9999]
_MONTH = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
_DAY = Literal[1, 2, 5, 10, 14, 15, 20, 25, 27, 28]
_HOUR = Literal[0, 1, 6, 11, 12, 13, 18, 23]
_MINUTE = Literal[0, 1, 15, 29, 30, 45, 59]
_TIME = (
    Argument("hour", _HOUR, True),
    Argument("minute", _MINUTE, True),
    Argument("second", _MINUTE, True),
    Argument("microsecond", Literal[0, 1, 500000, 999999], True),
)
_DATE = (Argument("year", _YEAR), Argument("month", _MONTH), Argument("day", _DAY))
_PATH = (_positional("path", Union[Literal["", ".", "a", "a/b.txt", "/", "../a", "a.b.c"], str]),)
_UUID_TEXT = Literal[
    "00000000-0000-0000-0000-000000000000",
    "12345678-1234-5678-1234-567812345678",
    "ffffffff-ffff-4fff-bfff-ffffffffffff",
]

_ADDRESS_4 = Literal["127.0.0.1", "10.0.0.1", "192.168.1.255", "8.8.8.8", "224.0.0.1", "0.0.0.0"]
_NETWORK_4 = Literal["10.0.0.0/8", "192.168.1.0/24", "127.0.0.1/32", "0.0.0.0/0"]
_ADDRESS_6 = Literal["::1", "2001:db8::1", "fe80::1", "ff02::1", "::"]
_NETWORK_6 = Literal["2001:db8::/32", "fe80::/10", "::/0"]
_ZONE = Literal["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]

_MOST_PATTERNS = 6
_MATCHED: tuple[str, ...] = ("", "a b", "a1")  # strings to search if the module has no pattern


def match_makers(patterns: Iterable["re.Pattern[Any]"]) -> list[Maker]:
    """Makers of re.Match: searches with these patterns, or with a plain one, in matching strings.
    """
    found = [one for one in patterns if isinstance(one.pattern, str)][:_MOST_PATTERNS]
    makers = []
    for pattern in found or [re.compile(r"(\w*)")]:
        texts = regex_strings.matching(pattern) if found else _MATCHED
        if not texts:
            continue
        arguments = [
            Argument("pattern", Literal[pattern.pattern]),
            Argument("string", Literal[tuple(texts)]),
        ]
        flags = pattern.flags & ~re.UNICODE
        if flags:
            arguments.append(Argument("flags", Literal[int(flags)]))
        makers.append(Maker(tuple(arguments), function="search"))
    return makers


# (module, name) that tests write for a class: ("threading", "Lock") for _thread.lock.
NAMES: dict[type, tuple[str, str]] = {
    types.FunctionType: ("types", "FunctionType"),
    types.MappingProxyType: ("types", "MappingProxyType"),
    types.MethodType: ("types", "MethodType"),
    type(threading.Lock()): ("threading", "Lock"),
    type(threading.RLock()): ("threading", "RLock"),
}
# Classes whose instances only calls of the subject return, with the special methods that run its
# code.
OPERATORS_OF: dict[type, tuple[str, ...]] = {
    types.FunctionType: ("__call__",),
    types.MethodType: ("__call__",),
    functools.partial: ("__call__",),
    contextlib._GeneratorContextManager: ("__enter__", "__exit__"),
    contextlib._AsyncGeneratorContextManager: ("__aenter__", "__aexit__"),
}

_IN_TURN = (_positional("first", Any), Argument("more", Any, False, "var_positional"))
# Makers by class, since a class defined by tests has no module.
DOUBLES: dict[type, Maker] = {
    doubles.Answers: Maker(_IN_TURN),
    doubles.AsyncItems: Maker((Argument("items", Any, False, "var_positional"),)),
    doubles.Awaited: Maker((Argument("result", Any),)),
}
MAKERS: dict[str, Maker] = {
    "_thread:RLock": Maker((), function="RLock"),
    "_thread:lock": Maker((), function="Lock"),
    "argparse:Namespace": Maker((), takes_attributes=True),
    "array:array": Maker(
        (_positional("typecode", Literal["i"]), _positional("initializer", list[int], True))
    ),
    "builtins:bytearray": Maker((_positional("source", bytes, True),)),
    "builtins:memoryview": Maker((_positional("object", bytes),)),
    "builtins:range": Maker(
        (_positional("start", int), _positional("stop", int, True), _positional("step", int, True))
    ),
    "builtins:slice": Maker(
        (
            _positional("start", Optional[int]),
            _positional("stop", Optional[int]),
            _positional("step", Optional[int], True),
        )
    ),
    "collections:ChainMap": Maker((_positional("first", dict[str, Any], True),)),
    "collections:Counter": Maker((_positional("iterable", list[str], True),)),
    "collections:OrderedDict": Maker(()),
    "collections:defaultdict": Maker((_positional("default_factory", Literal[None], True),)),
    "collections:deque": Maker((_positional("iterable", list[Any], True),)),
    "datetime:date": Maker(_DATE),
    "datetime:datetime": Maker(_DATE + _TIME),
    "datetime:time": Maker(_TIME),
    "datetime:timedelta": Maker((Argument("days", int, True), Argument("seconds", int, True))),
    "datetime:timezone": Maker((_positional("offset", "datetime:timedelta"),)),
    "decimal:Decimal": Maker((Argument("value", Union[int, _NUMBER_TEXT], True),)),
    "fractions:Fraction": Maker(
        (Argument("numerator", int, True), Argument("denominator", int, True))
    ),
    "collections.abc:Iterator": Maker(
        (_positional("items", list[Any]),), function="iter", module="builtins"
    ),
    "contextlib:nullcontext": Maker((Argument("enter_result", Any, True),)),
    "io:BytesIO": Maker((Argument("initial_bytes", bytes, True),)),
    "io:StringIO": Maker((Argument("initial_value", str, True),)),
    "ipaddress:IPv4Address": Maker((Argument("address", _ADDRESS_4),)),
    "ipaddress:IPv4Network": Maker((Argument("address", _NETWORK_4),)),
    "ipaddress:IPv6Address": Maker((Argument("address", _ADDRESS_6),)),
    "ipaddress:IPv6Network": Maker((Argument("address", _NETWORK_6),)),
    "pathlib:Path": Maker(_PATH),
    "pathlib:PosixPath": Maker(_PATH),
    "pathlib:PurePath": Maker(_PATH),
    "pathlib:PurePosixPath": Maker(_PATH),
    "pathlib:PureWindowsPath": Maker(_PATH),
    "random:Random": Maker((_positional("x", int),)),
    "re:Pattern": Maker(
        (Argument("pattern", Literal["", "a", ".*", r"\d+", "[a-z]+", r"(\w+)\s(\w+)"]),),
        function="compile",
    ),
    "string:Template": Maker((Argument("template", Literal["", "$a", "${a} b", "text"]),)),
    "builtins:mappingproxy": Maker((_positional("mapping", dict[str, Any]),)),
    "types:SimpleNamespace": Maker((), takes_attributes=True),
    "uuid:UUID": Maker((Argument("hex", _UUID_TEXT),)),
    "xml.etree.ElementTree:Element": Maker((_positional("tag", str),)),
    "zoneinfo:ZoneInfo": Maker((_positional("key", _ZONE),)),
}


def makers_of(cls: type, patterns: Callable[[], Iterable["re.Pattern[Any]"]]) -> list[Maker]:
    """The ways to make an instance; [] if the class's own signature suffices."""
    if cls is re.Match:
        return match_makers(patterns())
    maker = DOUBLES.get(cls) or MAKERS.get(type_name(cls))
    return [] if maker is None else [maker]
