"""Runs what stands after the last run in other conditions than those in which it was generated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from common import Trouble
from common.containment import Containment
from common.runs import GENERATED

from .judge import Offence, generated_failures
from .measure import USUAL, Condition, Tree
from .projects import Fetched, environment, install

# The interpreter's other user has a number that no file of users knows.
OTHER_USER = ("unshare", "--user", "--map-user=4321", "--map-group=4321", "--")
TERMINAL = (
    "python3",
    "-c",
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
)
ELSEWHERE = (
    ("TZ", "Asia/Kathmandu"), ("LANG", "C"), ("LC_ALL", "C"), ("EDITOR", "emacs"),
    ("PAGER", "most"), ("BROWSER", "lynx"), ("COLUMNS", "47"),
)


@dataclass
class Outcome:
    condition: str
    tests: int = 0
    offences: list[dict[str, str]] = field(default_factory=list)
    remark: str = ""  # why it could not be tried

    @property
    def cell(self) -> str:
        return self.remark or f"{len(self.offences)} of {self.tests}"


def run_all(
    containment: Containment, fetched: Fetched, left: Path, store: Path, folder: Path,
    pythons: Sequence[Path],
) -> list[Outcome]:  # fmt: skip
    """`left`: the tree after the last run; `pythons`: other interpreters."""
    return [
        _try(containment, fetched, left, folder, condition)
        for condition in _conditions(fetched, left, store, folder, pythons)
    ]


def _conditions(
    fetched: Fetched, left: Path, store: Path, folder: Path, pythons: Sequence[Path]
) -> Iterator[Condition | Outcome]:
    yield USUAL
    yield Condition("not installed", metadata=False)
    installed = folder / "installed"
    shutil.rmtree(installed, ignore_errors=True)
    try:
        install(left, installed)
        yield Condition("installed", installed=installed)
    except Trouble as error:
        yield Outcome("installed", remark=str(error)[:200])
    yield Condition("elsewhere", variables=ELSEWHERE)
    yield Condition("a terminal", before=TERMINAL)
    yield Condition("another user", before=OTHER_USER)
    yield Condition("xdist -n 2", words=("-p", "xdist", "-n", "2"))
    yield Condition("randomly", words=("-p", "randomly", "--randomly-seed=7"))
    for program in pythons:
        name = f"Python {'.'.join(_version(program).split('.')[:2])}"
        try:
            python = environment(fetched.project, store, program)
            yield Condition(name, python=python)
        except subprocess.CalledProcessError:
            yield Outcome(name, remark="its needs cannot be installed")


def _try(
    containment: Containment, fetched: Fetched, left: Path, folder: Path,
    condition: Condition | Outcome,
) -> Outcome:  # fmt: skip
    if isinstance(condition, Outcome):
        return condition
    tree = Tree(containment, fetched, left, folder / "box")
    session = tree.run([GENERATED], condition=condition)
    tree.remove()
    if not session.started:
        return Outcome(condition.name, remark="pytest did not start")
    found: list[Offence] = generated_failures({condition.name: session})
    return Outcome(condition.name, len(session.outcomes), [asdict(one) for one in found])


def other_pythons() -> list[Path]:
    """Those of pyenv that are newer than 3.11, one a minor version."""
    found: dict[str, Path] = {}
    for path in sorted(Path(os.path.expanduser("~/.pyenv/versions")).glob("3.*/bin/python")):
        version = _version(path)
        minor = ".".join(version.split(".")[:2])
        if re.fullmatch(r"3\.1[2-9]", minor):
            found[minor] = path
    return list(found.values())


def _version(program: Path) -> str:
    return program.parents[1].name
