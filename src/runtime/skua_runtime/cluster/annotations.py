"""Reads annotations of functions and classes, in Pythons that store them and in those that evaluate
them lazily (PEP 649)."""

from __future__ import annotations

import functools
import inspect
import sys
import typing
from typing import Any

from skua_runtime.world.values import SUBJECT_EXCEPTIONS

if sys.version_info >= (3, 14):
    import annotationlib

    def _evaluated(thing: Any) -> dict[str, Any]:
        found = annotationlib.get_annotations(thing, format=annotationlib.Format.FORWARDREF)
        if not any(isinstance(one, annotationlib.ForwardRef) for one in found.values()):
            return dict(found)
        texts = annotationlib.get_annotations(thing, format=annotationlib.Format.STRING)
        return {
            name: texts.get(name, one) if isinstance(one, annotationlib.ForwardRef) else one
            for name, one in found.items()
        }


def plain_signature(target: Any) -> inspect.Signature:
    """The signature, also if annotations contain unknown names."""
    if sys.version_info >= (3, 14):
        return inspect.signature(target, annotation_format=annotationlib.Format.FORWARDREF)
    return inspect.signature(target)


def annotations_of(function: Any) -> dict[str, Any]:
    """Annotations by parameter; strings if some names are unknown."""
    target = function
    try:
        target = inspect.unwrap(target)
        if isinstance(target, (functools.partial, functools.partialmethod)):
            target = inspect.unwrap(target.func)
        return typing.get_type_hints(target, include_extras=True)
    except SUBJECT_EXCEPTIONS:
        return own_annotations(target)


def own_annotations(thing: Any) -> dict[str, Any]:
    """Annotations of a function or class without inherited ones; strings for unknown names."""
    try:
        if sys.version_info >= (3, 14):
            return _evaluated(thing)
        if isinstance(thing, type):
            found = vars(thing).get("__annotations__")
        else:
            found = getattr(thing, "__annotations__", None)
    except SUBJECT_EXCEPTIONS:
        return {}
    return dict(found) if isinstance(found, dict) else {}
