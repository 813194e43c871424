"""What a run says and does when earlier tests fail on changed code."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import Project

RATES = '''\
def quote(weight: int) -> int:
    if weight <= 0:
        raise ValueError("weight must be positive")
    if weight <= 1000:
        return 449
    return 699


def label(name: str) -> str:
    return name.upper() if name else "nobody"
'''
CHANGED = RATES.replace('raise ValueError("weight must be positive")', "return 0")
TESTS = "tests/generated/test_rates.py"
RUN = ("run", "--iterations", "20", "--seed", "1")


def run_rates(project: Project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [rates.py]\noracle:\n  mutants: 0\n")
    project.write("rates.py", RATES)
    assert project.skua(*RUN).exit_code == 0
    assert "ValueError" in project.read(TESTS)


@pytest.fixture
def rates(once) -> Project:
    """With tests for its module."""
    return once(run_rates)


def told(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("Behaviour")]


def branch_coverage(project: Project) -> float | None:
    return json.loads(project.read("build/skua/report.json"))["branch_coverage"]


def cases(project: Project) -> list[ElementTree.Element]:
    """The elements of tests.xml that tell of a behaviour change."""
    found = []
    for case in ElementTree.parse(project.root / "build/skua/tests.xml").getroot().iter("testcase"):
        found += [child for child in case if child.get("type") == "behaviour-change"]
    return found


def test_a_change_is_told_and_its_test_is_expected_to_fail(rates) -> None:
    rates.write("rates.py", CHANGED)

    result = rates.skua(*RUN)

    assert result.exit_code == 0
    (line,) = told(result.output)
    assert "raised ValueError, now returns 0" in line
    assert line.startswith("Behaviour  rates: quote(")
    assert line.endswith("rates.py:1")
    assert "1 behaviour change" in result.output
    (case,) = cases(rates)
    assert case.tag == "skipped"
    assert "expected: raises ValueError" in case.text
    assert "actual: returns 0" in case.text
    assert f"assertion: {TESTS}:" in case.text
    assert "strict=True" in rates.read(TESTS) and "now returns 0" in rates.read(TESTS)
    done = rates.pytest("tests/generated")
    assert done.returncode == 0 and "1 xfailed" in done.stdout


def test_a_change_that_no_test_sees_is_none(rates) -> None:
    rates.write("rates.py", RATES.replace("return 699", "price = 699\n    return price"))

    result = rates.skua(*RUN)

    assert told(result.output) == []
    assert cases(rates) == []


def test_behaviour_that_comes_from_a_dependency_is_told(project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [shop]\noracle:\n  mutants: 0\n")
    project.write("shop/__init__.py", "")
    project.write("shop/tax.py", "def tax(cents: int) -> int:\n    return cents // 5\n")
    project.write(
        "shop/bill.py",
        "from shop.tax import tax\n\n\ndef total(cents: int) -> int:\n"
        "    if cents > 100:\n        return cents + tax(cents) + 1\n    return 7\n",
    )
    project.skua(*RUN)
    project.write("shop/tax.py", "def tax(cents: int) -> int:\n    return cents // 4 + 1\n")

    result = project.skua(*RUN)

    assert any(line.startswith("Behaviour  bill: total(") for line in told(result.output))


def test_fail_leaves_files_as_they_were_until_it_is_accepted(rates) -> None:
    before = rates.read(TESTS)
    rates.write("rates.py", CHANGED)

    for _ in range(2):  # it is not forgotten
        result = rates.skua(*RUN, "--on-behaviour-change", "fail")
        assert result.exit_code == 1
        assert "on_behaviour_change is fail" in result.output
        assert len(told(result.output)) == 1
        assert rates.reasons() == {"rates": "SKUA-N204"}
        assert [case.tag for case in cases(rates)] == ["failure"]
        assert rates.read(TESTS) == before

    result = rates.skua(*RUN, "--on-behaviour-change", "accept")
    assert result.exit_code == 0
    assert told(result.output) == []
    assert "SKUA-N308" in result.output
    assert rates.read(TESTS) != before

    assert rates.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 0


def test_a_revert_ends_it(rates) -> None:
    rates.write("rates.py", CHANGED)
    assert rates.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 1
    rates.write("rates.py", RATES)

    result = rates.skua(*RUN, "--on-behaviour-change", "fail")

    assert result.exit_code == 0
    assert told(result.output) == []


def test_a_revert_brings_back_the_coverage_that_was_measured(rates) -> None:
    before = branch_coverage(rates)
    assert before > 80
    rates.write("rates.py", CHANGED)
    assert rates.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 1
    rates.write("rates.py", RATES)

    result = rates.skua(*RUN, "--fail-under", "80")

    assert result.exit_code == 0, result.output
    assert branch_coverage(rates) == before


def test_what_is_gone_is_no_change_of_behaviour(rates) -> None:
    text = RATES[: RATES.index("def label")]
    for before, after in (("weight must be", "a weight is"), ("449", "450"), ("699", "700")):
        text = text.replace(before, after)
    rates.write("rates.py", text)

    result = rates.skua(*RUN)

    assert result.exit_code == 0
    lines = told(result.output)  # of tests that do without what is gone
    assert lines and all(line.startswith("Behaviour  rates: quote(") for line in lines)
    assert "SKUA-N307" in result.output
    assert "label" not in rates.read(TESTS)


def test_another_signature_is_no_change_of_behaviour(rates) -> None:
    rates.write("rates.py", RATES.replace("name: str", "name: str, title: str").replace("name.upper()", "title + name"))

    result = rates.skua(*RUN)

    assert told(result.output) == []
    assert "SKUA-N307" in result.output


def test_a_sample_tells_its_change(sample) -> None:
    project = sample("parcel")
    project.write("skua.yml", project.read("skua.yml") + "oracle:\n  mutants: 0\n")
    only = ("--iterations", "3", "--seed", "1", "parcel.rates")
    project.skua("run", *only)
    text = project.read("src/parcel/rates.py")
    project.write("src/parcel/rates.py", text.replace("base = 449", "base = 459"))

    result = project.skua("run", *only)

    lines = told(result.output)
    assert lines
    assert all(re.match(r"Behaviour  rates: (after )?quote\(", line) for line in lines)
    assert all("src/parcel/rates.py:55" in line for line in lines)
    assert any(re.search(r"result\.cents was \d+, now \d+", line) for line in lines)
