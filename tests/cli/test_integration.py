"""Tests of what happens between two modules: a caller and its callee."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import sqlite3

import pytest

from conftest import Project
from test_criteria import ALGORITHMS

RATES = """\
class Rates:
    def __init__(self, base: int = 5) -> None:
        self.base = base

    def quote(self, weight: int, express: bool) -> int:
        price = self.base
        if express:
            price += 15
        if weight > 30:
            price += 10
        return price
"""
CART = """\
from shop.rates import Rates


class Cart:
    def __init__(self, rates: Rates) -> None:
        self.rates = rates

    def total(self, weight: int, member: bool, urgent: bool) -> int:
        if member:
            return self.rates.quote(weight, urgent) - 3
        else:
            return self.rates.quote(weight, urgent)
"""
# A pytest plug-in that writes which branches tests combine: the caller's one with two of the callee.
RECORDER = """\
import json
import os

combined = set()


def pytest_configure():
    from shop.cart import Cart, Rates

    total, quote, members = Cart.total, Rates.quote, []

    def recorded_total(self, weight, member, urgent):
        members.append(bool(member))
        try:
            return total(self, weight, member, urgent)
        finally:
            members.pop()

    def recorded_quote(self, weight, express):
        for which, outcome in (("express", bool(express)), ("heavy", weight > 30)):
            if members:
                combined.add((members[-1], which, outcome))
        return quote(self, weight, express)

    Cart.total, Rates.quote = recorded_total, recorded_quote


def pytest_unconfigure():
    with open(os.environ["COMBINED"], "w") as stream:
        json.dump(sorted(combined), stream)
