"""Small modules that ask for objects rather than values: nearly every branch is reached.

Coverage is judged from outside: by coverage.py, from the files that were written.
"""

from __future__ import annotations


import pytest
from conftest import REPOSITORY, measured_modules

MODULES = REPOSITORY / "tests" / "runtime" / "reach"
LEAST = 0.95  # of the branches
# What these ask for, tests cannot make yet.
NOT_YET = {
    "deferred": "the keys that one object looks up in what another has found",
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    return measured_modules(tmp_path_factory.mktemp("reach") / "project", MODULES)


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
