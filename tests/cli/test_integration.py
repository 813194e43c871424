"""Tests of what happens between two modules: a caller and its callee."""

from __future__ import annotations

import ast
import json

from conftest import Project

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
    from shop.cart import Cart
    from shop.rates import Rates

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


def shop(project: Project, integration: str = "integration: {pairs: auto}") -> Project:
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", RATES)
    project.write("shop/cart.py", CART)
    configure(project, integration)
    return project


def configure(project: Project, integration: str) -> None:
    project.write(
        "skua.yml",
        f"version: 1\nproject: {{source: [shop]}}\noracle: {{extend: false}}\n{integration}\n",
    )


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


def test_tests_of_a_pair_combine_the_branches_of_both_modules(project: Project) -> None:
    result = shop(project).skua(*RUN)

    assert result.exit_code == 0, result.errors
    text = project.generated()[FILE]
    assert "for shop.cart -> shop.rates (fingerprint" in text.splitlines()[0]
    assert "and 1 pair" in result.output
    lines = [line.strip() for line in result.output.splitlines()]
    row = next(line for line in lines if line.startswith("shop.cart -> shop.rates"))
    assert "8 of 8" in row

    (pair,) = report(project)["pairs"]
    assert pair["module"] == "shop.cart -> shop.rates"
    assert (pair["goals_total"], pair["goals_covered"]) == (8, 8)
    assert pair["file"] == f"tests/generated/{FILE}"
    goal = pair["goals"][0]
    assert (goal["code_object"], goal["callee"]["code_object"]) == ("Cart.total", "Rates.quote")
    assert {CART.splitlines()[goal["line"] - 1].strip() for goal in pair["goals"]} == {"if member:"}
    for goal in pair["goals"]:
        call = goal["call"]
        assert call["path"] == "shop/cart.py" and ".quote(" in CART.splitlines()[call["line"] - 1]

    integration, caller = combined_by(project, FILE), combined_by(project, "test_shop_cart.py")
    assert len(integration) == 8
    assert caller < integration


def test_each_test_says_which_functions_interact(project: Project) -> None:
    shop(project).skua(*RUN)

    functions = [
        node for node in ast.parse(project.generated()[FILE]).body if isinstance(node, ast.FunctionDef)
    ]
    assert functions
    for function in functions:
        assert "calls_quote" in function.name
        assert ast.get_docstring(function) == "Cart.total -> Rates.quote."


def test_tests_of_a_pair_notice_a_fault_in_the_callee(project: Project) -> None:
    shop(project).skua(*RUN)
    assert project.pytest(f"tests/generated/{FILE}").returncode == 0
    killed = [one for one in report(project)["pairs"][0]["mutants"] if one["fate"] == "killed"]
    assert killed, "the mutants are those of the callee"

    project.write("shop/rates.py", RATES.replace("price += 10", "price += 11"))
    assert project.pytest(f"tests/generated/{FILE}").returncode == 1


def test_without_pairs_nothing_changes(project: Project, tmp_path) -> None:
    with_pairs = shop(project)
    with_pairs.skua(*RUN)
    without = shop(Project(tmp_path / "without"), "")
    result = without.skua(*RUN)

    assert result.exit_code == 0, result.errors
    assert "pair" not in result.output
    assert "pairs" not in report(without)
    unit = {name: text for name, text in with_pairs.generated().items() if name != FILE}
    assert without.generated() == unit


def test_a_pair_runs_again_when_a_side_changed_or_its_file_is_gone(project: Project) -> None:
    shop(project).skua(*RUN)
    before = project.generated()[FILE]

    again = project.skua(*RUN)
    assert again.exit_code == 0, again.errors
    assert "pair" not in again.output
    assert project.generated()[FILE] == before

    (project.root / "tests" / "generated" / FILE).unlink()
    assert "and 1 pair" in project.skua(*RUN).output
    assert project.generated()[FILE] == before

    project.write("shop/rates.py", RATES.replace("weight > 30", "weight > 40"))
    assert "and 1 pair" in project.skua(*RUN).output
    assert report(project)["pairs"][0]["change"] == "modified"
    assert project.pytest(f"tests/generated/{FILE}").returncode == 0


def test_the_file_of_a_pair_goes_with_either_module(project: Project) -> None:
    shop(project).skua(*RUN)
    configure(project, "")
    project.skua(*RUN)
    assert FILE in project.generated(), "switched off, they stay as they are"

    (project.root / "shop" / "rates.py").unlink()
    project.write("shop/cart.py", "def nothing(a):\n    return a\n")
    result = project.skua(*RUN)
    assert FILE not in project.generated(), result.output


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
        ("shop.cart -> shop.cart", '"shop.cart -> shop.cart" is of one module'),
        ("shop.cart.Cart -> shop.cart.Rates", "is of one module"),
        ("shop.cart.Cart -> shop.rates", 'write "shop.cart -> shop.rates"'),
    ):
        result = shop(project, f'integration: {{pairs: ["{text}"]}}').skua(*RUN)
        assert result.exit_code == 2
        assert "integration.pairs" in result.errors and said in result.errors


def test_pairs_get_their_share_of_the_budget(project: Project) -> None:
    shop(project, "integration: {pairs: auto, share: 0.5}")
    result = project.skua("run", "--seed", "1", "--jobs", "1", "--budget", "12s")
    assert result.exit_code == 0, result.errors
    assert report(project)["pairs"][0]["goals_covered"] == 8
    assert result.seconds < 30
    assert project.pytest("tests/generated").returncode == 0