"""
FILE = "test_shop_cart_shop_rates_integration.py"
RUN = ("run", "--seed", "1", "--jobs", "1", "--iterations", "60")


PAIRS = "integration: {pairs: auto}"
JUDGED = "{extend: false}"  # by mutants, too; most tests here look at nothing that comes of these


def shop(project: Project, integration: str = PAIRS, oracle: str = "{mutants: 0}") -> Project:
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", RATES)
    project.write("shop/cart.py", CART)
    configure(project, integration, oracle)
    return project


def configure(project: Project, integration: str, oracle: str = "{mutants: 0}") -> None:
    project.write(
        "skua.yml", f"version: 1\nproject: {{source: [shop]}}\noracle: {oracle}\n{integration}\n"
    )


def run_shop(project: Project) -> None:
    result = shop(project, oracle=JUDGED).skua(*RUN)
    assert result.exit_code == 0, result.errors
    project.write("build/output.txt", result.output)


@pytest.fixture
def ran(once) -> Project:
    """The shop after a run."""
    return once(run_shop)


def report(project: Project) -> dict:
    return json.loads(project.read("build/skua/report.json"))


def combined_by(project: Project, file: str) -> set[tuple]:
    project.write("recorder.py", RECORDER)
    import os

    os.environ["COMBINED"] = str(project.root / "combined.json")
    try:
        done = project.pytest("-p", "recorder", f"tests/generated/{file}")
    finally:
        del os.environ["COMBINED"]
    assert done.returncode == 0, done.stdout + done.stderr
    return {tuple(one) for one in json.loads(project.read("combined.json"))}


def test_tests_of_a_pair_combine_the_branches_of_both_modules(ran: Project) -> None:
    output = ran.read("build/output.txt")
    text = ran.generated()[FILE]
    assert "for shop.cart -> shop.rates (fingerprint" in text.splitlines()[0]
    assert "and 1 pair" in output
    lines = [line.strip() for line in output.splitlines()]
    row = next(line for line in lines if line.startswith("shop.cart -> shop.rates"))
    assert "8 of 8" in row

    (pair,) = report(ran)["pairs"]
    assert "criteria" not in pair
    assert pair["module"] == "shop.cart -> shop.rates"
    assert (pair["goals_total"], pair["goals_covered"]) == (8, 8)
    assert pair["file"] == f"tests/generated/{FILE}"
    goal = pair["goals"][0]
    assert (goal["code_object"], goal["callee"]["code_object"]) == ("Cart.total", "Rates.quote")
    assert {CART.splitlines()[goal["line"] - 1].strip() for goal in pair["goals"]} == {"if member:"}
    for goal in pair["goals"]:
        call = goal["call"]
        assert call["path"] == "shop/cart.py" and ".quote(" in CART.splitlines()[call["line"] - 1]

    integration, caller = combined_by(ran, FILE), combined_by(ran, "test_shop_cart.py")
    assert len(integration) == 8
    assert caller < integration


@pytest.mark.parametrize("algorithm", [one for one in ALGORITHMS if one != "dynamosa"])
def test_pairs_are_searched_by_every_other_algorithm(project: Project, algorithm: str) -> None:
    result = shop(project).skua(*RUN, "--algorithm", algorithm)

    assert result.exit_code == 0, result.errors
    (pair,) = report(project)["pairs"]
    assert (pair["goals_total"], pair["goals_covered"]) == (8, 8)
    assert "criteria" not in pair
    assert len(combined_by(project, FILE)) == 8


@pytest.mark.parametrize("algorithm", ["dynamosa", "whole-suite"])
def test_coupled_branches_are_a_criterion_beside_others(project: Project, algorithm: str) -> None:
    shop(project, "search: {criteria: [branch, coupled-branch, output]}")
    extra = "\n    def label(self, weight: int) -> str:\n        return 'heavy' if weight > 9 else ''\n"
    project.write("shop/cart.py", CART + extra)
    result = project.skua(*RUN, "--algorithm", algorithm)

    assert result.exit_code == 0, result.errors
    assert "2 modules and 1 pair for coupled-branch" in result.output
    (pair,) = report(project)["pairs"]
    assert (pair["goals_total"], pair["goals_covered"]) == (8, 8), "coupled branches alone"
    criteria = {one["criterion"]: (one["covered"], one["total"]) for one in pair["criteria"]}
    # The caller's functions that get to the callee: not `label`.
    assert criteria["branch"] == (2, 2)
    assert criteria["output"][0] >= 2
    assert len(combined_by(project, FILE)) == 8
    assert ".label(" not in project.generated()[FILE]


def test_each_test_says_which_functions_interact(ran: Project) -> None:
    functions = [
        node for node in ast.parse(ran.generated()[FILE]).body if isinstance(node, ast.FunctionDef)
    ]
    assert functions
    for function in functions:
        assert "calls_quote" in function.name
        assert ast.get_docstring(function) == "Cart.total -> Rates.quote."


def test_tests_of_a_pair_notice_a_fault_in_the_callee(ran: Project) -> None:
    assert ran.pytest(f"tests/generated/{FILE}").returncode == 0
    killed = [one for one in report(ran)["pairs"][0]["mutants"] if one["fate"] == "killed"]
    assert killed, "the mutants are those of the callee"

    ran.write("shop/rates.py", RATES.replace("price += 10", "price += 11"))
    assert ran.pytest(f"tests/generated/{FILE}").returncode == 1


def test_without_pairs_nothing_changes(ran: Project, tmp_path) -> None:
    without = shop(Project(tmp_path / "without"), "", JUDGED)
    result = without.skua(*RUN)

    assert result.exit_code == 0, result.errors
    assert "pair" not in result.output
    assert "pairs" not in report(without)
    unit = {name: text for name, text in ran.generated().items() if name != FILE}
    assert without.generated() == unit


def test_a_pair_runs_again_when_a_side_changed_or_its_file_is_gone(ran: Project) -> None:
    before = ran.generated()[FILE]

    again = ran.skua(*RUN)
    assert again.exit_code == 0, again.errors
    assert "pair" not in again.output
    assert ran.generated()[FILE] == before

    (ran.root / "tests" / "generated" / FILE).unlink()
    assert "and 1 pair" in ran.skua(*RUN).output
    assert ran.generated()[FILE] == before

    ran.write("shop/rates.py", RATES.replace("weight > 30", "weight > 40"))
    assert "and 1 pair" in ran.skua(*RUN).output
    assert report(ran)["pairs"][0]["change"] == "modified"
    assert ran.pytest(f"tests/generated/{FILE}").returncode == 0


def test_the_file_of_a_pair_goes_with_either_module(ran: Project) -> None:
    configure(ran, "", JUDGED)
    ran.skua(*RUN)
    assert FILE in ran.generated(), "switched off, they stay as they are"

    (ran.root / "shop" / "rates.py").unlink()
    ran.write("shop/cart.py", "def nothing(a):\n    return a\n")
    result = ran.skua(*RUN)
    assert FILE not in ran.generated(), result.output


def test_named_pairs_are_tested_whether_or_not_they_import_each_other(project: Project) -> None:
    shop(project, 'integration: {pairs: ["shop.till -> shop.rates"]}')
    project.write(
        "shop/till.py",
        "def pay(rates, weight: int, cash: bool) -> int:\n"
        "    if cash:\n"
        "        return rates.quote(weight, False)\n"
        "    return 0\n",
    )
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    (pair,) = report(project)["pairs"]
    assert pair["module"] == "shop.till -> shop.rates"
    assert pair["goals_total"] == 4


def test_a_pair_without_coupled_branches_is_told_once(project: Project) -> None:
    shop(project)
    project.write(
        "shop/cart.py",
        "from shop.rates import Rates\n\n\n"
        "def total(rates: Rates, weight: int) -> int:\n"
        "    bonus = 1 if weight else 2\n"
        "    return rates.quote(weight, False) + bonus\n",
    )
    assert "SKUA-N112" in project.skua(*RUN).output
    assert "SKUA-N112" not in project.skua(*RUN).output
    assert FILE not in project.generated()


def test_what_is_no_pair_is_refused(project: Project) -> None:
    for text, said in (
        ("shop.cart", '"shop.cart" is no pair'),
        ("shop.cart -> shop.gone", 'no module of the project is called "shop.gone"'),
        ("shop.cart -> shop.cart", 'one side of "shop.cart -> shop.cart" is in the other'),
        ("shop.cart.Cart -> shop.cart", 'one side of "shop.cart.Cart -> shop.cart" is in the other'),
        ("shop.cart.Cart -> shop.cart.Cart", "a pair within shop.cart is one of two classes"),
        ("shop.cart.Rates -> shop.rates", '"Rates" is neither a class of shop.cart nor a function'),
        ("shop.cart.Cart.total -> shop.rates", '"Cart.total" is neither a class of shop.cart'),
    ):
        result = shop(project, f'integration: {{pairs: ["{text}"]}}').skua(*RUN)
        assert result.exit_code == 2
        assert "skua.yml:4:23: integration.pairs: " in result.errors and said in result.errors


def test_pairs_get_their_share_of_the_budget(project: Project) -> None:
    shop(project, "integration: {pairs: auto, share: 0.5}", JUDGED)
    result = project.skua("run", "--seed", "1", "--jobs", "1", "--budget", "12s")
    assert result.exit_code == 0, result.errors
    assert report(project)["pairs"][0]["goals_covered"] == 8
    assert result.seconds < 30
    assert project.pytest("tests/generated").returncode == 0


PARTS = """\
from shop.rates import Rates


