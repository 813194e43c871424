"""Suites in JSON are regression tests: `skua check` runs them as data, and a behaviour change stays
in them until it is accepted, as in files of pytest."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import PYTHON, REPOSITORY, Project

SUITE = "tests/generated/test_parcel_money.json"
SOURCE = "src/parcel/money.py"
RUN = ("run", "--iterations", "20", "--seed", "1", "parcel.money")


def run_parcel(project: Project) -> None:
    shutil.copytree(REPOSITORY / "samples" / "parcel", project.root, dirs_exist_ok=True)
    project.write(
        "skua.yml",
        f"version: 1\nproject:\n  source: [src/parcel]\npython:\n  interpreter: {PYTHON}\n"
        "oracle:\n  mutants: 0\noutput:\n  style: json\n",
    )
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.output + result.errors


@pytest.fixture
def parcel(once) -> Project:
    """The sample with a suite in JSON for one of its modules."""
    return once(run_parcel)


def suite_of(project: Project) -> dict:
    return json.loads(project.read(SUITE))


def change(project: Project) -> None:
    project.write(SOURCE, project.read(SOURCE).replace(":02} €", ":02} EUR"))


def lines(output: str, word: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith(word)]


def marked(project: Project) -> list[dict]:
    return [test for test in suite_of(project)["tests"] if "open_change" in test]


def test_a_suite_is_written_checked_changed_told_accepted_and_holds_again(parcel) -> None:
    names = [test["name"] for test in suite_of(parcel)["tests"]]
    assert len(names) == len(set(names)) > 3
    before = parcel.read(SUITE)
    result = parcel.skua("check", SUITE)
    assert result.exit_code == 0, result.output + result.errors
    assert not lines(result.output, "Differs")

    change(parcel)
    result = parcel.skua("check", SUITE)
    assert result.exit_code == 1
    assert parcel.read(SUITE) == before
    told = lines(result.output, "Differs")
    assert told and all("money." in line and ' gave "' in line and 'EUR"' in line for line in told)
    assert all(any(f"{SUITE}::{name})" in line for name in names) for line in told)
    assert any(f"{SOURCE}:" in line for line in told)

    result = parcel.skua(*RUN)
    assert result.exit_code == 0, result.output + result.errors
    assert len(lines(result.output, "Behaviour")) == len(told)
    assert f"skua check {SUITE}" in parcel.read("build/skua/summary.md")
    kept = marked(parcel)
    assert len(kept) == len(told)
    earlier = {test["name"]: test for test in json.loads(before)["tests"]}
    assert all(test["assertions"] == earlier[test["name"]]["assertions"] for test in kept)
    assert all("EUR" in test["open_change"]["reason"] for test in kept)
    names = [test["name"] for test in suite_of(parcel)["tests"]]
    assert len(names) == len(set(names))
    result = parcel.skua("check")  # without a name: all suites of the folder
    assert result.exit_code == 0, result.output + result.errors
    assert len(lines(result.output, "Open")) == len(told)

    result = parcel.skua("accept", "parcel.money")
    assert len(lines(result.output, "Accepted")) == len(told)
    assert not marked(parcel)
    accepted = {test["name"]: test for test in suite_of(parcel)["tests"]}
    assert all("EUR" in json.dumps(accepted[test["name"]]["assertions"]) for test in kept)
    result = parcel.skua("check")
    assert result.exit_code == 0, result.output + result.errors
    assert not lines(result.output, "Open")
    assert not lines(parcel.skua(*RUN).output, "Behaviour")


def test_code_that_goes_back_takes_the_mark_off(parcel) -> None:
    original = parcel.read(SOURCE)
    change(parcel)
    parcel.skua(*RUN)
    assert marked(parcel)
    parcel.write(SOURCE, original)

    result = parcel.skua("check")
    assert result.exit_code == 1
    assert lines(result.output, "Back")

    result = parcel.skua(*RUN)
    assert lines(result.output, "Ended")
    assert not marked(parcel)
    assert parcel.skua("check").exit_code == 0


def test_a_call_that_is_gone_does_not_fit(parcel) -> None:
    parcel.write(SOURCE, parcel.read(SOURCE).replace("def split(", "def share("))
    result = parcel.skua("check", SUITE)
    assert result.exit_code == 1
    assert all("parcel.money:split is gone" in line for line in lines(result.output, "Misfit"))
    assert lines(result.output, "Misfit")


def test_a_module_that_cannot_be_imported_fails_the_check(parcel) -> None:
    parcel.write(SOURCE, parcel.read(SOURCE) + "\nimport a_module_that_nobody_has\n")
    result = parcel.skua("check", SUITE)
    assert result.exit_code == 1
    (line,) = lines(result.output, "Not run")
    assert SUITE in line and "a_module_that_nobody_has" in line


def test_what_time_does_not_suffice_for_does_not_count_as_held(parcel) -> None:
    result = parcel.skua("check", "--budget", "1ms", SUITE)
    assert result.exit_code in (1, 2)
    assert " hold" not in result.output


def test_junit_tells_each_test(parcel) -> None:
    change(parcel)
    result = parcel.skua("check", SUITE, "--format", "junit", "--reports", "out", "--quiet")
    assert result.exit_code == 1
    document = ElementTree.parse(parcel.root / "out" / "check.xml").getroot()
    cases = {case.get("name"): case for case in document.iter("testcase")}
    assert list(cases) == [test["name"] for test in suite_of(parcel)["tests"]]
    failed = [case for case in cases.values() if case.find("failure") is not None]
    assert len(failed) == len(lines(result.output, "Differs")) > 0
    assert "EUR" in failed[0].find("failure").get("message")
    assert failed[0].get("file") == SUITE


@pytest.mark.parametrize(
    ("place", "value", "pointer"),
    [
        ("/tests/0/statements/0/kind", "thing", "/tests/0/statements/0/kind: expected "),
        ("/tests/0/statements/0/extra", 1, "/tests/0/statements/0/extra: there is no such field"),
        ("/tests/0/assertions", {}, "/tests/0/assertions: expected a list"),
        ("/version", 99, "/version: expected 2, not 99"),
        ("/module", "parcel.none", "/module: the project has no module parcel.none"),
    ],
)
def test_a_bad_file_is_told_with_the_place(parcel, place: str, value: object, pointer: str) -> None:
    suite = suite_of(parcel)
    at = suite
    *parents, last = place[1:].split("/")
    for part in parents:
        at = at[int(part)] if isinstance(at, list) else at[part]
    at[last] = value
    parcel.write("bad.json", json.dumps(suite))

    result = parcel.skua("check", "bad.json")

    assert result.exit_code == 2
    assert f"bad.json:{pointer}" in result.errors


def test_what_is_no_json_is_told_with_its_line(parcel) -> None:
    parcel.write("bad.json", '{"format":\n oops}')
    result = parcel.skua("check", "bad.json")
    assert result.exit_code == 2
    assert "bad.json: not JSON" in result.errors and "line 2" in result.errors
