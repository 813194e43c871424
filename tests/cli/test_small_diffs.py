"""A reviewer sees what is new: tests that stay keep their name, their place and their bytes."""

from __future__ import annotations

import pytest

from conftest import Project
from standing import all_functions, changed_lines, functions, lines_of_changed_tests

RATES = """\
from decimal import Decimal


class Rates:
    def __init__(self, base: int) -> None:
        self.base = base

    def price(self, weight: int) -> int:
        if weight <= 0:
            raise ValueError("weight must be positive")
        if weight <= 1000:
            return self.base
        return self.base + weight // 100


def zone(country: str) -> str:
    if country == "DE":
        return "domestic"
    if country in ("FR", "AT", "CH"):
        return "near"
    return "world"


def label(name: str, width: int) -> str:
    if width < 4:
        raise ValueError("too narrow")
    if len(name) > width:
        return name[: width - 3] + "..."
    return name.ljust(width, ".")


def net(gross: Decimal, percent: int) -> Decimal:
    if percent > 100:
        return Decimal(0)
    return gross - gross * percent / 100
"""
MORE = """

def urgent(days: int) -> str:
    if days < 0:
        return "late"
    if days == 0:
        return "today"
    return "soon" if days < 3 else "some day"
"""
STOCK = """\
def left(stock: list[int], taken: int) -> int:
    total = sum(stock)
    if taken > total:
        return 0
    return total - taken


def names(stock: dict[str, int]) -> list[str]:
    return sorted(name for name, count in stock.items() if count > 0)
"""
RUN = ("run", "--budget", "60s", "--seed", "1")
in_both_styles = pytest.mark.parametrize("shop", ["pytest", "unittest"], indirect=True)


def run_shop(project: Project, style: str) -> None:
    project.write(
        "skua.yml",
        f"version: 1\nproject:\n  source: [rates.py, stock.py]\noutput:\n  style: {style}\n",
    )
    project.write("rates.py", RATES)
    project.write("stock.py", STOCK)
    assert project.skua(*RUN).exit_code == 0
    assert len(functions(project.generated()["test_rates.py"])) > 5


@pytest.fixture
def shop(once, request: pytest.FixtureRequest) -> Project:
    """A project with tests for its modules."""
    return once(run_shop, getattr(request, "param", "pytest"))


def assert_small(before: dict[str, str], after: dict[str, str]) -> None:
    lines, own = changed_lines(before, after), lines_of_changed_tests(before, after)
    assert lines <= 3 * own, f"{lines} lines changed for {own} lines of tests"


@in_both_styles
def test_tests_of_a_new_function_are_added_and_nothing_else_moves(shop) -> None:
    before = shop.generated()
    shop.write("rates.py", RATES + MORE)

    shop.skua(*RUN)

    after = shop.generated()
    old, new = all_functions(before), all_functions(after)
    assert any("urgent" in text for text in new.values())
    assert {test: new.get(test) for test in old} == old
    order = [name for name in functions(after["test_rates.py"]) if ("test_rates.py", name) in old]
    assert order == list(functions(before["test_rates.py"]))
    assert before["test_stock.py"] == after["test_stock.py"]
    assert_small(before, after)
    assert shop.pytest("tests/generated").returncode == 0


def test_a_bug_changes_the_tests_of_its_function_alone(shop) -> None:
    before = shop.generated()
    shop.write("rates.py", RATES.replace('return "near"', 'return "far"'))

    shop.skua(*RUN, "--on-behaviour-change", "accept")

    after = shop.generated()
    old, new = all_functions(before), all_functions(after)
    of_zone = [text for text in functions(after["test_rates.py"]).values() if "zone(" in text]
    assert of_zone and not any('== "near"' in text or ', "near")' in text for text in of_zone)
    others = {test: text for test, text in old.items() if "zone(" not in text}
    assert {test: new.get(test) for test in others} == others
    assert before["test_stock.py"] == after["test_stock.py"]
    assert_small(before, after)
    assert shop.pytest("tests/generated").returncode == 0


@in_both_styles
def test_a_removed_function_takes_its_tests_and_its_import_alone(shop) -> None:
    before = shop.generated()
    start, end = RATES.index("def zone"), RATES.index("def label")
    shop.write("rates.py", RATES[:start] + RATES[end:])

    shop.skua(*RUN)

    after = shop.generated()
    old, new = all_functions(before), all_functions(after)
    others = {test: text for test, text in old.items() if "zone(" not in text}
    assert {test: new.get(test) for test in others} == others
    assert "zone" not in after["test_rates.py"]
    assert_small(before, after)
    assert shop.pytest("tests/generated").returncode == 0


def test_an_attribute_keeps_no_import_of_a_removed_function(project) -> None:
    parcel = (
        "def is_heavy(weight: int) -> bool:\n    return weight > 30\n\n\n"
        "class Parcel:\n    def __init__(self, weight: int) -> None:\n"
        "        self.weight = weight\n        self.is_heavy = weight > 30\n"
    )
    project.write("skua.yml", "version: 1\nproject:\n  source: [parcel.py]\n")
    project.write("parcel.py", parcel)
    assert project.skua(*RUN).exit_code == 0
    before = project.generated()["test_parcel.py"]
    assert "import Parcel, is_heavy" in before and ".is_heavy is" in before
    project.write("parcel.py", parcel.replace("def is_heavy(", "def weighs_much("))

    project.skua(*RUN)

    after = project.generated()["test_parcel.py"]
    assert ".is_heavy is" in after and "is_heavy(" not in after
    assert project.pytest("tests/generated").returncode == 0


def test_a_file_in_another_style_is_replaced_as_a_whole(shop) -> None:
    settings = shop.read("skua.yml")
    shop.write("skua.yml", settings.replace("style: pytest", "style: unittest"))

    shop.write("rates.py", RATES + MORE)

    shop.skua(*RUN)

    names = list(functions(shop.generated()["test_rates.py"]))
    assert names and all(name.startswith("Test") for name in names)
    assert shop.pytest("tests/generated").returncode == 0


def test_a_restored_file_is_added_to_and_not_replaced(shop) -> None:
    """As after git checkout of an older commit, with the state of a newer one."""
    before = shop.generated()
    shop.write("rates.py", RATES + MORE)
    shop.skua(*RUN)
    for name, text in before.items():
        shop.write(f"tests/generated/{name}", text)

    shop.skua(*RUN, "--all")

    after = shop.generated()
    old, new = all_functions(before), all_functions(after)
    assert {test: new.get(test) for test in old} == old
    assert any("urgent" in text for text in new.values())
    assert shop.pytest("tests/generated").returncode == 0


@in_both_styles
def test_tests_of_which_the_state_knows_nothing_stay(shop) -> None:
    before = shop.generated()
    (shop.root / ".skua/state.db").unlink()

    shop.skua(*RUN)

    after = shop.generated()
    old, new = all_functions(before), all_functions(after)
    assert {test: new.get(test) for test in old} == old
    assert len(new) <= 1.5 * len(old)
    assert shop.pytest("tests/generated").returncode == 0