class Cart:
    def total(self, rates: Rates, weight: int, member: bool) -> int:
        if member:
            return rates.quote(weight, False)
        return 0


def total(rates: Rates, weight: int, urgent: bool) -> int:
    if urgent:
        return rates.quote(weight, urgent)
    return 0
"""


def test_classes_and_functions_are_pairs_with_files_of_their_own(project: Project) -> None:
    named = "pairs: [[shop.cart.Cart, shop.rates.Rates], shop.cart.total -> shop.rates.Rates]"
    shop(project, f"integration: {{{named}}}")
    project.write("shop/cart.py", PARTS)
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    lines = PARTS.splitlines()
    for pair, name, branch in (
        (report(project)["pairs"][0], "Cart", "if member:"),
        (report(project)["pairs"][1], "total", "if urgent:"),
    ):
        assert pair["module"] == f"shop.cart.{name} -> shop.rates.Rates"
        assert pair["file"].endswith(f"/test_shop_cart_{name}_shop_rates_Rates_integration.py")
        assert {lines[goal["line"] - 1].strip() for goal in pair["goals"]} == {branch}
        assert pair["goals_total"] == 4 and pair["goals_covered"] >= 3
        assert f"for {pair['module']} (fingerprint" in project.read(pair["file"])
    assert project.pytest("tests/generated").returncode == 0
    files = set(project.generated())

    again = project.skua(*RUN)
    assert again.exit_code == 0, again.errors
    assert "pair" not in again.output and set(project.generated()) == files


def test_two_classes_of_one_module_are_a_pair(project: Project) -> None:
    shop(project, "integration: {pairs: [shop.cart.Cart -> shop.cart.Rates]}")
    project.write("shop/cart.py", RATES + "\n\n" + CART.partition("\n\n\n")[2])
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    (pair,) = report(project)["pairs"]
    assert pair["module"] == "shop.cart.Cart -> shop.cart.Rates"
    assert (pair["goals_total"], pair["goals_covered"]) == (8, 8)
    assert combined_by(project, "test_shop_cart_Cart_shop_cart_Rates_integration.py") == {
        (member, which, outcome)
        for member in (False, True)
        for which in ("express", "heavy")
        for outcome in (False, True)
    }
    assert "nothing to do" in project.skua(*RUN).output


def test_what_running_code_shows_of_known_pairs_is_no_change(project: Project) -> None:
    shop(project)
    project.write(
        "shop/rates.py",
        RATES + "\n\ndef half(weight: int) -> int:\n    return 1 if weight > 9 else 2\n",
    )
    # That the rule may be `half` is known only by what runs.
    project.write(
        "shop/cart.py",
        CART + "\n\ndef apply(rule, weight: int) -> int:\n"
        "    return rule(weight) if weight else 0\n",
    )
    project.write(
        "shop/till.py",
        "from shop import cart, rates\n\n\n"
        "def light() -> int:\n    return cart.apply(rates.half, 4)\n",
    )
    assert project.skua(*RUN).exit_code == 0
    total = pair_named(project, CART_AND_RATES)["goals_total"]
    assert ("shop.cart", "shop.rates") in seen_calls(project)
    assert "nothing to do" in project.skua(*RUN).output
    project.write("shop/cart.py", project.read("shop/cart.py") + "\n\nLIMIT = 3\n")
    project.skua(*RUN)
    pair = pair_named(project, CART_AND_RATES)
    assert pair["change"] == "modified" and pair["goals_total"] > total


def test_the_file_of_a_class_goes_with_the_class(project: Project) -> None:
    shop(project, "integration: {pairs: [[shop.cart.Cart, shop.rates.Rates]]}").skua(*RUN)
    file = "test_shop_cart_Cart_shop_rates_Rates_integration.py"
    assert file in project.generated()
    configure(project, "")
    project.skua(*RUN)
    assert file in project.generated()

    project.write("shop/cart.py", CART.replace("class Cart:", "class Basket:"))
    result = project.skua(*RUN)
    assert file not in project.generated(), result.output


REPORT = """\
class Report:
    def __init__(self, rows: int) -> None:
        self.rows = rows

    def render(self, wide: bool) -> str:
        if wide:
            return self.line(self.rows)
        return "short"

    def line(self, rows: int) -> str:
        raise NotImplementedError
