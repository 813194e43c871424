"""All frameworks of this folder, and those among them that a subject uses."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Mapping

from skua_runtime.frameworks import (
    aiohttp_clients,
    checked_classes,
    clients,
    command_lines,
    django_forms,
    django_handlers,
    django_models,
    flask_handlers,
    frames,
    http_answers,
    marshmallow_schemas,
    starlette_handlers,
    stores,
)
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
    """The frameworks that are loaded now: the subject, or what it imports, has imported them."""
    return [one for one in _ALL if one.is_present]


def collected(subject: Subject, field: str) -> list[Any]:
    """Returns in one list what a field of all frameworks that are present gives for the subject: of a
    mapping its items. A framework that fails, as one of an unknown version may, adds no more."""
    found: list[Any] = []
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            given = getattr(framework, field)(subject) or ()
            found += given.items() if isinstance(given, Mapping) else given
    return found


def given(subject: Subject) -> dict[str, Any]:
    """By the dotted name of a function that the subject calls, as a test replaces it, the type of what
    it returns or raises then."""
    names = SourceNames(subject.tree)
    called = {names.dotted(call.func) for call in calls_in(subject.tree)}
    found: dict[str, Any] = {}
    for name, kind in collected(subject, "given"):
        with suppress(*SUBJECT_EXCEPTIONS):
            if name in called:
                found[_place_of(name, subject)] = kind
    return found


def _place_of(name: str, subject: Subject) -> str:
    """Where a test replaces a function: in the subject, if that has imported it by itself."""
    module, _, own_name = name.rpartition(".")
    function = getattr(sys.modules[module], own_name)
    own = (known for known, thing in subject.names.items() if thing is function)
    known = next(own, None)
    return name if known is None else f"{subject.name}.{known}"


def show_results() -> None:
    """Let observers see what the frameworks' objects hold."""
    for framework in present():
        for name, how in framework.shown.items():
            shown.show(name, how)
