"""click: commands are run by `CliRunner().invoke(command, [...])`, and seen by exit code and output.
"""

from __future__ import annotations

import importlib
import sys
from typing import Iterator

from skua_runtime.frameworks.command_lines import calls_of
from skua_runtime.frameworks.framework import Call, Framework, Maker, Named, Subject
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown

RESULT = Shown(
    {"exit_code": lambda result: result.exit_code, "output": lambda result: result.output},
    says_all=True,
)


def _calls(subject: Subject) -> Iterator[Call]:
    click = sys.modules["click"]
    inner: set[int] = set()  # commands that groups run
    commands = [
        (name, thing)
        for name, thing in subject.names.items()
        if not is_class(thing) and issubclass(type(thing), click.Command)
    ]
    for _, command in commands:
        inner.update(map(id, getattr(command, "commands", {}).values()))
    for name, command in commands:
        if id(command) not in inner:
            importlib.import_module("click.testing")
            yield from calls_of(
                "click.testing:CliRunner",
                "click.testing:Result",
                Named(name, command),
                command,
                subject.hints,
            )


FRAMEWORK = Framework(
    package="click",
    makers=lambda subject: {"click.testing:CliRunner": Maker(())},
    calls=_calls,
    shown={"click.testing:Result": RESULT},
)
