"""attrs: classes from their attributes, with values at the limits that validators set, and beyond
each.
"""

from __future__ import annotations

from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.constraints import Limits, limited
from skua_runtime.frameworks.framework import Argument, Framework, Subject
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_BY_OPERATOR = {">=": "ge", ">": "gt", "<=": "le", "<": "lt"}
_MOST_OPTIONS = 8


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    found: dict[int, tuple[Argument, ...]] = {}
    for cls in list(subject.names.values()):
        if is_class(cls) and "__attrs_attrs__" in vars(cls) and "__init__" in vars(cls):
            try:
                arguments = tuple(_arguments(cls, subject))
            except SUBJECT_EXCEPTIONS:
                continue
            if any(_restricted(one) is not None for one in cls.__attrs_attrs__):
                found[id(cls)] = arguments
    return found


def _arguments(cls: Any, subject: Subject) -> Iterator[Argument]:
    init = cls.__init__
    for one in cls.__attrs_attrs__:
        if not one.init:
            continue
        annotation = init.__annotations__.get(one.alias, one.type or Any)
        if isinstance(annotation, str):
            annotation = eval(annotation, dict(subject.names))
        has_default = type(one.default).__name__ != "_Nothing" and "NOTHING" not in repr(one.default)
        kind = "keyword_only" if one.kw_only else "positional_or_keyword"
        yield Argument(one.alias, _kind(one, annotation), has_default, kind)


def _kind(attribute: Any, annotation: Any) -> Any:
    restricted = _restricted(attribute)
    if restricted is None:
        return annotation
    if isinstance(restricted, Limits):
        return limited(annotation, restricted)
    return Union[Literal[tuple(restricted)], annotation]


def _restricted(attribute: Any) -> Union[Limits, list[Any], None]:
    """The limits of the attribute's validators, or the values that they allow."""
    limits = Limits()
    for validator in _parts(attribute.validator):
        options = getattr(validator, "options", None)
        if options is not None:
            plain = [one for one in options if type(one) in (str, int)]
            return plain[:_MOST_OPTIONS] or None
        name: Optional[str] = _BY_OPERATOR.get(getattr(validator, "compare_op", ""))
        if name is not None:
            setattr(limits, name, validator.bound)
        for name in ("min_length", "max_length", "pattern"):
            value = getattr(validator, name, None)
            if value is not None:
                setattr(limits, name, value)
    return None if limits == Limits() else limits


def _parts(validator: Any) -> Iterator[Any]:
    """The validators of which one is made: `and_`, `optional`."""
    for part in getattr(validator, "_validators", None) or [getattr(validator, "validator", None)]:
        if part is not None:
            yield from _parts(part)
    yield validator


FRAMEWORK = Framework(package="attr", fields=_fields)
