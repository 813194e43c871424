"""One small module for each shape of Python that a search has to manage: every branch is reached.

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

FEATURES = REPOSITORY / "tests" / "runtime" / "features"
# A limit, not a need: a module whose goals are all covered ends by itself.
ITERATIONS = "1000"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """Module → its entry in coverage.py's JSON report, after one run over all of them."""
    project = Project(tmp_path_factory.mktemp("features") / "project")
    shutil.copytree(FEATURES, project.root / "features", ignore=shutil.ignore_patterns("__*"))
    project.write("features/__init__.py", "")
    project.write("skua.yml", "oracle:\n  mutants: 0\n")  # it is about what is reached
    done = project.skua("run", "--iterations", ITERATIONS, "--seed", "1", timeout=600)
    assert done.exit_code == 0, done.output + done.errors
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    for command in (
        "run --branch --source=features -m pytest -q -p no:cacheprovider tests/generated",
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


@pytest.mark.parametrize("module", sorted(file.stem for file in FEATURES.glob("*.py")))
def test_every_branch_is_reached(judged: dict[str, dict], module: str) -> None:
    missing = {key: judged[module][key] for key in ("missing_lines", "missing_branches")}
    assert missing == {"missing_lines": [], "missing_branches": []}
