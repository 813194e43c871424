"""What a suite covers of two modules together, and what it alone kills, is told as it is."""

import os
import sys
from pathlib import Path

import pytest
from common import Trouble
from common.containment import Containment
from common.python import inspect
from common.subjects import Module, Subject, write_files
from common.tables import read_rows
from integration.judging import Judge, Worth
from integration.report import Row, row_of, table
from integration.suites import Maker, Pair, Side

PYTHON = Path(os.environ.get("SKUA_PYTHON", sys.executable))

RATES = """\
class Rates:
    def quote(self, weight: int) -> int:
        if weight > 30:
            return 9
        return 5
"""
CART = """\
from shop.rates import Rates


class Cart:
    def __init__(self, rates: Rates) -> None:
        self.rates = rates

    def total(self, weight: int, member: bool) -> int:
        if member:
            return self.rates.quote(weight) - 3
        else:
            return self.rates.quote(weight)
"""
UNITS = """\
from shop.cart import Cart
from shop.rates import Rates


def test_total():
    assert Cart(Rates()).total(1, True) == 2


def test_quote():
    assert Rates().quote(40) == 9
"""
TOGETHER = """\
from shop.cart import Cart
from shop.rates import Rates


def test_light_and_heavy():
    cart = Cart(Rates())
    assert (cart.total(1, True), cart.total(40, True)) == (2, 6)


def test_boundary():
    assert Cart(Rates()).total(30, False) == 5


def test_wrong():
    assert Cart(Rates()).total(40, False) == 0
"""


MODULES = [Module("shop.cart", "shop/cart.py", 2), Module("shop.rates", "shop/rates.py", 2)]

# Writes what it was asked for into the files that Skua would write.
STAND_IN = """\
#!{python}
import json, pathlib, sys
pairs = json.loads(pathlib.Path("skua.yml").read_text())["integration"]["pairs"]
folder = pathlib.Path("tests/generated")
folder.mkdir(parents=True, exist_ok=True)
names = ["test_shop_cart_shop_rates_integration"] if pairs else ["test_shop_cart", "test_shop_rates"]
found = {{"exception": "builtins:KeyError", "path": "shop/rates.py", "line": 3, "verdict": "raised",
         "frames": [{{"path": "shop/cart.py", "line": 9, "function": "total"}},
                    {{"path": "shop/rates.py", "line": 3, "function": "quote"}}]}}
report = {{"modules": [{{"findings": [found, found]}}], "pairs": [{{"findings": [dict(found, line=4)]}}]}}
pathlib.Path("build/skua").mkdir(parents=True, exist_ok=True)
pathlib.Path("build/skua/report.json").write_text(json.dumps(report))
for name in [*names, "conftest", "test_shop_cart_findings"]:
    (folder / f"{{name}}.py").write_text(" ".join(["#", *pairs, *sys.argv[1:]]))
if "9" in sys.argv:
    sys.exit("it is no good")
"""


def shop(folder: Path) -> Path:
    write_files(folder, {"shop/__init__.py": "", "shop/rates.py": RATES, "shop/cart.py": CART})
    return folder


def test_a_branch_of_each_is_coupled_by_one_test_through_the_call(native, tmp_path):
    subject = Subject("shop", "here", tmp_path / "subject")
    shop(subject.project)
    subject.dependencies.mkdir()
    sides = Side(MODULES[0], "Cart"), Side(MODULES[1])
    judge = Judge(Containment(), inspect(PYTHON, "pytest", "coverage"), native, most_mutants=30)

    def judged(name: str, text: str) -> Worth:
        files = tmp_path / name / "files"
        write_files(files, {"test_it.py": text})
        return judge.judge(subject, sides, files)

    units, together = judged("units", UNITS), judged("together", TOGETHER)
    assert (units.coupled, units.tests, units.failing) == (4, 2, 0)
    assert len(units.covered) == 1, "the heavy quote is none that a cart asked for"
    assert (len(together.covered), together.tests, together.failing) == (3, 3, 1)
    assert units.covered < together.covered
    assert together.mutants == units.mutants
    row = row_of("shop.cart -> shop.rates", 1, units, together)
    assert row.pair_alone_killed >= 1, "weight >= 30 is noticed only at the boundary"
    assert row.pair_alone_killed <= row.pair_killed <= row.mutants


def row(seed: int, units: int, together: int) -> Row:
    return Row("a -> b", seed, 4, 3, 20, units, together, 40, 30, 10, 2, 5, 4, seed)


def test_the_table_tells_medians_and_the_effect():
    rows = [row(seed, 5 + seed, 15 + seed) for seed in range(3)]
    (line,) = [line for line in table(rows).splitlines() if line.startswith("| a -> b")]
    assert "| 3 | 20 | 6 (30 %) | 16 (80 %) | 0.100 | 1.00 | large |" in line
    assert line.endswith("| 40 | 30 (75 %) | 10 (25 %) | 2 (5 %) | 5 | 4 | 1 |")


