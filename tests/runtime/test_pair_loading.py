"""A caller that is loaded with its callee: both are instrumented, and described as one subject."""

import sys

import pytest
import support
from test_coupling import CALLEE


def pair_of(project, part="", caller_part="", **request):
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", CALLEE)
    project.write(
        "shop/cart.py",
        """
        from shop.rates import Rates

        class Cart:
            def __init__(self, rates: Rates):
                self.rates = rates

            def total(self, weight, gift=False):
                if gift:
                    return self.rates.quote(weight=weight)
                return 0

            def each(self, weights):
                return [self.rates.quote(weight) for weight in weights if weight]
        """,
    )
    callee = {
        "name": "shop.rates",
        "file": str(project.root / "shop" / "rates.py"),
        "part": part,
        "caller_part": caller_part,
    }
    return project.load("shop.cart", callee=callee, **request)


def test_a_pair_is_described_with_a_copy_of_the_callee_for_each_call_site(project):
    answer, _ = pair_of(project)
    subject = answer["subject"]
    names = [one["qualified_name"] for one in subject["code_objects"]]
    assert names.count("Cart.total") == 1
    assert names.count("Rates.quote") == 3
    assert len(subject["call_sites"]) == 2
    for site, caller, callee in subject["coupled_branches"]:
        assert subject["predicates"][caller[0]]["code_object"] < names.index("Rates.quote")
        code_object = subject["predicates"][callee[0]]["code_object"]
        assert names[: code_object + 1].count(names[code_object]) == site + 2
    for code_object in subject["code_objects"][names.index("Rates.quote") :]:
        assert code_object.get("parent", 0) < len(names)
        for node in code_object["nodes"]:
            if node >= 0:
                of = subject["predicates"][node]["code_object"]
                assert subject["code_objects"][of] is code_object


def test_the_callee_is_recorded_apart_for_each_call_site(project):
    answer, _ = pair_of(project)
    native = support.native()
    subject = answer["subject"]
    names = [one["qualified_name"] for one in subject["code_objects"]]
    places = [index for index, name in enumerate(names) if name == "Rates.quote"]

    def entered():
        found = [
            places.index(index) for index in native.recorded()["code_objects"] if index in places
        ]
        native.reset()
        return found

    cart = sys.modules["shop.cart"].Cart(sys.modules["shop.rates"].Rates())
    native.reset()
    cart.rates.quote(1)
    assert entered() == [0]
    assert cart.total(2, gift=True) == 5
    assert entered() == [1]
    assert cart.each([0, 12]) == [9]
    assert entered() == [2]
    with pytest.raises(ValueError):
        cart.total(-1, gift=True)
    assert entered() == [1]
    cart.rates.quote(1)  # the exception has left the call site, too
    assert entered() == [0]


def test_both_sides_are_described_alike_without_instrumentation(project):
    first, _ = pair_of(project)
    project.clean()
    second, _ = pair_of(project, instrument=False)
    assert second["digest"] == first["digest"]


def test_the_mutants_of_a_pair_are_the_callees(project):
    answer, _ = pair_of(project, instrument=False, mutants=10, mutant_seed=1)
    names = [one["qualified_name"] for one in answer["subject"]["code_objects"]]
    mutated = {names[one["code_object"]] for one in answer["mutants"]}
    assert {"Rates.quote", "Rates._step"} <= mutated
    assert not any(name.startswith("Cart") for name in mutated)


def test_constants_of_the_callee_are_inputs_too(project):
    answer, _ = pair_of(project)
    constants = [one["value"] for one in answer["subject"]["constants"]]
    assert {"k": "int", "v": 10} in constants


def test_a_part_of_the_callee_has_all_goals_and_mutants(project):
    answer, _ = pair_of(
        project, part="Cheap", caller_part="Cart", instrument=False, mutants=10, mutant_seed=1
    )
    names = [one["qualified_name"] for one in answer["subject"]["code_objects"]]
    assert {names[one["code_object"]] for one in answer["mutants"]} == {"Cheap.quote"}
    predicates = answer["subject"]["predicates"]
    coupled = answer["subject"]["coupled_branches"]
    assert {names[predicates[callee[0]]["code_object"]] for _, _, callee in coupled} == {
        "Cheap.quote"
    }


def test_sub_classes_in_the_callee_are_made_to_call_what_they_inherit(project):
    project.write("shop/__init__.py", "")
    project.write(
        "shop/report.py",
        """
        class Report:
            def render(self, wide):
                if wide:
                    return self.line(wide)

            def line(self, rows):
                raise NotImplementedError
        """,
    )
    project.write(
        "shop/table.py",
        """
        from shop.report import Report

        class Table(Report):
            def line(self, rows):
                return 1 if rows else 2

        class _Free:
            pass
        """,
    )
    callee = {"name": "shop.table", "file": str(project.root / "shop" / "table.py")}
    answer, _ = project.load("shop.report", callee=callee)
    subject = answer["subject"]
    assert [site["callees"] for site in subject["call_sites"]] == [["Table.line"]]
    classes = {one["qualified_name"]: one for one in subject["classes"]}
    assert list(classes) == ["Report", "Table"]
    assert classes["Table"]["bases"] == [0] and classes["Table"]["module"] == "shop.table"
    calls = {(one["qualified_name"], one.get("in_subject", False)) for one in subject["callables"]}
    assert {("Table", False), ("Report.render", True)} <= calls
    assert ("Table.render", False) not in calls
    assert ("Report.render", False) not in calls


