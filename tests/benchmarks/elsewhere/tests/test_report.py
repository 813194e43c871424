"""From the output of pytest to a session, and from rows to the table."""

from pathlib import Path

import pytest
from elsewhere import report, sessions
from elsewhere.report import Row
from elsewhere.subjects import own_modules, projects
from elsewhere.worlds import WORLDS


def read(output, code, tests, changed=()):
    return sessions.read({"output": output, "exit": code, "changed": list(changed)}, tests)


def test_counts_failing_tests_and_errors():
    output = (
        "..F\nFAILED tests/generated/test_a.py::test_b[a b-c] - assert 1 == 2\n"
        "ERROR ../x/tests/generated/test_c.py\n1 failed, 2 passed, 1 error in 0.10s\n"
    )
    session = read(output, 1, 4)
    assert (session.failed, session.passed) == (2, 2)
    assert session.failures == {"test_a.py::test_b[a b-c]": "assert 1 == 2", "test_c.py": ""}


def test_reads_through_the_colours_of_a_terminal():
    output = "\x1b[31mFAILED\x1b[0m tests/generated/test_a.py::\x1b[1mtest_b\x1b[0m\r\n\x1b[31m\x1b[1m1 failed\x1b[0m, \x1b[32m3 passed\x1b[0m\x1b[31m in 0.3s\x1b[0m\r\n"
    session = read(output, 1, 4)
    assert session.failures == {"test_a.py::test_b": ""}
    assert (session.failed, session.passed) == (1, 3)


@pytest.mark.parametrize(("output", "code"), [("INTERNALERROR> SystemExit: 2\n", 3), ("", -11)])
def test_a_session_that_ends_early_fails_all_its_tests(output, code):
    session = read(output, code, 7)
    assert session.failed == 7
    assert list(session.failures) == [f"exit code {code}"]


def test_a_session_that_passes_and_yet_does_not_exit_with_0_counts_once():
    assert read("3 passed in 0.1s\n", 1, 3).failed == 1


def test_files_of_pytest_itself_are_no_changes():
    changed = ["/tmp/pytest-of-root/pytest-0", "/a/__pycache__/b.pyc", "/a/.pytest_cache", "/a/b"]
    assert read("1 passed in 0.1s\n", 0, 1, changed).changed == ("/a/b",)


def test_the_table_adds_up_hours_and_tells_of_all_files(tmp_path: Path):
    rows = [
        Row("a", "root", 5, 0, 0),
        Row("a", "at 2027-05-01 00:05", 5, 1, 0),
        Row("a", "at 2027-05-01 03:31", 5, 2, 1),
    ]
    report.write_matrix(rows, tmp_path / "before.csv")
    assert report.read_matrix(tmp_path / "before.csv") == rows
    report.write_matrix([Row("a", "root", 4, 0, 0)], tmp_path / "after.csv")
    lines = report.table([tmp_path / "before.csv", tmp_path / "after.csv"]).splitlines()
    assert lines[2:] == [
        "| root | 0 | 0 | 0 | 0 |",
        "| at 2027-05-01, at eight hours | 3 | 1 | – | – |",
        "| **written, not faultless** | 5 tests | 1 of 1 suites | 4 tests | 0 of 1 suites |",
    ]


def test_there_are_fifty_modules_twenty_projects_and_no_world_twice():
    assert len(own_modules()) == 50
    assert len(projects()) == 20
    names = [world.name for world in WORLDS]
    assert len(names) == len(set(names))
    assert sum(name.startswith("at ") for name in names) == 24


def test_no_project_has_been_used_otherwise_before():
    used = (Path(report.__file__).parents[1] / "used-projects.txt").read_text().splitlines()[1:]
    assert used == sorted(set(used))
    assert {project.name for project in projects()} <= set(used)
