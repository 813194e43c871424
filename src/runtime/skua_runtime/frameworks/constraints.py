"""Makes values at the limits of a field: valid ones, and an invalid one for each limit."""

from __future__ import annotations

import re
import sys
import typing
from dataclasses import dataclass, fields
from typing import Any, Iterable, Literal, Optional, TypedDict, Union, get_args, get_origin

from skua_runtime.texts import regex_strings

_LONGEST_TEXT = 100
_MOST_OPTIONS = 8


@dataclass
class Limits:
    """Limits of a field's values."""

    ge: Any = None
    gt: Any = None
    le: Any = None
    lt: Any = None
    min_length: Optional[int] = None
    max_length: Optional[int] = None
    pattern: Any = None
    options: Any = None  # allowed values

    @staticmethod
    def told_by(metadata: Iterable[Any]) -> Limits:
        """Return the limits in attributes of objects, such as those of annotated_types."""
        limits = Limits()
        for one in metadata:
            for field in fields(Limits):
                value = getattr(one, field.name, None)
                if value is not None:
                    setattr(limits, field.name, value)
        return limits


def limited(annotation: Any, limits: Limits, beyond: bool = True) -> Any:
    """Return the annotation, for numbers and strings with values at the limits.

    Invalid values are among them only with `beyond`.
    """
    if limits == Limits():
        return annotation
    inner = get_args(annotation)
    if get_origin(annotation) is Union or type(annotation).__name__ == "UnionType":
        return Union[tuple(limited(one, limits, beyond) for one in inner)]
    plain = [one for one in limits.options or () if type(one) in (str, int)]
    values: list[Any] = plain[:_MOST_OPTIONS]
    if values:
        return Union[Literal[tuple(values)], annotation]
    if annotation in (int, float):
        values = _numbers(annotation, limits)
    elif annotation is str:
        values = _texts(limits)
    if not beyond:
        values = [value for value in values if _fits(value, limits)]
    return Union[Literal[tuple(dict.fromkeys(values))], annotation] if values else annotation


def _fits(value: Any, limits: Limits) -> bool:
    if isinstance(value, str):
        if limits.pattern is not None:
            return re.search(limits.pattern, value) is not None
        longest = len(value) if limits.max_length is None else limits.max_length
        return (limits.min_length or 0) <= len(value) <= longest
    return not (
        (limits.ge is not None and value < limits.ge)
        or (limits.gt is not None and value <= limits.gt)
        or (limits.le is not None and value > limits.le)
        or (limits.lt is not None and value >= limits.lt)
    )


def _numbers(kind: type, limits: Limits) -> list[Any]:
    step = kind(1)
    least = limits.ge if limits.ge is not None else _moved(limits.gt, step)
    most = limits.le if limits.le is not None else _moved(limits.lt, -step)
    edges = [least, most, _moved(least, -step), _moved(most, step)]
    return [kind(edge) for edge in edges if isinstance(edge, (int, float))]


def _moved(edge: Any, step: Any) -> Any:
    return edge + step if isinstance(edge, (int, float)) else None


def _texts(limits: Limits) -> list[str]:
    if limits.pattern is not None:
        pattern = limits.pattern
        compiled = re.compile(pattern) if isinstance(pattern, str) else pattern
        return [*regex_strings.matching(compiled)[:4], "a", ""]
    lengths = []
    if limits.min_length is not None:
        lengths += [limits.min_length, limits.min_length - 1]
    if limits.max_length is not None:
        lengths += [limits.max_length, limits.max_length + 1]
    return ["a" * length for length in lengths if 0 <= length <= _LONGEST_TEXT]


def document(name: str, entries: Iterable[tuple[str, Any, bool]]) -> Any:
    """Return the type of a dict; an entry is (key, type of the value, whether the key is required)."""
    extensions = sys.modules.get("typing_extensions")
    optional = getattr(extensions or typing, "NotRequired", None)
    types = {
        key: kind if is_required or optional is None else optional[kind]
        for key, kind, is_required in entries
    }
    return TypedDict(name, types)  # type: ignore[operator]
