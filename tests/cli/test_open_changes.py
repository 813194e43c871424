"""What a run says and does when earlier tests fail on changed code.

A behaviour change stays open until somebody decides: it is told in every run, with its age, and
ends when it is accepted, when the code goes back, or when a person edits the test."""

from __future__ import annotations

import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import PYTHON, Project

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
in_both_styles = pytest.mark.parametrize("rates", ["pytest", "unittest"], indirect=True)
changed_in_both_styles = pytest.mark.parametrize("changed", ["pytest", "unittest"], indirect=True)


def run_rates(project: Project, style: str) -> None:
    project.write(
        "skua.yml",
        "version: 1\nproject:\n  source: [rates.py]\noracle:\n  mutants: 0\n"
        f"output:\n  style: {style}\n",
    )
    project.write(".gitignore", "build/\n.skua/\n")
    project.write("rates.py", RATES)
    project.git("init", "-q")
    assert project.skua(*RUN).exit_code == 0
    assert "ValueError" in project.read(TESTS)
    project.commit()


@pytest.fixture
def rates(once, request: pytest.FixtureRequest) -> Project:
    """A checkout with tests for its module, all committed."""
    return once(run_rates, getattr(request, "param", "pytest"))


def run_changed(project: Project, style: str) -> None:
    run_rates(project, style)
    project.write("rates.py", CHANGED)
    project.commit()
    assert project.skua(*RUN).exit_code == 0


@pytest.fixture
def changed(once, request: pytest.FixtureRequest) -> Project:
    """The same checkout after a change of behaviour was committed, and seen by one run."""
    return once(run_changed, getattr(request, "param", "pytest"))


def told(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("Behaviour")]


def ended(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("Ended")]


def reported(project: Project) -> list[dict]:
    """The behaviour changes in report.json."""
    report = json.loads(project.read("build/skua/report.json"))
    return [change for module in report["modules"] for change in module.get("behaviour_changes", [])]


def branch_coverage(project: Project) -> float | None:
    return json.loads(project.read("build/skua/report.json"))["branch_coverage"]


def cases(project: Project) -> list[ElementTree.Element]:
    """The elements of tests.xml that tell of a behaviour change."""
    found = []
    for case in ElementTree.parse(project.root / "build/skua/tests.xml").getroot().iter("testcase"):
        found += [child for child in case if child.get("type") == "behaviour-change"]
    return found


def expects_zero(project: Project) -> bool:
    """Whether a test, or a row of a table, expects 0."""
    text = project.read(TESTS)
    return "== 0" in text or ", 0)" in text


def mark_of(project: Project) -> str:
    """The lines of the mark above the earlier test, on one line."""
    text = project.read(TESTS)
    marks = [mark for mark in ("@pytest.mark.xfail(", "# behaviour change since ") if mark in text]
    assert len(marks) == 1 and text.count(marks[0]) == 1
    mark = text[text.index(marks[0]) : text.index("def test_quote_raises_value_error")]
    assert ("strict=True" in mark) != ("@unittest.expectedFailure" in mark)
    return " ".join(mark.replace("#     ", "").split())


def is_marked(project: Project) -> bool:
    text = project.read(TESTS)
    return "xfail" in text or "expectedFailure" in text


def passes_in_unittest(project: Project) -> bool:
    """Whether unittest's own runner says that all is well; it finds no tests of other styles."""
    command = [PYTHON, "-m", "unittest", "discover", "-s", "tests/generated"]
    environment = {"PYTHONPATH": ".", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=project.root, env=environment).returncode == 0


@in_both_styles
def test_the_old_expectation_stays_as_an_expected_failure(rates) -> None:
    rates.write("rates.py", CHANGED)
    changed_in = rates.commit()

    result = rates.skua(*RUN)

    assert result.exit_code == 0
    (line,) = told(result.output)
    assert "raised ValueError, now returns 0" in line
    assert line.startswith("Behaviour  rates: quote(") and line.endswith("rates.py:1")
    assert "1 behaviour change" in result.output
    (case,) = cases(rates)
    assert case.tag == "skipped"
    assert "expected: raises ValueError" in case.text and "actual: returns 0" in case.text
    assert f"assertion: {TESTS}:" in case.text
    mark = mark_of(rates)
    assert f"behaviour change since {changed_in}: " in mark
    assert "raised ValueError, now returns 0" in mark
    done = rates.pytest(TESTS)
    assert done.returncode == 0, done.stdout
    assert "1 xfailed" in done.stdout
    assert expects_zero(rates)  # what it does now is expected, too


