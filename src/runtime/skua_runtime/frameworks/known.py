"""Lists all frameworks of this folder, and collects the facts of those that a subject imports."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Mapping

from skua_runtime.frameworks import aiohttp_clients, checked_classes, clients, command_lines
from skua_runtime.frameworks import django_forms, django_handlers, django_models, flask_handlers
from skua_runtime.frameworks import frames, http_answers, marshmallow_schemas, starlette_handlers
from skua_runtime.frameworks import stores
from skua_runtime.frameworks.framework import Framework, Subject
from skua_runtime.source.source_names import SourceNames
from skua_runtime.source.source_names import calls as calls_in
from skua_runtime.world import shown
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_ALL = (
    *frames.FRAMEWORKS,
    *command_lines.FRAMEWORKS,
    flask_handlers.FRAMEWORK,
    starlette_handlers.FRAMEWORK,
    django_models.FRAMEWORK,
    django_forms.FRAMEWORK,
    django_handlers.FRAMEWORK,
    *checked_classes.FRAMEWORKS,
    marshmallow_schemas.FRAMEWORK,
    *stores.FRAMEWORKS,
    *http_answers.FRAMEWORKS,
    aiohttp_clients.FRAMEWORK,
    *clients.FRAMEWORKS,
)


def present() -> list[Framework]:
    """Return the frameworks that are loaded now."""
    return [one for one in _ALL if one.is_present]


def collected(subject: Subject, field: str) -> list[Any]:
    """Return the values of a field of all loaded frameworks in one list; a mapping adds its items.

    A framework that raises, such as an unknown version of it, adds no more.
    """
    found: list[Any] = []
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            given = getattr(framework, field)(subject) or ()
            found += given.items() if isinstance(given, Mapping) else given
    return found


def given(subject: Subject) -> dict[str, Any]:
    """Return the types of replaced functions' results, by the dotted name that a test replaces.

    Only functions that the subject calls are replaced.
    """
    names = SourceNames(subject.tree)
    called = {names.dotted(call.func) for call in calls_in(subject.tree)}
    found: dict[str, Any] = {}
    for name, kind in collected(subject, "given"):
        with suppress(*SUBJECT_EXCEPTIONS):
            if name in called:
                found[_place_of(name, subject)] = kind
    return found


def _place_of(name: str, subject: Subject) -> str:
    """Return the dotted name that a test replaces: in the subject if it imports the function by name.
    """
    module, _, own_name = name.rpartition(".")
    function = getattr(sys.modules[module], own_name)
    own = (known for known, thing in subject.names.items() if thing is function)
    known = next(own, None)
    return name if known is None else f"{subject.name}.{known}"


def show_results() -> None:
    """Show observers the contents of the frameworks' objects."""
    for framework in present():
        for name, how in framework.shown.items():
            shown.show(name, how)
