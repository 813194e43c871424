"""pandas: frames from records with the columns that the subject looks up, and series."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

from skua_runtime.frameworks.framework import Framework, Maker, Subject, positional
from skua_runtime.world.shown import Shown

_USUAL_COLUMNS = ("name", "value")
_MOST_COLUMNS = 6
_CELL = Union[int, float, Literal["a", "b", ""], None]
_NUMBERS = list[Union[float, int]]
_TEXTS = list[Literal["a", "b", ""]]


def _makers(subject: Subject) -> dict[str, Maker]:
    columns = list(dict.fromkeys([*subject.hints.keys, *_USUAL_COLUMNS]))[:_MOST_COLUMNS]
    # A record that lacks a column has a missing value there.
    record = TypedDict("record", {column: _CELL for column in columns}, total=False)  # type: ignore
    return {
        "pandas:DataFrame": Maker((positional("data", list[record]),)),
        "pandas:Series": Maker((positional("data", Union[_NUMBERS, _TEXTS]),)),
    }


FRAMEWORK = Framework(
    package="pandas",
    makers=_makers,
    shown={
        "pandas:DataFrame": Shown({"to_dict()": lambda frame: frame.to_dict()}),
        "pandas:Series": Shown({"to_dict()": lambda series: series.to_dict()}),
    },
)
