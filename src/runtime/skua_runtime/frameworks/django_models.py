"""Django: makes instances of models from their fields, rows of the database, and query sets."""

from __future__ import annotations

import sys
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks import django_project
from skua_runtime.frameworks.constraints import Limits, limited
from skua_runtime.frameworks.framework import Argument, Framework, Maker, Subject, needed_first
from skua_runtime.frameworks.requests_made import JSON
from skua_runtime.world.names import is_class, type_name
from skua_runtime.world.shown import Shown

_QUERY_SET = "django.db.models:QuerySet"
_BY_FIELD: dict[str, Any] = {
    "BooleanField": bool,
    "EmailField": Literal["a@example.com", "b@example.com"],
    "FloatField": float,
    "GenericIPAddressField": Literal["127.0.0.1", "::1"],
    "IntegerField": int,
    "JSONField": dict[str, JSON],
    "SlugField": Literal["a", "1"],  # as in paths
    "URLField": Literal["https://example.com/a"],
}
# By class of a field: the "module:Class" of its values, from modules that Django imports.
_OF_LIBRARY = {
    "DateField": "datetime:date",
    "DateTimeField": "datetime:datetime",
    "DecimalField": "decimal:Decimal",
    "DurationField": "datetime:timedelta",
    "TimeField": "datetime:time",
    "UUIDField": "uuid:UUID",
}
_MOST_TEXTS = 6
_LONGEST_TEXT = 200
_LARGEST = 2**15 - 1  # larger bounds are those of columns


def models_of(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Yield the models with tables in the subject's variables."""
    models = sys.modules["django.db.models"]
    for name, thing in list(subject.names.items()):
        if is_class(thing) and issubclass(thing, models.Model) and not thing._meta.abstract:
            yield name, thing


def _related(subject: Subject) -> list[Any]:
    """Return the models of the subject, and models that their rows refer to."""
    found: list[Any] = [cls for _, cls in models_of(subject)]
    for cls in found:
        for one in cls._meta.concrete_fields:
            target = one.related_model
            if is_class(target) and target not in found:
                found.append(target)
    user: Any = sys.modules["django.contrib.auth"].get_user_model() if _has_users() else None
    return found if user is None or user in found else [*found, user]


def _has_users() -> bool:
    return sys.modules["django.apps"].apps.is_installed("django.contrib.auth")


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    if not django_project.is_set_up():
        return {}
    return {id(cls): needed_first(_arguments(cls, subject)) for cls in _related(subject)}


def _arguments(cls: Any, subject: Subject) -> Iterator[Argument]:
    """Yield keywords of the constructor."""
    for one in cls._meta.concrete_fields:
        # Hashing a password takes as long as thousands of tests.
        if one.auto_created or "AutoField" in one.get_internal_type() or one.name == "password":
            continue
        kind = _kind_of(one, subject)
        if kind is None:
            continue
        has_default = one.has_default() or one.null or one.blank or not one.editable
        kind = Optional[kind] if one.null else kind
        yield Argument(one.name, kind, has_default, "keyword_only")


def _kind_of(one: Any, subject: Subject) -> Any:
    """Return the type of a field's value; None if it is unknown."""
    if one.is_relation:
        return one.related_model if is_class(one.related_model) else None
    if one.choices:
        values = [value for value, _ in one.flatchoices if type(value) in (str, int, bool)]
        return Literal[tuple(values)] if values else None
    for base in type(one).__mro__:
        if base.__name__ in _OF_LIBRARY:
            module, _, name = _OF_LIBRARY[base.__name__].partition(":")
            return getattr(sys.modules[module], name)
        if base.__name__ in _BY_FIELD:
            kind = _BY_FIELD[base.__name__]
            return limited(kind, _limits(one)) if kind in (int, float) else kind
        if base.__name__ in ("CharField", "TextField"):
            return _texts(one.max_length or _LONGEST_TEXT, subject)
    return None


def _texts(longest: int, subject: Subject) -> Any:
    known = [text for text in subject.hints.compared[:_MOST_TEXTS] if not text.isupper()]
    texts = [text for text in ("a", "1", "a b", *known) if len(text) <= longest]
    if longest < _LONGEST_TEXT:
        texts.append("a" * longest)
    return Union[Literal[tuple(dict.fromkeys(texts))], str]


def _limits(one: Any) -> Limits:
    limits = Limits()
    if "Positive" in type(one).__name__:
        limits.ge = 0
    for validator in one.validators:
        bound: Any = getattr(validator, "limit_value", None)
        if type(bound) in (int, float) and abs(bound) < _LARGEST:
            name = type(validator).__name__
            limits.ge = bound if name == "MinValueValidator" else limits.ge
            limits.le = bound if name == "MaxValueValidator" else limits.le
    return limits


def _makers(subject: Subject) -> dict[str, Maker]:
    """Return makers of rows by `Model.objects.create(…)`, of query sets and managers by `Model.objects`.
    """
    if not django_project.has_database():
        return {}
    found: dict[str, Maker] = {}
    cls: Any
    for cls in _related(subject):
        managers = [one for one in cls._meta.managers if not one.auto_created] or [cls.objects]
        manager = managers[0]
        path = f"{cls.__qualname__}.{manager.name}"
        create = "create_user" if hasattr(manager, "create_user") else "create"
        arguments = needed_first(_arguments(cls, subject))
        found[type_name(cls)] = Maker(
            arguments, f"{path}.{create}", cls.__module__, beside=True, acts=True
        )
        ways: list[tuple[Any, str]] = [(manager._queryset_class, "all"), (type(manager), "db_manager")]
        for kind, method in ways:
            if kind.__module__ == subject.name and kind.__name__ in subject.names:
                found[type_name(kind)] = Maker((), f"{path}.{method}", cls.__module__)
    return found


FRAMEWORK = Framework(
    package="django.db.models",
    makers=_makers,
    fields=_fields,
    # Query sets are seen by their rows.
    shown={_QUERY_SET: Shown({"count()": lambda rows: rows.count()}, says_all=True)},
)