def test_findings_of_the_pair_alone_are_those_that_no_unit_run_shows():
    def worth(*findings):
        return Worth(1, 0, 0, frozenset(), 0, frozenset(), frozenset(findings))

    units = worth(("KeyError", "quote", 3), ("TypeError", "total", 9))
    together = worth(("KeyError", "quote", 3), ("KeyError", "quote", 4))
    found = row_of("a -> b", 1, units, together)
    assert (found.units_findings, found.pair_findings, found.pair_alone_findings) == (2, 2, 1)


def test_a_side_is_a_module_or_what_is_in_one():
    subject = Subject("shop", "here", Path("shop"), MODULES)
    cart, rates = MODULES
    assert Pair("shop", "shop.cart", "shop.rates").sides(subject) == (Side(cart), Side(rates))
    within = Pair("shop", "shop.cart.Cart", "shop.cart.Cart.total").sides(subject)
    assert within == (Side(cart, "Cart"), Side(cart, "Cart.total"))
    with pytest.raises(Trouble, match="shop.gone: there is no such module"):
        Pair("shop", "shop.cart", "shop.gone").sides(subject)


def test_mutants_of_a_class_are_those_on_its_lines(native, tmp_path):
    subject = Subject("shop", "here", tmp_path / "subject", MODULES)
    shop(subject.project)
    (subject.project / "shop/cart.py").write_text(RATES + "\n\n" + CART.partition("\n\n\n")[2])
    subject.dependencies.mkdir()
    judge = Judge(Containment(), inspect(PYTHON, "pytest", "coverage"), native, most_mutants=99)
    files = tmp_path / "files"
    write_files(files, {"test_it.py": UNITS.replace("shop.rates", "shop.cart")})
    cart = MODULES[0]
    both = [
        judge.judge(subject, (Side(cart, caller), Side(cart, callee)), files)
        for caller, callee in (("Cart", "Rates"), ("Rates", "Cart"))
    ]
    assert [one.coupled for one in both] == [4, 0]
    assert len(both[0].covered) == 1
    assert 0 < both[0].mutants != both[1].mutants > 0


def test_the_pair_gets_as_many_iterations_as_both_modules(tmp_path):
    subject = Subject("shop", "here", tmp_path / "subject", MODULES)
    shop(subject.project)
    skua = tmp_path / "skua"
    skua.write_text(STAND_IN.format(python=sys.executable))
    skua.chmod(0o755)
    maker = Maker(skua, PYTHON, iterations=20, mutants=2, seconds=60)
    pair = Pair("shop", "shop.cart", "shop.rates")
    units, together = maker.make(pair, subject, 1, tmp_path / "run")
    assert units.findings == {("builtins:KeyError", "quote", 3)}, "the same place counts once"
    assert len(together.findings) == 1 and together.findings.isdisjoint(units.findings)
    files = {file.name: file.read_text() for file in units.files.iterdir()}
    assert sorted(files) == ["conftest.py", "test_shop_cart.py", "test_shop_rates.py"]
    assert "--iterations 20 " in files["test_shop_cart.py"] and "->" not in files["conftest.py"]
    files = {file.name: file.read_text() for file in together.files.iterdir()}
    assert sorted(files) == ["conftest.py", "test_shop_cart_shop_rates_integration.py"]
    text = files["test_shop_cart_shop_rates_integration.py"]
    assert text.startswith("# shop.cart -> shop.rates") and "--iterations 40 " in text
    with pytest.raises(Trouble, match="it is no good"):
        maker.make(pair, subject, 9, tmp_path / "run")


def test_a_pair_from_search_to_table(skua, native, benchmark, tmp_path):
    folder = shop(tmp_path / "project")
    words = [
        *("--out", tmp_path / "out"),
        *("--pair", folder, "shop.cart", "shop.rates", "--seeds", "1", "--iterations", "20"),
        *("--skua", skua, "--native", native),
        *("--python", PYTHON, "--mutants", "5", "--skua-mutants", "2"),
    ]
    done = benchmark("integration", *words)
    assert done.returncode == 0, done.stderr
    (found,) = read_rows(Row, tmp_path / "out" / "results.csv")
    assert found.coupled == found.pair_coupled == 4
    assert 0 <= found.units_coupled <= 4 and found.pair_tests > 0 and found.units_tests > 0
    assert found.pair_killed > 0
    assert "shop.cart -> shop.rates" in (tmp_path / "out" / "results.md").read_text()
    again = benchmark("integration", *words, timeout=60)
    assert "Row(" not in again.stdout, "what is there is not done again"


def test_a_missing_binary_is_told(benchmark, tmp_path):
    done = benchmark("integration", "--skua", "nowhere/skua", "--out", tmp_path)
    assert done.returncode == 2 and "is not there" in done.stderr
