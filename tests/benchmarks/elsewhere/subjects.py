"""What tests are written for: the modules beside this file, and projects from PyPI, each laid out in a folder."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common.python import pip
from common.runs import GENERATED
from common.subjects import write_files

HERE = Path(__file__).resolve().parent
TOOLS = ("pytest==8.3.3", "pytest-cov==5.0.0", "pytest-xdist==3.6.1")


def generated_below(root: Path) -> str:
    """The folder of generated tests: `skua init` puts it beside a project's own tests."""
    return "test/generated" if (root / "test/generated").is_dir() else GENERATED


# Lies beside each project; functions that delete what is not theirs meet it.
BESIDE = {
    "deployed/release-1/app.txt": "one\n",
    "deployed/release-2/app.txt": "two\n",
    "deployed/release-3/app.txt": "three\n",
    "shared/prices.json": '{"default": 2.0, "a": 0.5}\n',
}
SETTINGS = """[tool.pytest.ini_options]
testpaths = ["tests/generated"]
pythonpath = ["."]
"""


@dataclass(frozen=True)
class Subject:
    name: str
    modules: tuple[str, ...]  # files, relative to the project's folder
    version: str = ""  # of a project from PyPI
    needs: tuple[str, ...] = ()

    def lay_out(self, beside: Path, python: Path) -> Path:
        """Makes the project's folder in `beside`, with neighbours, and returns it."""
        root = beside / "checkout"
        shutil.rmtree(beside, ignore_errors=True)
        root.mkdir(parents=True)
        if self.version:
            wanted = ("--no-deps", "--no-compile", "--target", root, f"{self.name}=={self.version}")
            pip(python, "install", *wanted)
        else:
            shutil.copy(HERE / "modules" / self.modules[0], root)
        write_files(beside, BESIDE)
        (root / "pyproject.toml").write_text(SETTINGS)
        (root / "skua.yml").write_text(
            f"version: 1\nproject:\n  source: [{', '.join(self.modules)}]\n"
            f"python:\n  interpreter: {python}\noutput:\n  tests: {GENERATED}\n"
        )
        return root


def own_modules() -> list[Subject]:
    return [
        Subject(path.stem, (path.name,)) for path in sorted((HERE / "modules").glob("*.py"))
    ]


def projects() -> list[Subject]:
    with open(HERE / "projects.csv", newline="") as file:
        return [
            Subject(row["name"], tuple(row["modules"].split()), row["version"], tuple(row["needs"].split()))  # fmt: skip
            for row in csv.DictReader(file)
        ]


def environment(folder: Path, subjects: Sequence[Subject]) -> Path:
    """The Python of a virtual environment with pytest and all that the subjects need, made once. Its
    interpreter is one that any user may run: those in somebody's home are out of other users' reach."""
    python = folder / "bin" / "python"
    if not python.exists():
        everybodys = Path("/usr/bin/python3")
        base = everybodys if everybodys.exists() else Path(sys.executable)
        subprocess.run([base, "-m", "venv", folder], check=True)
        pip(python, "install", *TOOLS)
        # Leaves the bytecode of plug-ins, which each session would make anew.
        subprocess.run([python, "-m", "pytest", "--version"], check=True)
    needs = sorted({need for subject in subjects for need in subject.needs})
    if needs:
        pip(python, "install", *needs)
    return python
