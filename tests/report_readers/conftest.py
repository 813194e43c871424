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
# Something to find: an exception that nobody documents.
FRAGILE = '''\
def share(total: int, parts: int) -> int:
    """A part of the total."""
    if total < 0:
        return 0
    return total // parts
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
    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True)
    arguments = ("--python", PYTHON, "--iterations", "2", "--seed", "1", "--format", FORMATS)
    skua(project, "run", *arguments, "parcel.money", "parcel.codes", "parcel.fragile")
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
