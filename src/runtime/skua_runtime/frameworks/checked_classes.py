"""pydantic and attrs: constructors of classes, with values at and beyond the limits that fields and
validators set.
"""

from __future__ import annotations

import sys
from typing import Any, Iterator

from skua_runtime.frameworks.constraints import Limits, limited
from skua_runtime.frameworks.framework import Argument, Framework, Subject, needed_first
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

# pydantic


def _models(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    base = sys.modules["pydantic"].BaseModel
    return {
        id(cls): needed_first(_of_model(cls))
        for cls in subject.names.values()
        if is_class(cls)
        and issubclass(cls, base)
        and "__init__" not in vars(cls)
        and any(Limits.told_by(one.metadata) != Limits() for one in cls.model_fields.values())
    }


def _of_model(cls: Any) -> Iterator[Argument]:
    for name, info in cls.model_fields.items():
        alias = info.alias if isinstance(info.alias, str) and info.alias.isidentifier() else name
        kind = limited(info.annotation, Limits.told_by(info.metadata))
        yield Argument(alias, kind, not info.is_required(), "keyword_only")


_PYDANTIC = Framework(package="pydantic", fields=_models)


# attrs

_BY_OPERATOR = {">=": "ge", ">": "gt", "<=": "le", "<": "lt"}


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    found: dict[int, tuple[Argument, ...]] = {}
    for cls in list(subject.names.values()):
        if is_class(cls) and "__attrs_attrs__" in vars(cls) and "__init__" in vars(cls):
            try:
                arguments = tuple(_arguments(cls, subject))
            except SUBJECT_EXCEPTIONS:
                continue
            if any(_limits_of(one) != Limits() for one in cls.__attrs_attrs__):
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
        yield Argument(one.alias, limited(annotation, _limits_of(one)), has_default, kind)


def _limits_of(attribute: Any) -> Limits:
    validators = list(_parts(attribute.validator))
    limits = Limits.told_by(validators)
    for validator in validators:
        name = _BY_OPERATOR.get(getattr(validator, "compare_op", ""))
        if name is not None:
            setattr(limits, name, validator.bound)
    return limits


def _parts(validator: Any) -> Iterator[Any]:
    """Yield the validators inside `and_` and `optional`, and the validator itself."""
    for part in getattr(validator, "_validators", None) or [getattr(validator, "validator", None)]:
        if part is not None:
            yield from _parts(part)
    yield validator


_ATTRS = Framework(package="attr", fields=_fields)
FRAMEWORKS = (_PYDANTIC, _ATTRS)
