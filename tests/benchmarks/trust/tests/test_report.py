"""Records to a table and a list of offences."""

import json

import pytest
from trust import report
from trust.conditions import Outcome
from trust.sequence import Record


def record(step: str, *offences: tuple[str, str], **others: object) -> Record:
    fields = {
        "project": "calc",
        "speed": "idle",
        "step": step,
        "contained": True,
        "budget": 60.0,
        "seconds": 45.0,
        "exit_code": 0,
        "tests": 10,
        "own_tests": 5,
        "offences": [{"kind": kind, "where": where, "what": "bad"} for kind, where in offences],
    }
    return Record(**fields | others)


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def table(records, out, conditions=None) -> dict[str, list[str]]:
    """Project → row, and `head`."""
    rows = [cells(line) for line in report.write(records, [], conditions or {}, out).splitlines()]
    return {"head": rows[0]} | {f"{row[0]} {row[1]}".strip(): row for row in rows[2:]}


def test_a_row_a_project_and_speed_and_one_for_all(tmp_path):
    records = [
        record("first", ("own", "test_a"), ("worse", "calc.py")),
        record("again", ("own", "test_a"), ("worse", "calc.py"), changed_lines=30, lines_of_tests=20),
        record("first", speed="loaded", seconds=60.0, tests=7),
    ]  # fmt: skip
    rows = table(records, tmp_path)
    assert list(rows) == ["head", "calc idle", "calc loaded", "**total**"]
    at = rows["head"].index
    # What outlasts a run is one offence; what a run does, another one each time.
    assert rows["calc idle"][at("own tests broken")] == "**1**"
    assert rows["calc idle"][at("modules worsened")] == "**2**"
    assert rows["calc loaded"][at("own tests broken")] == "0"
    assert rows["**total**"][at("generated")] == "17"
    assert rows["calc idle"][at("lines a line of test")] == "1.5"
    assert rows["calc loaded"][at("longest run")] == "100% of the budget"
    assert report.total(records) == 3


def test_each_offence_is_named_and_kept(tmp_path):
    records = [record("bug", ("lost", "calc: test_f"), remarks=["coverage could not be measured"])]
    table(records, tmp_path)
    text = (tmp_path / "results.md").read_text()
    assert "- calc, idle, bug: changes lost: `calc: test_f`: bad" in text
    assert "- calc, idle, bug: coverage could not be measured" in text
    details = json.loads((tmp_path / "results.json").read_text())
    assert details["runs"][0]["offences"][0]["where"] == "calc: test_f"


def test_other_conditions_have_a_table(tmp_path):
    failing = [{"kind": "generated", "where": "test_f", "what": "assert 'emacs' == 'vi'"}]
    outcomes = [
        Outcome("as usual", 10),
        Outcome("elsewhere", 10, failing),
        Outcome("Python 3.13", remark="none"),
    ]
    table([record("first")], tmp_path, {"calc": outcomes})
    text = (tmp_path / "results.md").read_text()
    assert "| calc | 0 of 10 | 1 of 10 | none |" in text and "`test_f`: assert 'emacs'" in text


@pytest.mark.parametrize("lines, shown", [((0, 0), "–"), ((7, 0), "7 for none")])
def test_lines_for_no_test_are_shown_as_such(tmp_path, lines, shown):
    one = record("again", changed_lines=lines[0], lines_of_tests=lines[1])
    assert table([one], tmp_path)["calc idle"][-2] == shown
