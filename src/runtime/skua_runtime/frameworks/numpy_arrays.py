"""numpy: arrays of small shapes whose elements the test spells out."""

from __future__ import annotations

from typing import Any, Literal, Union

from skua_runtime.frameworks.framework import Framework, Maker, Subject, positional
from skua_runtime.world.shown import Shown

# Rows are tuples, so that they are equally long however many there are.
_NUMBER: Any = Union[float, Literal[0.0, 1.0, -1.0, float("nan")]]
_MATRIX_2 = list[tuple[_NUMBER, _NUMBER]]
_MATRIX_3 = list[tuple[_NUMBER, _NUMBER, _NUMBER]]
_CONTENT = Union[list[_NUMBER], list[int], _MATRIX_2, _MATRIX_3, list[tuple[int, int]], list[bool]]


def _makers(_subject: Subject) -> dict[str, Maker]:
    return {"numpy:ndarray": Maker((positional("object", _CONTENT),), function="array")}


FRAMEWORK = Framework(
    package="numpy",
    makers=_makers,
    shown={
        # "tolist()" is known to render/body/assertion_text.cc of the engine.
        "numpy:ndarray": Shown({"tolist()": lambda array: array.tolist()}),
        "numpy:generic": Shown(equals=lambda number: number.item()),
    },
)
