"""Django: tests fill forms with data that are valid or break one rule, and call `is_valid()`."""

from __future__ import annotations

import ast
import inspect
import sys
from typing import Any, Iterable, Iterator, Literal, TypedDict, Union

from skua_runtime.frameworks import django_project
from skua_runtime.frameworks.constraints import Limits, document, limited
from skua_runtime.frameworks.framework import Argument, Call, Framework, Subject
from skua_runtime.frameworks.views import innermost, source_of
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown, where

_BY_FIELD: dict[str, tuple[str, ...]] = {
    "BooleanField": ("on", ""),
    "DateField": ("2024-02-29", "2020-01-01", "text"),
    "DateTimeField": ("2024-02-29 12:00", "2020-01-01", "text"),
    "DecimalField": ("1", "0.5", "-1", "text"),
    "DurationField": ("1:00:00", "text"),
    "EmailField": ("a@example.com", "text"),
    "FloatField": ("1", "0.5", "-1", "text"),
    "IntegerField": ("1", "2", "0", "-1", "text"),
    "TimeField": ("12:00", "text"),
    "URLField": ("https://example.com/a", "text"),
    "UUIDField": ("12345678-1234-5678-1234-567812345678", "text"),
}
_MOST_OPTIONS = 8


def _is_form(thing: Any) -> bool:
    return is_class(thing) and issubclass(thing, sys.modules["django.forms"].BaseForm)


def forms_in(view: Any, subject: Subject) -> list[Any]:
    """Return the classes of forms that the source of a view names."""
    if view is None or "django.forms" not in sys.modules:
        return []
    named = {node.id for node in walk(source_of(view)) if isinstance(node, ast.Name)}
    return [thing for name, thing in subject.names.items() if name in named and _is_form(thing)]


def data_of(form: Any, subject: Subject) -> Any:
    """Return the type of a form's data; optional fields may be missing, or all fields."""
    entries = [(name, _texts_for(one, subject), one.required) for name, one in form.base_fields.items()]
    lacking = {name: kind for name, kind, _ in entries}
    return Union[document("data", entries), TypedDict("data", lacking, total=False)]  # type: ignore[operator]


def _texts_for(one: Any, subject: Subject) -> Any:
    choices = getattr(one, "choices", None)
    if choices is not None and not hasattr(one, "queryset"):
        values = [str(value) for value, _ in choices if not isinstance(value, type(None))]
        return Literal[tuple([*values[:_MOST_OPTIONS], "none"])]
    for base in type(one).__mro__:
        if base.__name__ in _BY_FIELD:
            return Literal[tuple(dict.fromkeys([*_numbers(one), *_BY_FIELD[base.__name__]]))]
    limits = Limits(
        min_length=getattr(one, "min_length", None), max_length=getattr(one, "max_length", None)
    )
    # Forms strip spaces, so random strings would change their length.
    texts = [*_said(subject), "a", "some text", "TEXT"]
    return Union[Literal[tuple(dict.fromkeys(texts))], limited(str, limits)]


def _numbers(one: Any) -> Iterator[str]:
    for name, step in (("min_value", -1), ("max_value", 1)):
        bound: Any = getattr(one, name, None)
        if type(bound) in (int, float):
            yield str(bound)
            yield str(bound + step)


def _said(subject: Subject) -> list[str]:
    """Return strings of the source that a user may write into a field."""
    found = [*subject.hints.compared]
    for name, thing in list(subject.names.items()):
        if not name.startswith("_") and type(thing) in (list, tuple, set, frozenset):
            found += [text for text in thing if type(text) is str]
    return found[:_MOST_OPTIONS]


def _own_forms(subject: Subject) -> Iterator[Any]:
    if not django_project.is_set_up() or "django.forms" not in sys.modules:
        return
    for thing in list(subject.names.values()):
        if _is_form(thing) and thing.__module__ == subject.name and hasattr(thing, "base_fields"):
            yield thing


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    return {id(one): (Argument("data", data_of(one, subject)),) for one in _own_forms(subject)}


def _checks(form: Any) -> list[Any]:
    """Return the methods that `is_valid()` calls, the one for all fields last."""
    own = [one for name, one in vars(form).items() if name.startswith("clean_")]
    return own + [vars(form)["clean"]] if "clean" in vars(form) else own


def _calls(subject: Subject) -> Iterator[Call]:
    for form in _own_forms(subject):
        checks = [one for one in _checks(form) if inspect.isfunction(innermost(one))]
        if checks:
            owner = f"{form.__module__}:{form.__qualname__}"
            yield Call(owner, "is_valid", (), "builtins:bool", checks[-1])


def _run(subject: Subject) -> Iterable[Any]:
    return [check for form in _own_forms(subject) for check in _checks(form)]


def _errors(form: Any) -> Any:
    """Return the form's errors; raise an exception if it was not checked."""
    return {name: [str(one) for one in messages] for name, messages in form._errors.items()}


FRAMEWORK = Framework(
    package="django.forms",
    calls=_calls,
    run=_run,
    fields=_fields,
    shown={
        "django.forms:BaseForm": Shown(
            {
                "errors": _errors,
                "cleaned_data": where(lambda one: one._errors == {}, lambda one: dict(one.cleaned_data)),
            },
            says_all=True,
        )
    },
)
