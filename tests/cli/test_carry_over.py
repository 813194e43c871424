"""What a run takes over from earlier ones, and what it leaves as it is."""

from __future__ import annotations

import json
import shutil

import pytest

from conftest import Project
from test_incremental import changes

RATES = '''\
def quote(weight: int) -> int:
    if weight <= 0:
        raise ValueError("weight must be positive")
    if weight == 48_611:
        return 1
    return 699
'''
TESTS = "tests/generated/test_rates.py"
RUN = ("run", "--iterations", "20", "--seed", "1")
# With time to learn from tests, and to search in vain.
WITH_TIME = ("run", "--budget", "60s", "--seed", "1")


def run_rates(project: Project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [rates.py, money.py]\noracle:\n  mutants: 0\n")
    project.write("rates.py", RATES)
    project.write("money.py", "def double(cents: int) -> int:\n    return cents * 2\n")
    assert project.skua(*RUN).exit_code == 0


@pytest.fixture
def rates(once) -> Project:
    """A project with tests for its modules."""
    return once(run_rates)


def forget(project: Project) -> None:
    """As a fresh checkout is."""
    shutil.rmtree(project.root / ".skua")


def test_a_fresh_checkout_runs_nothing_that_its_tests_were_written_for(rates) -> None:
    files = rates.generated()
    forget(rates)

    for _ in range(2):
        result = rates.skua(*RUN)
        assert result.exit_code == 0
        assert changes(rates) == {}
        assert set(rates.reasons().values()) == {"SKUA-N201"}
        assert rates.generated() == files


def test_a_fresh_checkout_runs_what_changed_since_its_tests_were_written(rates) -> None:
    forget(rates)
    rates.write("rates.py", RATES.replace("699", "799"))

    result = rates.skua(*RUN)

    assert changes(rates) == {"rates": "modified"}
    assert "gave 699, now 799" in result.output


def test_a_fresh_checkout_starts_from_the_tests_in_the_tree(rates) -> None:
    assert "48611" in rates.read(TESTS)
    forget(rates)
    # The number is met nowhere but in the earlier tests.
    text = RATES.replace("weight == 48_611", "hash(str(weight * 7)) == hash(str(340_277))")
    rates.write("rates.py", text)

    rates.skua(*WITH_TIME)

    assert "48611" in rates.read(TESTS)


def test_an_edited_file_stands_for_no_run(rates) -> None:
    forget(rates)
    edited = rates.read(TESTS) + "# mine\n"
    rates.write(TESTS, edited)

    rates.skua(*RUN)

    assert changes(rates) == {"rates": "new"}
    assert rates.read(TESTS) == edited


def test_a_suite_is_not_replaced_by_one_that_is_no_better(rates) -> None:
    files = rates.generated()

    rates.skua("run", "--iterations", "1", "--seed", "7", "--all")
    rates.skua(*RUN)

    assert set(rates.generated()) == set(files)
    assert rates.pytest("tests/generated").returncode == 0


def test_what_can_never_be_written_is_looked_for_in_vain_only_once(project) -> None:
    """A goal that every test is dropped for, and then a change of what the module imports."""
    project.write("skua.yml", "version: 1\nproject:\n  source: [guard.py, limits.py]\noracle:\n  mutants: 0\n")
    project.write("limits.py", "LEAST = 1\n\n\ndef least():\n    return LEAST\n")
    project.write(
        "guard.py",
        "import sys\n\nfrom limits import LEAST\n\n\n"
        "def check(number: int) -> int:\n"
        "    if number > 9 and 'pytest' in sys.modules:\n"
        "        raise SystemError\n"
        "    return min(number, 5) + LEAST - LEAST\n",
    )
    first = project.skua(*WITH_TIME, "--debug", "stats")
    assert first.exit_code == 0 and "guard: loaded" in first.errors
    project.write("limits.py", "LEAST = 2\n\n\ndef least():\n    return LEAST\n")

    again = project.skua(*WITH_TIME, "--debug", "stats")

    assert changes(project)["guard"] == "affected"
    assert project.reasons()["guard"] == "SKUA-N303"
    assert "guard: searched" in again.errors and "guard: loaded 0" not in again.errors
    assert "verified" not in "".join(
        line for line in again.errors.splitlines() if line.startswith("skua stats: guard:")
    )


def test_tests_of_deleted_modules_are_removed_unless_edited(rates) -> None:
    (rates.root / "money.py").unlink()
    rates.write("skua.yml", rates.read("skua.yml").replace(", money.py", ""))
    edited = rates.read(TESTS) + "# mine\n"
    rates.write(TESTS, edited)
    (rates.root / "rates.py").rename(rates.root / "prices.py")
    rates.write("skua.yml", rates.read("skua.yml").replace("rates.py", "prices.py"))

    result = rates.skua(*RUN)

    assert "Removed    tests/generated/test_money.py" in result.output
    assert set(rates.generated()) == {"test_prices.py", "test_rates.py"}
    assert rates.read(TESTS) == edited


def test_tests_of_a_renamed_module_move(rates) -> None:
    (rates.root / "rates.py").rename(rates.root / "prices.py")
    rates.write("skua.yml", rates.read("skua.yml").replace("rates.py", "prices.py"))

    rates.skua(*RUN)

    assert changes(rates) == {"prices": "renamed"}
    assert set(rates.generated()) == {"test_money.py", "test_prices.py"}
    assert "48611" in rates.read("tests/generated/test_prices.py")


def test_tests_of_modules_that_are_left_out_stay(rates) -> None:
    rates.write("skua.yml", rates.read("skua.yml").replace(", money.py", ""))

    rates.skua(*RUN)

    assert "test_money.py" in rates.generated()


def test_tests_of_what_changed_are_judged_by_mutants(project: Project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [rates.py]\n")
    project.write("rates.py", RATES)
    budget = ("run", "--budget", "20s", "--seed", "1")
    assert project.skua(*budget).exit_code == 0
    project.write("rates.py", RATES + "\n\ndef fee(cents: int) -> int:\n    return cents + 7\n")

    assert project.skua(*budget).exit_code == 0

    report = json.loads(project.read("build/skua/report.json"))
    (rates,) = report["modules"]
    fates = [mutant["fate"] for mutant in rates["mutants"] if mutant["line"] > RATES.count("\n")]
    assert fates and set(fates) <= {"killed", "survived"} and "killed" in fates
