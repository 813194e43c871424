"""How runs are judged, and a small workspace from beginning to end."""

import sys
from pathlib import Path

import pytest
from common import runs
from common.subjects import Subject, write_files
from scale.runs import Run, faults
from scale.workspace import build



def told(name, seconds=0.0, code="", tests=0):
    module = {"module": name, "tests": [{}] * tests}
    if seconds:
        module["seconds_used"] = seconds
    if code:
        module["reason"] = {"code": code}
    return module


def run(number, *modules, seconds=60.0, exit_code=0):
    return Run.read(number, seconds, exit_code, {"branch_coverage": 50, "modules": modules})


def test_modules_are_reached_by_one_run_or_another():
    runs = [
        run(1, told("a", 2, tests=3), told("b", code="SKUA-N202"), told("c", code="SKUA-N105")),
        run(2, told("a", code="SKUA-N201"), told("b", 1, code="SKUA-N202"), told("c", code="SKUA-N201")),
    ]
    assert faults(runs, 60) == []
    assert [(one.with_tests, one.cut_short) for one in runs] == [(1, 0), (0, 1)]
    assert runs[1].row({"a", "b"}).startswith("| 2 | 60.0 s | 1 | 2 | 0 | 1 | 1.0 s |")


@pytest.mark.parametrize(
    ("fault", "changes"), [("took 62.1 s", {"seconds": 62.1}), ("exit code 1", {"exit_code": 1})]
)
def test_a_run_that_does_not_end_well_is_a_fault(fault, changes):
    (found,) = faults([run(1, told("a", 2, tests=1), **changes)], 60)
    assert fault in found


def test_what_no_run_reaches_or_tells_of_is_a_fault():
    first, second = faults([run(1, told("a", code="SKUA-N202"), told("b", 2))], 60)
    assert "says nothing of b" in first
    assert "1 modules were not reached in 1 runs: a" in second


def test_a_run_that_leaves_no_report_reached_nothing():
    gone = Run.read(1, 1.0, 2, {})
    assert (gone.modules, gone.started) == (set(), set())


def subject(folder: Path, name: str, modules: int) -> Subject:
    found = Subject(name, name, folder / name)
    files = {
        f"m{number}.py": f"def f(x: int) -> int:\n    return {number} if x > {number} else x\n"
        for number in range(1, modules)
    }
    write_files(found.project / name, files | {"__init__.py": ""})
    found.dependencies.mkdir()
    return found


def test_packages_stand_side_by_side_until_there_are_enough(tmp_path):
    subjects = [subject(tmp_path, name, 4) for name in ("one", "two", "three")]
    assert build(subjects, tmp_path / "project", most=6) == 6
    assert sorted(path.name for path in (tmp_path / "project").iterdir()) == [
        "one",
        "skua.yml",
        "two",
    ]


def test_several_runs_reach_what_one_cannot(skua, tmp_path):
    subjects = [subject(tmp_path, name, 7) for name in ("one", "two")]
    project = tmp_path / "project"
    build(subjects, project, most=14)
    done = []
    missed = [""]
    # How many it takes depends on the machine: a promise of five holds for one that is idle.
    while missed and len(done) < 20:
        number = len(done) + 1
        command = runs.command(skua, project, sys.executable, budget=6, jobs=1, seed=number)
        report = runs.run(command, project, 120, f"run {number}")
        done.append(Run.read(number, 6, 0, report))
        missed = faults(done, budget=120)
    assert 1 < len(done), "all at once shows nothing"
    assert not missed