"""
TABLE = """\
from shop.report import Report


class Table(Report):
    def line(self, rows: int) -> str:
        if rows > 40:
            return "many"
        return "few"
"""


def test_a_super_class_is_tested_with_objects_of_its_sub_class(project: Project) -> None:
    project.write("shop/__init__.py", "")
    project.write("shop/report.py", REPORT)
    project.write("shop/table.py", TABLE)
    configure(project, "integration: {pairs: auto}")
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    pairs = {pair["module"]: pair for pair in report(project)["pairs"]}
    pair = pairs["shop.report -> shop.table"]
    assert (pair["goals_total"], pair["goals_covered"]) == (2, 2)
    text = project.read(pair["file"])
    assert "from shop.table import Table" in text and ".render(" in text
    assert project.pytest(pair["file"]).returncode == 0


def test_a_sub_class_is_tested_with_what_it_inherits(project: Project) -> None:
    project.write("shop/__init__.py", "")
    project.write(
        "shop/store.py",
        "class Store:\n"
        "    def get(self, key: int) -> str:\n"
        "        if key > 40:\n"
        "            return \"far\"\n"
        "        return \"near\"\n",
    )
    project.write(
        "shop/cache.py",
        "from shop.store import Store\n\n\n"
        "class Cache(Store):\n"
        "    def get(self, key: int) -> str:\n"
        "        if key % 2:\n"
        "            return super().get(key)\n"
        "        return \"even\"\n",
    )
    configure(project, "integration: {pairs: [[shop.cache.Cache, shop.store.Store]]}")
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    (pair,) = report(project)["pairs"]
    assert (pair["goals_total"], pair["goals_covered"]) == (2, 2)
    assert project.pytest(pair["file"]).returncode == 0


def loaded(errors: str) -> list[str]:
    """Modules and pairs in the order in which they were loaded, as --debug stats tells."""
    return re.findall(r"^skua stats: (.+?): loaded in", errors, re.MULTILINE)


TAX = """\
def rate(kind: int) -> int:
    if kind > 3:
        return 20
    if kind > 1:
        return 10
    return 0


