"""What is harvested from tests, and the table that is fitted to it."""

import ast
import textwrap

import pytest
from common.subjects import write_files
from values import fit
from values.__main__ import HERE, LARGEST, TABLE, listed, pseudo_counts
from values.harvest import harvest
from values.measure import report

from skua_runtime.source.parameter_facts import ParameterFacts
from skua_runtime.expected.prior import Prior

SOURCES = {
    "parcel/rates.py": """
        class Rate:
            def __init__(self, price, label="x"):
                self.price = price

            def scaled(self, factor):
                return self.price * factor

        class Express(Rate):
            pass

        def total(rates, key=None):
            return sum(map(key, rates))
        """,
    "tests/test_rates.py": """
        import pytest
        from parcel import rates
        from parcel.rates import Express, Rate, total

        LABELS = ["a", "b"]

        def helper(one):
            return one

        @pytest.mark.parametrize("price, label", [(1, "air"), pytest.param(2.5, None)])
        def test_rate(price, label):
            assert Rate(price, label=label).scaled(3) == 3 * price

        def test_total():
            for label in LABELS:
                Express(4, label)
            assert total([Rate(7)], key=helper) == 7
            assert rates.total([], lambda one: 1) == 0
            with pytest.raises(TypeError):
                total()
            pytest.raises(ValueError, Rate, b"")
            unknown.total(1)
        """,
    "docs/conf.py": "def total(other): pass",
}


@pytest.fixture
def project(tmp_path):
    write_files(tmp_path, {path: textwrap.dedent(text) for path, text in SOURCES.items()})
    return tmp_path


def test_what_tests_pass_for_each_parameter(project):
    passed = {one.facts.name: one.arguments for one in harvest(project)}
    assert passed == {
        "price": [
            ("int", "int_one", 1),
            ("float", "float_more", 2.5),
            ("bytes", "bytes_empty", b""),
            ("int", "int_digit", 4),
            ("int", "int_digit", 7),
        ],
        "label": [
            ("str", "str_word", "air"),
            ("none", "none", None),
            ("str", "str_character", "a"),
            ("str", "str_character", "b"),
        ],
        "factor": [("int", "int_digit", 3)],
        "rates": [("list", "list", None), ("list", "list_empty", None)],
        "key": [("callable", "callable", None)],
    }


def rows_of(count, name="mode", literal="'fast'"):
    value = ast.literal_eval(literal)
    kind = type(value).__name__
    shape = fit.shape_of(kind, value)
    return {
        f"p{i}": [fit.Passed(ParameterFacts(name, "place"), [(kind, shape, value)])]
        for i in range(count)
    }


def test_the_table_has_what_several_projects_pass():
    text = fit.table(rows_of(4), [("port", "8080")], "made from nothing")
    assert text.startswith("# made from nothing\n")
    assert "values\tmode\tstr_word\t4\t4:'fast'\n" in text
    assert "values\tport\tint_more\t6\t6:8080\n" in text
    table = Prior(text.splitlines())
    assert table.expected(ParameterFacts("mode", "place"))[0][0][0] == "str_word"
    assert table.expected(ParameterFacts("port", "place"))[1][0][0] == 8080
    assert text == fit.table(rows_of(4), [("port", "8080")], "made from nothing")


@pytest.mark.parametrize(
    "literal",
    ["'bob@company.org'", "'Bob'", "'http://somebody.org/x'", "'dear john'", "'my_password'", "'0123456789abcdef'", "'+49 30 1234567'"],
)
def test_what_looks_personal_is_left_out(literal):
    assert "values" not in fit.table(rows_of(4, literal=literal), [], "")


def test_a_literal_of_one_project_is_left_out():
    assert "values" not in fit.table(rows_of(1), [], "")


def test_usual_characters_cost_less():
    letters = fit.letters_of(["name", "game", "fame"])
    assert len(letters) == fit.LETTERS**2

    def cost(before, after):
        return letters[fit.letter_of(before) * fit.LETTERS + fit.letter_of(after)]

    assert cost("a", "m") < cost("m", "a")
    assert cost("m", "e") < cost("e", "~")


def test_the_report_on_a_table(project, tmp_path):
    table = tmp_path / "table.tsv"
    rows = {"parcel": harvest(project)}
    table.write_text(fit.table(rows | rows_of(3, "label", "'air'"), [], ""))
    told = report(rows, table)
    assert told.splitlines()[0].startswith("all: 5 parameters; kind: first guess 0.")
    assert "literals (3)" in told


def test_the_table_that_is_installed_is_small_and_made_from_the_list():
    text = TABLE.read_text()
    assert len(text.encode()) <= LARGEST
    projects, held_out = listed(HERE / "projects.txt"), listed(HERE / "held-out.txt")
    assert " ".join(projects) in text
    assert not {one.partition("==")[0] for one in projects} & {
        one.partition("==")[0] for one in held_out
    }
    used = (HERE.parent / "used-projects.txt").read_text().splitlines()
    assert {one.partition("==")[0] for one in [*projects, *held_out]} <= set(used)
    assert all(ast.literal_eval(literal) for _, literal in pseudo_counts())
