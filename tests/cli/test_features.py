"""One small module for each shape of Python that a search has to manage: every branch is reached.

Coverage is judged from outside: by coverage.py, from the files that were written.
"""

from __future__ import annotations


import pytest
from conftest import REPOSITORY, measured_modules

FEATURES = REPOSITORY / "tests" / "runtime" / "features"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    return measured_modules(tmp_path_factory.mktemp("features") / "project", FEATURES)


@pytest.mark.parametrize("module", sorted(file.stem for file in FEATURES.glob("*.py")))
def test_every_branch_is_reached(judged: dict[str, dict], module: str) -> None:
    missing = {key: judged[module][key] for key in ("missing_lines", "missing_branches")}
    assert missing == {"missing_lines": [], "missing_branches": []}
