"""marshmallow: types of parameters that functions pass to a schema's `load`, by its fields."""

from __future__ import annotations

import ast
import inspect
import sys
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.constraints import Limits, document, limited
from skua_runtime.frameworks.framework import Argument, Framework, Subject
from skua_runtime.frameworks.requests_made import JSON
from skua_runtime.source.nodes import walk
from skua_runtime.source.syntax import FUNCTIONS
from skua_runtime.world.names import is_class

_LOADING = ("load", "validate")
_DEEPEST = 3
_MOST_OPTIONS = 8
# By the class's name; subclasses come before their bases.
_BY_FIELD: dict[str, Any] = {
    "Email": Literal["a@example.com", "a"],
    "Url": Literal["https://example.com/a", "a"],
    "UUID": Literal["12345678-1234-5678-1234-567812345678", "a"],
    "DateTime": Literal["2024-02-29T12:00:00", "2024-03-01T00:00:00+00:00", "a"],
    "Date": Literal["2024-02-29", "2024-03-01", "a"],
    "Time": Literal["12:30:00", "a"],
    "Integer": int,
    "Float": float,
    "Decimal": Union[float, Literal["1.50", "a"]],
    "Boolean": bool,
    "String": str,
}


def _functions(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    found: dict[int, tuple[tuple[Argument, ...], str]] = {}
    for node in subject.tree.body:
        function = subject.names.get(getattr(node, "name", ""))
        if isinstance(node, FUNCTIONS) and inspect.isfunction(function):
            taken = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
            arguments = tuple(
                Argument(name, _document(schema, 0))
                for name, schema in _loaded(node, subject)
                if name in taken
            )
            if arguments:
                found[id(function)] = (arguments, "")
    return found


def _loaded(function: ast.AST, subject: Subject) -> Iterator[tuple[str, Any]]:
    """Yield variables and schemas of calls such as `CustomerSchema().load(data)`."""
    for node in walk(function):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in _LOADING and node.args and isinstance(node.args[0], ast.Name):
            owner = node.func.value
            owner = owner.func if isinstance(owner, ast.Call) else owner
            schema = subject.names.get(owner.id) if isinstance(owner, ast.Name) else None
            if _fields(schema) is not None:
                yield node.args[0].id, schema


def _fields(schema: Any) -> Optional[dict[str, Any]]:
    """Return the fields of a schema or of its class; None for other objects."""
    base = sys.modules["marshmallow"].Schema
    cls = schema if is_class(schema) else type(schema)
    return dict(cls._declared_fields) if issubclass(cls, base) else None


def _document(schema: Any, depth: int) -> Any:
    fitting = document(
        "document",
        (
            (field.data_key or name, _nullable_kind(field, depth), field.required)
            for name, field in (_fields(schema) or {}).items()
            if not field.dump_only
        ),
    )
    return Union[fitting, dict[str, JSON]] if depth == 0 else fitting


def _nullable_kind(field: Any, depth: int) -> Any:
    kind = _kind(field, depth)
    return Optional[kind] if field.allow_none else kind


def _kind(field: Any, depth: int) -> Any:
    bases = [cls.__name__ for cls in type(field).__mro__]
    if "Nested" in bases:
        return _document(field.schema, depth + 1) if depth < _DEEPEST else dict[str, JSON]
    if "List" in bases:
        return list[_kind(field.inner, depth + 1)]  # type: ignore[misc]
    limits = Limits()
    for validator in field.validators:
        choices = getattr(validator, "choices", None)
        if choices is not None:
            return Literal[(*[one for one in choices if type(one) in (str, int)][:_MOST_OPTIONS], "a")]
        _read(limits, validator)
    for name in bases:
        if name in _BY_FIELD:
            return limited(_BY_FIELD[name], limits)
    return JSON


def _read(limits: Limits, validator: Any) -> None:
    least, most = getattr(validator, "min", None), getattr(validator, "max", None)
    if type(validator).__name__ == "Length":
        exactly = getattr(validator, "equal", None)
        limits.min_length = least if exactly is None else exactly
        limits.max_length = most if exactly is None else exactly
    elif type(validator).__name__ == "Range":
        limits.ge = least if getattr(validator, "min_inclusive", True) else None
        limits.gt = None if getattr(validator, "min_inclusive", True) else least
        limits.le = most if getattr(validator, "max_inclusive", True) else None
        limits.lt = None if getattr(validator, "max_inclusive", True) else most
    elif getattr(validator, "regex", None) is not None:
        limits.pattern = validator.regex


FRAMEWORK = Framework(package="marshmallow", functions=_functions)
