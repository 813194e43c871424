"""Values of columns: few of them, so that rows refer to each other and to what a test asks for."""

from __future__ import annotations

from typing import Any, Literal, Optional, Union

from skua_runtime.frameworks.framework import Subject

_MOST_TEXTS = 4


def value_of(kind: Any, subject: Subject) -> Any:
    """The type of a value, for the Python type of a column."""
    if kind is str:
        known = [text for text in subject.hints.compared[:_MOST_TEXTS] if not text.isupper()]
        return Union[Literal[("a", "b", *known)], str]
    return Union[Literal[1, 2], int] if kind is int else kind


def nullable(kind: Any, may_be_missing: bool) -> Any:
    return Optional[kind] if may_be_missing else kind