def exempt(kind: int) -> bool:
    return kind == 7 or kind == 9
"""
BILL = """\
from shop.tax import exempt, rate


def total(price: int, kind: int) -> int:
    if price > 100:
        if exempt(kind):
            return price
        return price + rate(kind)
    if price > 10:
        return price + rate(kind) // 2
    return price
"""
CART_AND_RATES, BILL_AND_TAX = "shop.cart -> shop.rates", "shop.bill -> shop.tax"


def test_pairs_come_by_what_changed_and_then_by_how_much_is_between_them(project: Project) -> None:
    shop(project)
    project.write("shop/tax.py", TAX)
    project.write("shop/bill.py", BILL)
    run = (*RUN, "--debug", "stats")

    def pairs_of(errors: str) -> list[str]:
        pairs = [name for name in loaded(errors) if " -> " in name]
        return list(dict.fromkeys(pairs))

    assert pairs_of(project.skua(*run).errors) == [BILL_AND_TAX, CART_AND_RATES]
    project.write("shop/bill.py", BILL.replace("> 100", "> 90"))
    project.write("shop/rates.py", RATES.replace("> 30", "> 40"))
    assert pairs_of(project.skua(*run).errors) == [CART_AND_RATES, BILL_AND_TAX]


def test_modules_without_calls_between_them_are_no_pair(project: Project) -> None:
    shop(project)
    project.write("shop/rates.py", RATES + "\n\nLIMIT = 30\n")
    project.write(
        "shop/cart.py",
        "from shop.rates import LIMIT\n\n\n"
        "def fits(weight: int) -> bool:\n    if weight > LIMIT:\n        return False\n    return True\n",
    )
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    assert "pair" not in result.output
    assert not report(project).get("pairs")


def test_a_caller_that_imports_nothing_is_known_by_what_ran(project: Project) -> None:
    shop(project)
    project.write(
        "shop/cart.py",
        "def pay(rates, rule, weight: int) -> int:\n"
        "    if weight > 20:\n"
        "        return rule(weight)\n"
        "    return rates.quote(weight, False)\n",
    )
    project.write(
        "shop/rates.py",
        RATES + "\n\ndef half(weight: int) -> int:\n    return weight // 2 if weight > 25 else 1\n",
    )
    project.write(
        "shop/till.py",
        "from shop import cart, rates\n\n\n"
        "def light() -> int:\n    return cart.pay(rates.Rates(), rates.half, 4)\n\n\n"
        "def heavy() -> int:\n    return cart.pay(rates.Rates(), rates.half, 40)\n",
    )
    configure(project, "integration: {pairs: auto}")
    assert CART_AND_RATES not in project.skua(*RUN).output
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    assert CART_AND_RATES in result.output
    (pair,) = [one for one in report(project)["pairs"] if one["module"] == CART_AND_RATES]
    assert pair["change"] == "new"
    entered = {(goal["line"], goal["callee"]["code_object"]) for goal in pair["goals"]}
    assert entered == {(2, "half"), (2, "Rates.quote")}, "the rule is named by nothing but a call"


ITEMS = """\
class Item:
    def __init__(self, base: int) -> None:
        self.base = base

    def price(self, amount: int) -> int:
        if amount > 10:
            return self.base * amount - 5
        return self.base * amount


class Gift:
    def __init__(self, wrapped: bool) -> None:
        self.wrapped = wrapped

    def price(self, amount: int) -> int:
        return 3 * amount if self.wrapped else 0


