"""typer: applications are run by its own `CliRunner().invoke(app, [...])`, as click's commands are."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from typing import Iterator

from skua_runtime.frameworks.click_commands import RESULT
from skua_runtime.frameworks.command_lines import calls_of
from skua_runtime.frameworks.framework import Call, Framework, Maker, Named, Subject
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, type_name


def _prepare(subject: Subject) -> None:
    """Run a command of our own, for which typer imports what it imports for any."""
    typer = sys.modules["typer"]
    if not any(type(app) is typer.Typer for app in subject.names.values()):
        return
    app = typer.Typer()

    def command(number: int, is_set: bool = False) -> None:
        pass

    command.__annotations__ = {"number": int, "is_set": bool}
    app.command()(command)
    for words in (["1"], ["--help"], ["word"]):
        with suppress(*SUBJECT_EXCEPTIONS):
            importlib.import_module("typer.testing").CliRunner().invoke(app, words)


def _calls(subject: Subject) -> Iterator[Call]:
    typer = sys.modules["typer"]
    for name, app in subject.names.items():
        if type(app) is typer.Typer:
            command = importlib.import_module("typer.main").get_command(app)
            cli = Named(name, app)
            result = type_name(importlib.import_module("typer.testing").Result)
            yield from calls_of("typer.testing:CliRunner", result, cli, command, subject.hints)


FRAMEWORK = Framework(
    package="typer",
    prepare=_prepare,
    makers=lambda subject: {"typer.testing:CliRunner": Maker(())},
    calls=_calls,
    # Older versions give click's own result, which is that module's to show.
    shown={"click.testing:Result": RESULT, "typer.testing:Result": RESULT},
)
