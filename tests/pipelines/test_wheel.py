"""The wheel as a user has it: installed by its name from an index into a fresh environment, then used on a project
that other people wrote. Needs the network for pip.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import BINARY, ENVIRONMENT, run

# Small, pure Python, without dependencies, and of long standing.
SUBJECT = "humanize==4.9.0"


@pytest.fixture(scope="module")
def environment(index: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a virtual environment with Skua, pytest and the subject."""
    venv = tmp_path_factory.mktemp("user") / "venv"
    run(sys.executable, "-m", "venv", venv)
    run(venv / "bin" / "pip", "install", "--quiet", "pytest", SUBJECT)
    run(venv / "bin" / "pip", "install", "--quiet", "--index-url", index, "skua-testgen")
    return venv / "bin"


@pytest.fixture(scope="module")
def project(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The subject's sources in a checkout of their own."""
    script = "import humanize, pathlib; print(pathlib.Path(humanize.__file__).parent)"
    package = run(environment / "python", "-c", script).strip()
    folder = tmp_path_factory.mktemp("project")
    run("cp", "-r", package, folder / "humanize")
    return folder


def test_the_command_and_the_module_are_the_binary(environment: Path) -> None:
    version = run(BINARY, "--version")
    assert run(environment / "skua", "--version") == version
    assert run(environment / "python", "-m", "skua", "--version") == version


def test_exit_codes_are_the_binary_s_own(environment: Path, tmp_path: Path) -> None:
    for command in ([environment / "skua"], [environment / "python", "-m", "skua"]):
        done = subprocess.run(
            [*command, "run"], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True
        )
        assert done.returncode == 2, done.stdout + done.stderr


def test_a_project_is_set_up_and_tested(environment: Path, project: Path) -> None:
    said = run(environment / "skua", "init", folder=project)
    assert re.search(r"^Found      package humanize \(\d+ modules\)", said, re.MULTILINE), said

    said = run(
        environment / "skua", "run", "--iterations", "5", "--python", environment / "python",
        "humanize.filesize", folder=project,
    )  # fmt: skip

    assert "Passed" in said
    assert (project / "build" / "skua" / "index.html").exists()
    written = list((project / "tests" / "generated").glob("test_*.py"))
    assert written
    passed = run(environment / "python", "-m", "pytest", "-q", "tests/generated", folder=project)
    assert re.search(r"\b[1-9]\d* passed\b", passed)


def test_the_metadata_name_the_project_and_its_licences(environment: Path) -> None:
    said = run(environment / "pip", "show", "--files", "skua-testgen")
    assert "Name: skua-testgen" in said
    assert "licenses/src/packaging/THIRD_PARTY.txt" in said