def test_calls_that_were_seen_are_call_sites(project):
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", CALLEE)
    project.write(
        "shop/cart.py",
        """
        def total(rule, weight):
            if weight:
                return rule(weight)
            return 0
        """,
    )
    callee = {"name": "shop.rates", "file": str(project.root / "shop" / "rates.py")}
    answer, _ = project.load("shop.cart", callee={**callee, "seen": [["total", 2, "find"]]})
    (site,) = answer["subject"]["call_sites"]
    assert site["callees"] == ["find"]
    assert answer["subject"]["coupled_branches"]


def test_a_callee_that_is_not_imported_offers_its_public_classes_and_functions(project):
    project.write("shop/__init__.py", "")
    project.write(
        "shop/rates.py",
        """
        import functools
        from decimal import Decimal

        class Rates:
            def quote(self, weight):
                return 1 if weight else 2

        class _Hidden:
            pass

        class Hostile:
            def __getattr__(self, name):
                raise SystemExit(name)

        hostile = Hostile()

        def total(weight: int) -> Rates:
            return Rates() if weight else None

        @functools.lru_cache
        def cached(weight=1):
            return weight

        def _hidden():
            pass

        again = total
        """,
    )
    project.write(
        "shop/cart.py",
        """
        def total(rates, weight):
            if weight:
                return rates.quote(weight)
            return 0
        """,
    )
    callee = {"name": "shop.rates", "file": str(project.root / "shop" / "rates.py")}
    answers = [
        project.load("shop.cart", callee=callee, instrument=instrument)[0]
        for instrument in (True, False)
    ]
    assert answers[0]["digest"] == answers[1]["digest"]
    subject = answers[0]["subject"]
    of_callee = [one for one in subject["callables"] if one["module"] == "shop.rates"]
    assert not any(one.get("in_subject", True) or "code_object" in one for one in of_callee)
    names = [(one["kind"], one["qualified_name"]) for one in of_callee]
    assert set(names) >= {
        ("constructor", "Rates"),
        ("method", "Rates.quote"),
        ("constructor", "Hostile"),
        ("function", "total"),
        ("function", "cached"),
    }
    assert len(names) == len(set(names)), "each has one name"
    assert not any("idden" in name for _, name in names)
    made = next(one for one in of_callee if one["qualified_name"] == "total")
    assert subject["types"][made["result"]]["kind"] == "class"
    classes = [one["qualified_name"] for one in subject["classes"] if one["module"] == "shop.rates"]
    assert classes == ["Rates", "Hostile"]


ONE_MODULE = """
    class Rates:
        def quote(self, weight):
            return 9 if weight > 9 else 5

    class Cart:
        def __init__(self, rates: Rates):
            self.rates = rates

        def total(self, weight, gift=False):
            return self.rates.quote(weight) if gift else 0

        def weigh(self, weight):
            return Other().quote(weight)

    class Other:
        def quote(self, weight):
            return 1 if weight else 0
"""


def parts_of_one_module(project, **request):
    project.write("shop.py", ONE_MODULE)
    callee = {
        "name": "shop",
        "file": str(project.root / "shop.py"),
        "part": "Rates",
        "caller_part": "Cart",
    }
    return project.load("shop", callee=callee, **request)


def test_both_sides_may_be_parts_of_one_module(project):
    answer, _ = parts_of_one_module(project)
    subject = answer["subject"]
    names = [one["qualified_name"] for one in subject["code_objects"]]
    assert [site["callees"] for site in subject["call_sites"]] == [["Rates.quote"]]
    of_callee = {
        (names[subject["predicates"][callee[0]]["code_object"]], callee[1])
        for _, _, callee in subject["coupled_branches"]
    }
    assert of_callee == {("Rates.quote", True), ("Rates.quote", False)}

    native = support.native()
    places = [index for index, name in enumerate(names) if name == "Rates.quote"]

    def entered(call):
        native.reset()
        call()
        return [index for index in native.recorded()["code_objects"] if "quote" in names[index]]

    shop = sys.modules["shop"]
    cart = shop.Cart(shop.Rates())
    plain, outside, inside = places
    assert entered(lambda: cart.rates.quote(1)) == [outside]
    assert entered(lambda: cart.total(1, gift=True)) == [inside]
    assert entered(lambda: cart.weigh(1)) == [names.index("Other.quote")]  # of neither side
    assert plain < names.index("Other.quote") < outside


def test_parts_of_one_module_are_described_alike_without_instrumentation(project):
    first, _ = parts_of_one_module(project)
    project.clean()
    second, _ = parts_of_one_module(project, instrument=False, mutants=10, mutant_seed=1)
    assert second["digest"] == first["digest"]
    names = [one["qualified_name"] for one in second["subject"]["code_objects"]]
    assert {names[one["code_object"]] for one in second["mutants"]} == {"Rates.quote"}
