"""Reports of one run of samples/parcel, for readers that other people wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SKUA_BINARY", str(REPOSITORY / "build" / "skua"))
PYTHON = os.environ.get("SKUA_PYTHON", sys.executable)

FORMATS = "junit,json,cobertura,lcov,sarif,code-quality,html,markdown"
# Something to find: a name that nothing binds.
FRAGILE = '''\
def share(total: int, parts: int) -> int:
    """A part of the total."""
    if total < 0:
        return 0
    return total // part
'''
# Conditions of several operands, and decisions within expressions.
BRANCHING = '''\
LIMIT = 10 if __debug__ else 20


def grade(points: int, bonus: int, strict: bool) -> str:
    """A letter."""
    if points < 0 or bonus < 0 or not strict and points > 1000:
        return "?"
    total = points + (bonus if points and bonus > 3 else 0)
    if 0 < total <= 50 and (
        strict
        or bonus
    ):
        return "c"
    elif not (total > 90 and strict):
        return "b"
    return "a"


def squares(numbers: list[int], most: int) -> list[int]:
    """The squares of the even ones, at most so many."""
    found = [n * n for n in numbers if n % 2 == 0 and n != 4]
    while found and len(found) > most:
        found.pop()
    for square in found:
        if square > 1000: break
    else:
        found.append(0)
    return sorted(found, key=lambda n: -n if most else n)


def kind(value: object, strict: bool) -> str:
    """A word for it."""
    match value:
        case 0 | 1:
            return "small"
        case int() if strict and value > 5:
            return "large"
        case str() | bytes():
            return "text"
        case _:
            return "other"
'''


@dataclass
class Reports:
    project: Path
    folder: Path

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


def skua(project: Path, *arguments: str) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT")}
    subprocess.run(
        [BINARY, *arguments], cwd=project, env=plain, check=True, capture_output=True, timeout=300
    )


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    project = tmp_path_factory.mktemp("readers") / "parcel"
    shutil.copytree(REPOSITORY / "samples" / "parcel", project)
    (project / "src" / "parcel" / "fragile.py").write_text(FRAGILE)
    (project / "src" / "parcel" / "branching.py").write_text(BRANCHING)
    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True)
    arguments = ("--python", PYTHON, "--iterations", "2", "--seed", "1", "--format", FORMATS)
    modules = [f"parcel.{name}" for name in ("money", "codes", "fragile", "branching")]
    skua(project, "run", *arguments, *modules)
    return Reports(project, project / "build" / "skua")


@pytest.fixture(scope="session")
def strict_reports(reports: Reports) -> Reports:
    """The same, from the state, in JUnit's strict family."""
    skua(
        reports.project,
        "report",
        "--junit-family",
        "xunit2",
        "--format",
        "junit",
        "--out",
        "strict",
    )
    return Reports(reports.project, reports.project / "strict")
