"""Adds calls of `copy.copy` and `copy.deepcopy`, which call a class's hooks for copying and
pickling with real states of objects."""

from __future__ import annotations

import copy
from typing import Any, Callable, Iterator

import skua_runtime.records as records
from skua_runtime.cluster.cluster import described_callable, described_parameter

_PICKLING = (
    "__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__getnewargs__",
    "__getnewargs_ex__",
)  # fmt: skip
# Hooks that each function calls, the preferred one first.
_RUN_BY: dict[Callable[..., Any], tuple[str, ...]] = {
    copy.copy: ("__copy__", *_PICKLING),
    copy.deepcopy: ("__deepcopy__", *_PICKLING),
}


def copying(
    cls: type, is_project_file: Callable[[Any], bool]
) -> Iterator[tuple[Callable[..., Any], Any]]:
    """The functions that copy instances by hooks of this class, each with its first hook."""
    for function, hooks in _RUN_BY.items():
        own = [vars(cls)[name] for name in hooks if name in vars(cls)]
        codes = [getattr(one, "__code__", None) for one in own]
        if any(is_project_file(getattr(code, "co_filename", None)) for code in codes):
            yield function, own[0]


def describe_copying(function: Callable[..., Any], type_index: int, protected: bool) -> records.Callable:
    """The function as a callable of the subject that takes instances of one class."""
    return described_callable(
        "function",
        function.__name__,
        function.__module__,
        type_index,
        [described_parameter("x", "positional_only", type_index)],
        in_subject=True,
        is_protected=protected,
    )
