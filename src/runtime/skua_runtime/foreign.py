"""How to make instances of well-known standard-library classes, whose own signatures say too little.

Values that a constructor accepts only from a small range are given as literals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Union


@dataclass(frozen=True)
class Argument:
    name: str
    annotation: Any
    has_default: bool = False
    kind: str = "positional_or_keyword"


@dataclass(frozen=True)
class Maker:
    """`function`: qualified name in the class's module, when it is not the class that is called."""

    arguments: tuple[Argument, ...]
    function: Optional[str] = None


def _positional(name: str, annotation: Any, has_default: bool = False) -> Argument:
    return Argument(name, annotation, has_default, "positional_only")


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

MAKERS: dict[str, Maker] = {
    "builtins:bytearray": Maker((_positional("source", bytes, True),)),
    "builtins:range": Maker(
        (_positional("start", int), _positional("stop", int, True), _positional("step", int, True))
    ),
    "collections:Counter": Maker((_positional("iterable", list[str], True),)),
    "collections:OrderedDict": Maker(()),
    "collections:defaultdict": Maker((_positional("default_factory", Literal[None], True),)),
    "collections:deque": Maker((_positional("iterable", list[Any], True),)),
    "datetime:date": Maker(_DATE),
    "datetime:datetime": Maker(_DATE + _TIME),
    "datetime:time": Maker(_TIME),
    "datetime:timedelta": Maker((Argument("days", int, True), Argument("seconds", int, True))),
    "decimal:Decimal": Maker((Argument("value", Union[int, _NUMBER_TEXT], True),)),
    "fractions:Fraction": Maker(
        (Argument("numerator", int, True), Argument("denominator", int, True))
    ),
    "io:BytesIO": Maker((Argument("initial_bytes", bytes, True),)),
    "io:StringIO": Maker((Argument("initial_value", str, True),)),
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
    "types:SimpleNamespace": Maker(()),
    "uuid:UUID": Maker((Argument("hex", _UUID_TEXT),)),
}
