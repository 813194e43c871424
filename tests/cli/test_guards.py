"""Tests that nobody would merge are not written but kept as guards, which notice when the module
changes; each thing that they notice is told once."""

from __future__ import annotations

import json
import sqlite3

import pytest

from conftest import Project

RATES = '''\
def quote(weight: int) -> int:
    if weight <= 1000:
        return 449
    return 699


def _zone(code: str) -> str:
    if code == "DE":
        return "home"
    return "abroad"
'''
CHANGED = RATES.replace('"abroad"', '"far away"')
GUARDED = '''\
def quote(weight: int) -> object:
    return object()


def _zone(code: str) -> str:
    return "home" if code == "DE" else "abroad"
'''
TESTS = "tests/generated/test_rates.py"
RUN = ("run", "--iterations", "400", "--seed", "1")


def write_config(project: Project, more: str = "", keep: str = "worth") -> None:
    project.write(
        "skua.yml",
        f"version: 1\nproject:\n  source: [rates.py]\noutput:\n  keep: {keep}\n{more}",
    )


def run_rates(project: Project) -> None:
    write_config(project)
    project.write("rates.py", RATES)
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.output + result.errors


@pytest.fixture
def rates(once) -> Project:
    """A module with a test of its function, and guards of what is internal."""
    return once(run_rates)


def report_of(project: Project) -> dict:
    return json.loads(project.read("build/skua/report.json"))


def changes_in(project: Project) -> list[dict]:
    (module,) = report_of(project)["modules"]
    return module.get("behaviour_changes", [])


def told(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("Behaviour")]


def test_what_is_internal_is_guarded_and_not_written(rates) -> None:
    assert "quote(" in rates.read(TESTS) and "_zone" not in rates.read(TESTS)
    branches = report_of(rates)["branches"]
    assert branches == {"total": 4, "taken": 2, "guarded": 2}
    assert report_of(rates)["branch_coverage"] == 50

    output = rates.skua("report", "--format", "markdown").output
    assert "guards reach 50 % more" in rates.read("build/skua/summary.md"), output
    write_config(rates, keep="all")
    assert rates.skua(*RUN, "--all").exit_code == 0
    assert "_zone" in rates.read(TESTS)
    assert report_of(rates)["branches"] == {"total": 4, "taken": 4}


def test_what_only_a_guard_notices_is_told_once(rates) -> None:
    rates.write("rates.py", CHANGED)

    result = rates.skua(*RUN)

    assert result.exit_code == 0
    (line,) = told(result.output)
    assert 'gave "abroad", now "far away" (seen by a guard)' in line and "_zone(" in line
    assert "skua accept" not in result.output
    (change,) = changes_in(rates)
    assert (change["test"], change["file"]) == ("", "")
    assert (change["expected"], change["actual"]) == ('"abroad"', '"far away"')
    junit = rates.read("build/skua/tests.xml")
    assert 'name="behaviour change: _zone(' in junit
    assert "xfail" not in rates.read(TESTS)
    rates.write("rates.py", CHANGED + "\n\ndef extra() -> int:\n    return 1\n")

    result = rates.skua(*RUN)

    assert result.exit_code == 0 and not told(result.output) and not changes_in(rates)


def test_a_run_fails_by_it_until_it_is_accepted(rates) -> None:
    write_config(rates, "on_behaviour_change: fail\n")
    rates.write("rates.py", CHANGED)
    for _ in range(2):
        result = rates.skua(*RUN)
        assert result.exit_code == 1
        assert len(told(result.output)) == 1
        assert "where it is meant: skua accept" in result.output
    assert "seen by a guard" in rates.skua("accept").output

    assert "Accepted" in rates.skua("accept", "rates").output

    result = rates.skua(*RUN)
    assert result.exit_code == 0, result.output
    assert not told(result.output)
    rates.write("rates.py", CHANGED.replace('"home"', '"here"'))
    assert rates.skua(*RUN).exit_code == 1  # the guards are those of the new code


def test_a_run_that_failed_by_it_passes_once_the_code_is_back(rates) -> None:
    write_config(rates, "on_behaviour_change: fail\n")
    rates.write("rates.py", CHANGED)
    assert rates.skua(*RUN).exit_code == 1
    rates.write("rates.py", RATES)

    result = rates.skua(*RUN)

    assert result.exit_code == 0 and not told(result.output)
    assert "no behaviour change is open" in rates.skua("accept").output


def test_a_state_of_the_version_before_has_no_guards(rates) -> None:
    with sqlite3.connect(rates.root / ".skua" / "state.db") as state:
        state.execute("DROP TABLE guards")
        state.execute("PRAGMA user_version = 9")
    rates.write("rates.py", CHANGED)

    result = rates.skua(*RUN)

    assert result.exit_code == 0, result.output
    assert not told(result.output) and "SKUA-S5" not in result.output


def test_a_module_of_guards_alone_says_so(rates) -> None:
    rates.write("rates.py", GUARDED)
    rates.root.joinpath(TESTS).unlink()

    result = rates.skua(*RUN)

    assert result.exit_code == 0, result.output
    (module,) = report_of(rates)["modules"]
    assert module["reason"]["code"] == "SKUA-N313", module
