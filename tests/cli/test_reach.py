"""Small modules that ask for objects rather than values: nearly every branch is reached.

Coverage is judged from outside: by coverage.py, from the files that were written.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import PYTHON, REPOSITORY, Project

MODULES = REPOSITORY / "tests" / "runtime" / "reach"
# A limit on the tests that are executed: so many generations.
ITERATIONS = "1000"
LEAST = 0.95  # of the branches
# What these ask for, tests cannot make yet.
NOT_YET = {
    "deferred": "the keys that one object looks up in what another has found",
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """Module → its entry in coverage.py's JSON report, after one run over all of them."""
    project = Project(tmp_path_factory.mktemp("reach") / "project")
    shutil.copytree(MODULES, project.root / "reach", ignore=shutil.ignore_patterns("__pycache__"))
    project.write("skua.yml", "oracle:\n  mutants: 0\n")  # it is about what is reached
    done = project.skua("run", "--iterations", ITERATIONS, "--seed", "1", timeout=600)
    assert done.exit_code == 0, done.output + done.errors
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    for command in (
        "run --branch --source=reach -m pytest -q -p no:cacheprovider tests/generated",
        "json -q -o coverage.json",
    ):
        ran = subprocess.run(
            [PYTHON, "-m", "coverage", *command.split()],
            cwd=project.root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
    files = json.loads(project.read("coverage.json"))["files"]
    return {Path(name).stem: entry for name, entry in files.items()}


def cases() -> list:
    names = sorted(file.stem for file in MODULES.glob("[!_]*.py"))
    marks = {name: [pytest.mark.xfail(reason=reason)] for name, reason in NOT_YET.items()}
    return [pytest.param(name, marks=marks.get(name, [])) for name in names]


@pytest.mark.parametrize("module", cases())
def test_what_code_asks_for_is_found(judged: dict[str, dict], module: str) -> None:
    entry = judged[module]
    summary = entry["summary"]
    assert (
        summary["covered_branches"] >= LEAST * summary["num_branches"]
        and not summary["missing_lines"]
    ), entry["missing_branches"] or entry["missing_lines"]