@pytest.mark.parametrize("rates", ["unittest"], indirect=True)
def test_unittest_agrees_with_pytest_about_the_mark(rates) -> None:
    rates.write("rates.py", CHANGED)
    rates.skua(*RUN)
    assert is_marked(rates)
    assert passes_in_unittest(rates)

    rates.write("rates.py", RATES)
    assert not passes_in_unittest(rates)

    rates.skua(*RUN)
    assert not is_marked(rates)
    assert passes_in_unittest(rates)


def test_a_revert_ends_it_where_the_code_is_again_as_in_the_base(rates) -> None:
    rates.write("rates.py", CHANGED)
    assert told(rates.skua(*RUN, "--base", "HEAD").output)
    rates.write("rates.py", RATES)

    result = rates.skua(*RUN, "--base", "HEAD")

    assert result.exit_code == 0
    assert "1 unchanged" in result.output
    assert told(result.output) == []
    assert len(ended(result.output)) == 1
    assert reported(rates) == []
    done = rates.pytest(TESTS, "-k", "raises_value_error")
    assert done.returncode == 0, done.stdout


def test_it_is_told_in_every_run_with_its_age(changed) -> None:
    changed_in = changed.git("rev-parse", "--short", "HEAD")

    for age in ("1 run ago", "2 runs ago"):
        result = changed.skua(*RUN, "--format", "json,junit,html,markdown")
        assert result.exit_code == 0
        (line,) = told(result.output)
        assert "raised ValueError, now returns 0" in line
        assert f"since run 2, commit {changed_in}, {age}" in line
        (change,) = reported(changed)
        assert (change["run"], change["commit"]) == (2, changed_in)
        for file in ("tests.xml", "summary.md"):
            assert f"since run 2, commit {changed_in}, {age}" in changed.read(f"build/skua/{file}")
        assert changed.pytest(TESTS).returncode == 0