def half(price: int) -> int:
    return price // 2 if price > 4 else price


def discount(limit: int):
    def apply(price: int) -> int:
        return price - 1 if price > limit else price

    return apply
"""
ITEM_REPORT = """\
def total(items, amount: int, member: bool) -> int:
    result = 0
    for item in items:
        if member:
            result += item.price(amount) - 1
        else:
            result += item.price(amount)
    return result
"""
BUYING = """\
from shop import items, report


def small() -> int:
    return report.total([items.Item(2), items.Gift(True)], 3, True)


def large() -> int:
    return report.total([items.Item(2), items.Gift(False)], 30, False)
"""
REPORT_AND_ITEMS = "shop.report -> shop.items"


def reported(project: Project, integration: str, text: str = ITEM_REPORT) -> Project:
    project.write("shop/__init__.py", "")
    project.write("shop/items.py", ITEMS)
    project.write("shop/report.py", text)
    configure(project, integration)
    return project


def pair_named(project: Project, name: str) -> dict:
    (pair,) = [one for one in report(project)["pairs"] if one["module"] == name]
    return pair


@pytest.mark.parametrize("algorithm", ["dynamosa", "whole-suite"])
def test_a_caller_that_imports_nothing_gets_objects_of_its_callee(
    project: Project, algorithm: str
) -> None:
    reported(project, f'integration: {{pairs: ["{REPORT_AND_ITEMS}"]}}')
    result = project.skua(*RUN, "--algorithm", algorithm)
    assert result.exit_code == 0, result.errors
    pair = pair_named(project, REPORT_AND_ITEMS)
    # Each of `member` and both ways of the loop, with each way of both kinds of prices.
    assert pair["goals_covered"] == pair["goals_total"] > 0
    text = project.read(pair["file"])
    assert "from shop.items import Gift, Item" in text
    assert "from shop.report import total" in text
    assert project.pytest(pair["file"]).returncode == 0


def test_what_only_ran_together_gets_objects_of_its_callee(project: Project) -> None:
    reported(project, "integration: {pairs: auto}")
    project.write("shop/buying.py", BUYING)
    assert REPORT_AND_ITEMS not in project.skua(*RUN).output
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    pair = pair_named(project, REPORT_AND_ITEMS)
    assert pair["goals_covered"] == pair["goals_total"] > 0
    assert "from shop.items import" in project.read(pair["file"])
    assert project.pytest("tests/generated").returncode == 0


def test_functions_of_the_callee_are_passed_as_rules(project: Project) -> None:
    text = (
        "def cut(rule, price: int) -> int:\n"
        "    if price > 2:\n"
        "        return rule(price)\n"
        "    return 0\n"
    )
    reported(project, "integration: {pairs: auto}", text)
    project.write(
        "shop/buying.py",
        "from shop import items, report\n\n\n"
        "def buy() -> int:\n"
        "    return report.cut(items.half, 3) + report.cut(items.discount(4), 3)\n",
    )
    project.skua(*RUN)
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    pair = pair_named(project, REPORT_AND_ITEMS)
    entered = {goal["callee"]["code_object"] for goal in pair["goals"] if goal["covered"]}
    assert entered == {"half", "discount.<locals>.apply"}
    assert pair["goals_covered"] == pair["goals_total"] == 4
    assert project.pytest(pair["file"]).returncode == 0


def test_what_existing_tests_show_is_a_pair_too(project: Project) -> None:
    reported(project, "integration: {pairs: auto}\nexisting_tests: [tests/test_own.py]")
    project.write(
        "tests/test_own.py",
        "from shop import items, report\n\n\n"
        "def test_total():\n    assert report.total([items.Item(2)], 3, False) == 6\n",
    )
    assert REPORT_AND_ITEMS not in project.skua(*RUN).output
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors
    pair = pair_named(project, REPORT_AND_ITEMS)
    assert pair["goals_covered"] > 0
    assert project.pytest(pair["file"]).returncode == 0


def test_calls_are_noted_only_where_pairs_are_asked_for(project: Project) -> None:
    reported(project, "")
    project.write("shop/buying.py", BUYING)
    project.skua(*RUN)
    assert seen_calls(project) == set()
    configure(project, "integration: {pairs: auto}")
    project.write("shop/buying.py", BUYING + "\n\nLIMIT = 3\n")
    project.skua(*RUN)
    assert ("shop.report", "shop.items") in seen_calls(project)


def seen_calls(project: Project) -> set[tuple[str, str]]:
    (state,) = project.root.glob("**/state.db")
    with contextlib.closing(sqlite3.connect(state)) as connection:
        return set(connection.execute("SELECT module, callee FROM seen_calls"))


def test_what_a_callee_imports_affects_its_callers(project: Project) -> None:
    shop(project)
    project.write("shop/base.py", "def base(a: int) -> int:\n    return 5 if a else 6\n")
    project.write("shop/rates.py", "from shop.base import base\n\n\n" + RATES)
    project.skua(*RUN)
    project.write("shop/base.py", "def base(a: int) -> int:\n    return 5 if a else 7\n")
    project.skua(*RUN)
    (pair,) = report(project)["pairs"]
    assert pair["change"] == "affected"
    assert pair["goals_covered"] == 8


def test_earlier_tests_of_a_pair_run_before_all_campaigns(ran: Project) -> None:
    files = [FILE, "test_shop_rates.py"]
    tests = ran.pytest(*(f"tests/generated/{file}" for file in files)).stdout
    ran.write("shop/rates.py", RATES.replace("price += 10", "price += 11"))
    result = ran.skua(*RUN, "--debug", "stats")
    stats = [line for line in result.errors.splitlines() if line.startswith("skua stats: ")]
    before = stats[: next(i for i, line in enumerate(stats) if "loaded in" in line)]
    runs = [re.search(r"pytest: (\d+) results of a run in place", line) for line in before]
    counts = [int(found[1]) for found in runs if found]
    assert counts[0] == int(re.search(r"(\d+) passed", tests)[1])
    (pair,) = report(ran)["pairs"]
    assert pair["behaviour_changes"], "the caller shows the fault of the callee"


def test_an_open_change_of_a_pair_is_told_until_it_is_decided(ran: Project) -> None:
    ran.write("shop/rates.py", RATES.replace("price += 10", "price += 11"))
    ran.skua(*RUN)
    (pair,) = report(ran)["pairs"]
    changes = len(pair["behaviour_changes"])
    assert changes > 0
    assert ran.skua(*RUN).exit_code == 0
    (pair,) = report(ran)["pairs"]
    assert len(pair["behaviour_changes"]) == changes


def test_another_seed_or_less_time_loses_nothing_of_a_pair(ran: Project) -> None:
    before = combined_by(ran, FILE)
    for seed, iterations in (("2", "60"), ("3", "1")):
        run = ("run", "--seed", seed, "--jobs", "1", "--iterations", iterations, "--all")
        result = ran.skua(*run)
        assert result.exit_code == 0, result.errors
        assert report(ran)["pairs"][0]["goals_covered"] == 8
        assert combined_by(ran, FILE) >= before


def functions_of(text: str) -> list[str]:
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


def test_a_change_of_the_callee_keeps_the_tests_that_still_hold(project: Project) -> None:
    # With iterations in place of a budget, files are written as a whole.
    run = ("run", "--seed", "1", "--jobs", "1", "--budget", "20s")
    shop(project)
    project.skua(*run)
    before = functions_of(project.generated()[FILE])
    project.write("shop/rates.py", RATES.replace("def quote", "def free(self) -> int:\n        return 0\n\n    def quote"))
    result = project.skua(*run)
    assert result.exit_code == 0, result.errors
    assert report(project)["pairs"][0]["change"] == "modified"
    assert report(project)["pairs"][0]["goals_covered"] == 8
    assert set(before) <= set(functions_of(project.generated()[FILE]))


def test_a_file_of_a_pair_that_a_person_edited_is_not_overwritten(ran: Project) -> None:
    edited = ran.generated()[FILE] + "\n\ndef test_of_a_person():\n    assert True\n"
    ran.write(f"tests/generated/{FILE}", edited)
    ran.write("shop/rates.py", RATES.replace("weight > 30", "weight > 40"))
    result = ran.skua(*RUN)
    assert result.exit_code == 0, result.errors
    assert "def test_of_a_person():\n    assert True\n" in ran.generated()[FILE]
