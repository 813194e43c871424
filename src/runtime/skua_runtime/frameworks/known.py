"""All frameworks of this folder, and those among them that a subject uses."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from skua_runtime.frameworks import (
    attrs_classes,
    click_commands,
    django_forms,
    django_handlers,
    django_models,
    drivers,
    fastapi_handlers,
    flask_handlers,
    http_answers,
    numpy_arrays,
    pandas_frames,
    pydantic_models,
    sqlalchemy_stores,
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
from skua_runtime.world import shown
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_ALL = (
    numpy_arrays.FRAMEWORK,
    pandas_frames.FRAMEWORK,
    click_commands.FRAMEWORK,
    typer_commands.FRAMEWORK,
    flask_handlers.FRAMEWORK,
    fastapi_handlers.FRAMEWORK,
    django_models.FRAMEWORK,
    django_forms.FRAMEWORK,
    django_handlers.FRAMEWORK,
    pydantic_models.FRAMEWORK,
    attrs_classes.FRAMEWORK,
    sqlalchemy_stores.FRAMEWORK,
    *http_answers.FRAMEWORKS,
    *drivers.FRAMEWORKS,
)


def present() -> list[Framework]:
    """The frameworks that are loaded now: the subject, or what it imports, has imported them."""
    return [one for one in _ALL if one.is_present]


def makers(subject: Subject) -> dict[str, Maker]:
    """By "module:Class", how instances of the frameworks' classes are made."""
    found: dict[str, Maker] = {}
    for framework in present():
        with suppress(*SUBJECT_EXCEPTIONS):  # another version than those that are known
            found.update(framework.makers(subject))
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


def show_results() -> None:
    """Let observers see what the frameworks' objects hold."""
    for framework in present():
        for name, how in framework.shown.items():
            shown.show(name, how)