def test_without_git_the_mark_has_a_date(project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [rates.py]\noracle:\n  mutants: 0\n")
    project.write("rates.py", RATES)
    project.skua(*RUN, GIT_CEILING_DIRECTORIES=str(project.root.parent))
    project.write("rates.py", CHANGED)

    project.skua(*RUN, GIT_CEILING_DIRECTORIES=str(project.root.parent))

    assert "behaviour change since 20" in mark_of(project)


@in_both_styles
def test_fail_fails_every_run_and_leaves_the_file_until_it_is_accepted(rates) -> None:
    before = rates.read(TESTS)
    rates.write("rates.py", CHANGED)
    rates.commit()

    for _ in range(3):
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


def test_a_revert_ends_it_and_brings_back_the_coverage_that_was_measured(rates) -> None:
    before = branch_coverage(rates)
    assert before > 80
    rates.write("rates.py", CHANGED)
    assert rates.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 1
    rates.write("rates.py", RATES)

    result = rates.skua(*RUN, "--on-behaviour-change", "fail", "--fail-under", "80")

    assert result.exit_code == 0, result.output
    assert told(result.output) == []
    assert branch_coverage(rates) == before


def test_what_report_told_fails_under_fail(changed) -> None:
    assert changed.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 1
    assert changed.skua("accept", "rates").exit_code == 0
    assert changed.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 0


@changed_in_both_styles
def test_code_that_goes_back_ends_it(changed) -> None:
    changed.write("rates.py", RATES)
    assert changed.pytest(TESTS).returncode != 0  # it tells by itself

    result = changed.skua(*RUN)

    assert result.exit_code == 0
    assert told(result.output) == []
    (line,) = ended(result.output)
    assert "quote" in line
    assert not is_marked(changed)
    assert "ValueError" in changed.read(TESTS)
    assert changed.pytest(TESTS).returncode == 0
    again = changed.skua(*RUN)
    assert told(again.output) == [] and ended(again.output) == []


@changed_in_both_styles
def test_accepting_ends_it(changed) -> None:
    changed_in = changed.git("rev-parse", "--short", "HEAD")

    listed = changed.skua("accept")
    assert listed.exit_code == 0
    assert "raised ValueError, now returns 0" in listed.output
    assert changed_in in listed.output
    assert is_marked(changed)

    accepted = changed.skua("accept", "rates")
    assert accepted.exit_code == 0
    assert "raised ValueError, now returns 0" in accepted.output

    result = changed.skua(*RUN)
    assert told(result.output) == []
    assert not is_marked(changed)
    assert "ValueError" not in changed.read(TESTS)
    assert expects_zero(changed)
    assert changed.pytest(TESTS).returncode == 0
    assert "no behaviour change is open" in changed.skua("accept").output


@pytest.mark.parametrize("words", [["--all"], ["test_quote_raises_value_error"], ["rates.py"], [f"{TESTS}"]])
def test_it_is_accepted_by_other_words(changed, words) -> None:
    assert changed.skua("accept", *words).exit_code == 0

    assert told(changed.skua(*RUN).output) == []


def test_an_unknown_name_is_not_accepted(changed) -> None:
    result = changed.skua("accept", "rates", "test_of_nothing")

    assert result.exit_code == 2
    assert "test_of_nothing" in result.errors
    assert len(told(changed.skua(*RUN).output)) == 1  # nothing was accepted


def test_a_change_seen_under_fail_can_be_accepted(rates) -> None:
    rates.write("rates.py", CHANGED)
    assert rates.skua(*RUN, "--on-behaviour-change", "fail").exit_code == 1

    assert rates.skua("accept", "--all").exit_code == 0

    result = rates.skua(*RUN, "--on-behaviour-change", "fail")
    assert result.exit_code == 0
    assert "ValueError" not in rates.read(TESTS)
    assert rates.pytest(TESTS).returncode == 0


def test_a_person_who_edits_the_test_ends_it(changed) -> None:
    text = changed.read(TESTS)
    at = text.index("def test_quote_raises_value_error")
    changed.write(TESTS, text[: text.index("@pytest.mark.xfail(")] + text[text.index("def test_", at + 1) :])

    assert told(changed.skua(*RUN).output) == []


def test_a_row_of_a_table_is_marked_alone(project) -> None:
    source = '''\
def price(size: str) -> int:
    return {"s": 1, "m": 2, "l": 3, "xl": 4}[size]
'''
    hints = '''\
from sizes import price


def test_prices():
    assert price("s") == 1
    assert price("m") == 2
    assert price("l") == 3
    assert price("xl") == 4
'''
    project.write("skua.yml", "version: 1\nproject:\n  source: [sizes.py]\noracle:\n  mutants: 0\n")
    project.write("sizes.py", source.replace("return", "if size == 's':\n        return 1\n    if size == 'm':\n        return 2\n    if size == 'l':\n        return 3\n    return"))
    project.write("tests/test_sizes.py", hints)
    project.skua(*RUN)
    tests = "tests/generated/test_sizes.py"
    assert "parametrize" in project.read(tests)
    text = project.read("sizes.py")
    project.write("sizes.py", text.replace("return 2", "return 22"))

    result = project.skua(*RUN)

    assert len(told(result.output)) == 1
    done = project.pytest(tests)
    assert done.returncode == 0, done.stdout
    assert "1 xfailed" in done.stdout
    project.write("sizes.py", text)
    assert len(ended(project.skua(*RUN).output)) == 1
    assert "xfail" not in project.read(tests)
    assert project.pytest(tests).returncode == 0


MONEY = '''\
def fee(cents: int) -> int:
    if cents > 100:
        return cents + 5
    return cents
'''
SHOP = '''\
from shop.money import fee


def total_{name}(cents: int, count: int) -> int:
    if count > 10:
        return fee(cents) * count - {number}
    if count < 0:
        raise ValueError("count")
    return fee(cents) + count
'''


def test_what_a_pull_request_modified_comes_first(project) -> None:
    """One modified module, which eight others import, and hardly any time."""
    project.write("skua.yml", "version: 1\nproject:\n  source: [shop]\noracle:\n  mutants: 0\n")
    project.write("shop/__init__.py", "")
    project.write("shop/money.py", MONEY)
    for number, name in enumerate("abcdefgh"):
        project.write(f"shop/{name}.py", SHOP.format(name=name, number=number))
    project.skua(*RUN)
    project.write("shop/money.py", MONEY.replace("cents + 5", "cents + 6"))

    plan = project.skua("plan").output.splitlines()
    names = [line.split()[0] for line in plan if line.strip().startswith("shop.")]
    assert names[0] == "shop.money"

    result = project.skua("run", "--budget", "10s", "--jobs", "1", "--on-behaviour-change", "fail")

    assert result.exit_code == 1
    changes = [change for change in reported(project) if change["file"].endswith("test_shop_money.py")]
    assert changes
    assert any(line.startswith("Behaviour  money: fee(") for line in told(result.output))


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
