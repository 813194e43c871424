"""pydantic: models from their fields, with values at the limits that these set, and beyond each."""

from __future__ import annotations

import sys
from typing import Any, Iterator

from skua_runtime.frameworks.constraints import Limits, limited
from skua_runtime.frameworks.framework import Argument, Framework, Subject, needed_first
from skua_runtime.world.names import is_class


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    base = sys.modules["pydantic"].BaseModel
    return {
        id(cls): needed_first(_arguments(cls))
        for cls in subject.names.values()
        if is_class(cls)
        and issubclass(cls, base)
        and "__init__" not in vars(cls)
        and any(_limits(one) != Limits() for one in cls.model_fields.values())
    }


def _arguments(cls: Any) -> Iterator[Argument]:
    for name, info in cls.model_fields.items():
        alias = info.alias if isinstance(info.alias, str) and info.alias.isidentifier() else name
        kind = limited(info.annotation, _limits(info))
        yield Argument(alias, kind, not info.is_required(), "keyword_only")


def _limits(info: Any) -> Limits:
    return Limits.told_by(info.metadata)


FRAMEWORK = Framework(package="pydantic", fields=_fields)
