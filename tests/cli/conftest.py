"""Runs the built `skua` on whole projects, as a user would."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SKUA_BINARY", str(REPOSITORY / "build" / "skua"))
PYTHON = os.environ.get("SKUA_PYTHON", shutil.which("python3"))
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")


@dataclass
class Result:
    exit_code: int
    output: str
    errors: str
    seconds: float


class Project:
    """A project in a folder of its own, and the commands that are run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def command(self, *arguments: str) -> list[str]:
        command = [BINARY, *arguments]
        if arguments and arguments[0] in ("run", "plan") and "--python" not in arguments:
            command += ["--python", PYTHON]
        return command

    def environment(self, **variables: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return kept | {"NO_COLOR": "1"} | variables

    def skua(self, *arguments: str, timeout: float = 300, **variables: str) -> Result:
        start = time.monotonic()
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            timeout=timeout,
            stdin=subprocess.DEVNULL,
        )
        return Result(done.returncode, done.stdout, done.stderr, time.monotonic() - start)

    def start(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )

    def python(self, *words: str, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [PYTHON, *words],
            cwd=self.root,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | variables,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def pytest(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        return self.python("-m", *PYTEST, *arguments, **variables)

    def measured(self, selection: str) -> dict:
        """What coverage.py reports of the generated tests, by the project's settings."""
        for words in (("run", "--branch", selection, "-m", *PYTEST, "tests/generated"), ("json", "-o", "measured.json")):
            done = self.python("-m", "coverage", *words)
            assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(self.read("measured.json"))

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        command = ["git", *identity, *arguments]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self) -> str:
        """Commits all that is in the tree, also where nothing changed; the commit's short name."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "state of work")
        return self.git("rev-parse", "--short", "HEAD")

    def generated(self) -> dict[str, str]:
        """Name of each generated test file → its text."""
        folder = self.root / "tests" / "generated"
        return {file.name: file.read_text() for file in sorted(folder.glob("test_*.py"))}

    def generation(self) -> dict[str, ElementTree.Element]:
        """Module → its testcase in generation.xml."""
        root = ElementTree.parse(self.root / "build" / "skua" / "generation.xml").getroot()
        return {
            case.get("name"): case
            for case in root.iter("testcase")
            if case.get("classname") != "skua.gates"
        }

    def reasons(self) -> dict[str, str]:
        """Module → the reason code that generation.xml gives for it, if any."""
        found = {}
        for module, case in self.generation().items():
            for child in case.findall("error"):
                found[module] = child.get("type")
            for entry in case.iterfind("properties/property[@name='reason']"):
                found[module] = entry.get("value")
        return found

    def files(self) -> set[str]:
        return {str(file.relative_to(self.root)) for file in self.root.rglob("*") if file.is_file()}


def measured_modules(root: Path, folder: Path) -> dict[str, dict]:
    """Module → its entry in coverage.py's report, after one run over a copy of a folder of modules."""
    project = Project(root)
    shutil.copytree(folder, root / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / folder.name / "__init__.py").touch()
    # It is about what is reached.
    project.write("skua.yml", "oracle:\n  mutants: 0\noutput:\n  keep: all\n")
    # A limit, not a need: a module whose goals are all covered ends by itself.
    done = project.skua("run", "--iterations", "1000", "--seed", "1", timeout=600)
    assert done.exit_code == 0, done.output + done.errors
    files = project.measured(f"--source={folder.name}")["files"]
    return {Path(name).stem: entry for name, entry in files.items()}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


@pytest.fixture(scope="session")
def made_once() -> dict[tuple, Path]:
    """Folders of projects, by the function that made each and its arguments."""
    return {}


@pytest.fixture
def once(made_once: dict[tuple, Path], tmp_path_factory: pytest.TempPathFactory, tmp_path: Path):
    """A copy of a project as a function makes it, state and all.

    The function is called once for all tests, so that those which begin with the same run share it.
    """

    def copy(make: Callable[..., None], *arguments: str) -> Project:
        key = (make, *arguments)
        if key not in made_once:
            made = Project(tmp_path_factory.mktemp("made") / "project")
            make(made, *arguments)
            made_once[key] = made.root
        shutil.copytree(made_once[key], tmp_path / "project")
        return Project(tmp_path / "project")

    return copy


@pytest.fixture
def sample(tmp_path: Path):
    """A copy of samples/<name>."""

    def copy(name: str) -> Project:
        shutil.copytree(REPOSITORY / "samples" / name, tmp_path / name)
        return Project(tmp_path / name)

    return copy
