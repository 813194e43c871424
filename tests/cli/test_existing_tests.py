"""`existing_tests`: what hand-written tests cover is known, told, and left for last."""

from __future__ import annotations

import json

import pytest

from conftest import Project

SCALES = '''\
def grade(points: int) -> str:
    if points > 90:
        return "A"
    if points > 50:
        return "B"
    return "C"


def weigh(thing):
    if thing.count("x") > 2:
        return "heavy"
    return "light"
'''
TESTS = """\
from scales import grade, weigh


def test_grade():
    assert grade(95) == "A"
    assert grade(60) == "B"


def test_fails():
    assert weigh("xxx") == "light"
"""
# More than is used: the tests may take a quarter of it.
RUN = ("run", "--budget", "60s", "--seed", "1", "--debug", "explain,stats,protocol")
ALONE = "covered_by_hand_written_alone"


@pytest.fixture
def scales(project: Project) -> Project:
    project.write(
        "skua.yml",
        "version: 1\nproject:\n  source: [scales.py]\nexisting_tests: [tests/]\noracle:\n  mutants: 0\n",
    )
    project.write("scales.py", SCALES)
    project.write("tests/test_scales.py", TESTS)
    return project


def properties(project: Project) -> dict[str, int]:
    case = project.generation()["scales"]
    found = {one.get("name"): one.get("value") for one in case.iter("property")}
    return {name: int(value) for name, value in found.items() if name.startswith("covered_by")}


def report(project: Project) -> dict:
    return json.loads(project.read("build/skua/report.json"))


def ran_tests(errors: str) -> bool:
    return ": tests of scales: done" in errors


def test_coverage_is_split_by_whose_tests_it_is(scales) -> None:
    result = scales.skua(*RUN)

    assert result.exit_code == 0, result.errors
    # The module's own code, A, B, and of weigh what the failing test covered.
    assert properties(scales) == {"covered_by_both": 5, ALONE: 0, "covered_by_generated_alone": 2}
    assert report(scales)["covered_by"] == {"both": 5, "hand_written": 0, "generated": 2, "none": 0}
    assert "5 of 7 goals by both, 0 by hand-written tests alone, 2 by generated" in result.output
    assert "5 of 7 goals by both" in scales.read("build/skua/summary.md")
    assert scales.pytest("tests/generated").returncode == 0


def test_tests_run_again_only_when_they_or_the_module_change(scales) -> None:
    assert ran_tests(scales.skua(*RUN, "--all").errors)
    known = scales.skua(*RUN, "--all")
    assert not ran_tests(known.errors)
    assert properties(scales)["covered_by_both"] == 5

    scales.write("tests/test_scales.py", TESTS.replace("grade(60)", "grade(91)"))
    assert ran_tests(scales.skua(*RUN, "--all").errors)
    scales.write("scales.py", SCALES.replace("> 90", "> 91"))
    assert ran_tests(scales.skua(*RUN).errors)


def test_tests_that_hang_or_crash_leave_time_for_the_search(scales) -> None:
    bad = "\n\ndef test_ends():\n    import os\n    os._exit(1)\n\n\ndef test_hangs():\n    while True: pass\n"
    scales.write("tests/test_scales.py", TESTS + bad)

    result = scales.skua(*RUN)

    assert result.exit_code == 0
    assert "hand-written tests were run in part: " in result.errors
    assert "covered_by_both" not in properties(scales), "a part of the tests does not tell what all cover"
    assert scales.generated()


def test_without_the_option_nothing_is_run(scales) -> None:
    scales.write("skua.yml", "version: 1\nproject:\n  source: [scales.py]\noracle:\n  mutants: 0\n")

    result = scales.skua(*RUN)

    assert not ran_tests(result.errors) and properties(scales) == {}
    assert "covered_by" not in report(scales) and "Covered" not in result.output


def test_a_folder_that_is_not_there_is_an_error(scales) -> None:
    scales.write("skua.yml", "version: 1\nexisting_tests: [test/]\n")

    result = scales.skua(*RUN)

    assert result.exit_code == 2 and "existing_tests: there is no test/" in result.errors
