"""All frameworks of this folder, and those among them that a subject uses."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

from skua_runtime.frameworks import (
    aiohttp_clients,
    attrs_classes,
    boto3_clients,
    click_commands,
    db_api,
    django_forms,
    django_handlers,
    django_models,
    drivers,
    fastapi_handlers,
    flask_handlers,
    http_answers,
    marshmallow_schemas,
    numpy_arrays,
    pandas_frames,
    polars_frames,
    pydantic_models,
    sqlalchemy_stores,
    sqlite_stores,
    starlette_handlers,
    typer_commands,
)
from skua_runtime.frameworks.framework import (
    Argument,
    Call,
    Definition,
    Framework,
    Maker,
    Subject,
)
from skua_runtime.source.source_names import SourceNames
from skua_runtime.source.source_names import calls as calls_in
from skua_runtime.world import shown
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_ALL = (
    numpy_arrays.FRAMEWORK,
    pandas_frames.FRAMEWORK,
    polars_frames.FRAMEWORK,
    click_commands.FRAMEWORK,
    typer_commands.FRAMEWORK,
    flask_handlers.FRAMEWORK,
    starlette_handlers.FRAMEWORK,
    fastapi_handlers.FRAMEWORK,
    django_models.FRAMEWORK,
    django_forms.FRAMEWORK,
    django_handlers.FRAMEWORK,
    pydantic_models.FRAMEWORK,
    attrs_classes.FRAMEWORK,
    marshmallow_schemas.FRAMEWORK,
    sqlalchemy_stores.FRAMEWORK,
    sqlite_stores.FRAMEWORK,
    *http_answers.FRAMEWORKS,
    aiohttp_clients.FRAMEWORK,
    *drivers.FRAMEWORKS,
    *db_api.FRAMEWORKS,
    boto3_clients.FRAMEWORK,
)


def present() -> list[Framework]:
    """The frameworks that are loaded now: the subject, or what it imports, has imported them."""
    return [one for one in _ALL if one.is_present]


def prepare(subject: Subject) -> None:
    """Let the frameworks do what they put off until they are first used."""
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            framework.prepare(subject)


def makers(subject: Subject) -> dict[str, list[Maker]]:
    """By "module:Class", how instances of the frameworks' classes are made."""
    found: dict[str, list[Maker]] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):  # another version than those that are known
            for name, ways in framework.makers(subject).items():
                found[name] = ways if isinstance(ways, list) else [ways]
    return found


def calls(subject: Subject) -> list[Call]:
    """The calls by which the frameworks run functions of the subject."""
    found: list[Call] = []
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found += framework.calls(subject)
    return found


def run(subject: Subject) -> list[Any]:
    """Functions of the subject that only work where a framework runs them."""
    found: list[Any] = []
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found += framework.run(subject)
    return found


def functions(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    """By identity of a function of the subject, its arguments and the class of its result."""
    found: dict[int, tuple[tuple[Argument, ...], str]] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found.update(framework.functions(subject))
    return found


def fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    """By identity of a class of the subject, the arguments of its constructor."""
    found: dict[int, tuple[Argument, ...]] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found.update(framework.fields(subject))
    return found


def definitions(subject: Subject) -> dict[str, Definition]:
    """By "module:Class", the classes by which files of tests make instances."""
    found: dict[str, Definition] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found.update(framework.definitions(subject))
    return found


def overridden(subject: Subject) -> dict[tuple[str, str], Any]:
    """By the names of an application and of a function on which it depends, the type of what a test
    puts in its place."""
    found: dict[tuple[str, str], Any] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            found.update(framework.overridden(subject))
    return found


def given(subject: Subject) -> dict[str, Any]:
    """By the dotted name of a function that the subject calls, as a test replaces it, the type of what
    it returns or raises then."""
    names = SourceNames(subject.tree)
    called = {names.dotted(call.func) for call in calls_in(subject.tree)}
    found: dict[str, Any] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):
            for name, kind in framework.given(subject).items():
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
