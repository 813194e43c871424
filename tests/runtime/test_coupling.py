"""Call sites of a caller, and the branches of both sides that they couple (Cling, §3.1)."""

import ast
import textwrap

import pytest
from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.goals.coupling import Module, couple
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.seen_calls import SeenCall

CALLEE = """
    class Rates:
        def __init__(self, table=None):
            self.table = table or {}

        def quote(self, weight):
            if weight < 0:
                raise ValueError("weight")
            return self._step(weight)

        def _step(self, weight):
            return 5 if weight < 10 else 9

        @property
        def best(self):
            return self.quote(1)

        def clone(self) -> "Rates":
            return Rates(self.table)


    class Cheap(Rates):
        def quote(self, weight):
            return 1 if weight else 0


    def find(name) -> Rates:
        if not name:
            raise KeyError(name)
        return Rates()


    def plain():
        return 1
"""


def side(name, source):
    tree = ast.parse(textwrap.dedent(source))
    goals = find_goals(tree)
    draw_control_flow(goals)
    return Module(name, False, tree, goals)


def coupling_of(caller, callee=CALLEE):
    return couple(side("shop.cart", caller), side("shop.rates", callee))


def entered(coupling, site):
    return {coupling.callee.code_objects[index].qualified_name for index in site.callees}


def caller_branches(coupling, site):
    predicates = coupling.caller.predicates
    return [(predicates[index].line, outcome) for index, outcome in site.caller_branches]


def callee_branches(coupling, site):
    predicates = coupling.callee.predicates
    names = coupling.callee.code_objects
    return {
        (names[predicates[index].code_object].qualified_name, outcome)
        for index, outcome in site.callee_branches
    }


# What the body of `def f(a, b)` says, and lines (from 1) with outcomes of target branches.
TARGETS = [
    ("if a:\n    find(b)", [(1, True)]),
    ("if a:\n    return 0\nfind(b)", [(1, False)]),
    ("if a:\n    pass\nelse:\n    find(b)", [(1, False)]),
    # Not control dependent: the call always comes.
    ("if a:\n    pass\nfind(b)", []),
    # Control dependent, but the outer branch does not always lead to it.
    ("if a:\n    if b:\n        find(b)", [(2, True)]),
    ("if a and b:\n    find(b)", [(1, True)]),
    ("if a or b:\n    find(b)", [(1, True), (1, True)]),
    ("for x in a:\n    find(x)", [(1, True)]),
    ("for x in a:\n    if x:\n        continue\n    find(x)", [(2, False)]),
    ("while a:\n    find(b)", [(1, True)]),
    ("try:\n    a()\nexcept ValueError:\n    find(b)", [(3, True)]),
    ("return find(b) if a else None", [(1, True)]),
    ("return a and find(b)", [(1, True)]),
    ("match a:\n    case 1:\n        pass\n    case _:\n        find(b)", [(2, False)]),
    ("if a:\n    raise ValueError\nelif b:\n    find(b)", [(3, True)]),
]


@pytest.mark.parametrize("body, expected", TARGETS)
def test_target_branches_of_the_caller_lead_to_the_call_and_are_not_trivial(body, expected):
    source = "from shop.rates import find\ndef f(a, b):\n" + textwrap.indent(body, "    ")
    coupling = coupling_of(source)
    found = [branch for site in coupling.sites for branch in caller_branches(coupling, site)]
    assert found == [(line + 2, outcome) for line, outcome in expected]


def test_a_call_that_always_comes_in_its_function_has_the_branches_to_that_function():
    """Listing 1 of the paper, with the inner condition moved out."""
    coupling = coupling_of(
        """
        from shop.rates import find

        class Person:
            def drive(self, fuel):
                if fuel < 100:
                    self.refuel()
                else:
                    pass

            def refuel(self):
                find("x")
        """
    )
    (site,) = coupling.sites
    assert caller_branches(coupling, site) == [(6, True)]
    names = [coupling.caller.code_objects[index].qualified_name for index in coupling.covering]
    assert names == ["Person.drive", "Person.refuel"]


def test_the_example_of_the_paper_couples_the_inner_branch_with_both_of_the_callee():
    coupling = coupling_of(
        """
        from shop.rates import Car

        class Person:
            def __init__(self):
                self.car = Car()
                self.lazy = False

            def drive_home(self):
                if self.car.fuel < 100:
                    self.add_energy()
                else:
                    self.car.drive()

            def add_energy(self):
                if self.lazy:
                    self.take_bus()
                else:
                    self.car.refuel()
        """,
        """
        class Car:
            def __init__(self):
                self.fuel = 0

            def refuel(self):
                if self.fuel > 50:
                    self.fuel = 100
                else:
                    self.fuel += 50

            def drive(self):
                self.fuel -= 1
        """,
    )
    (site,) = coupling.sites
    assert entered(coupling, site) == {"Car.refuel"}
    assert caller_branches(coupling, site) == [(16, False)]
    assert callee_branches(coupling, site) == {("Car.refuel", True), ("Car.refuel", False)}
    first = len(coupling.caller.predicates) + len(coupling.callee.predicates)
    caller = site.caller_branches[0]
    assert coupling.coupled() == [(0, caller, (first, True)), (0, caller, (first, False))]


def test_target_branches_of_the_callee_are_those_behind_the_function_called():
    coupling = coupling_of(
        """
        from shop.rates import Rates

        def total(rates: Rates, weight):
            if weight:
                return rates.quote(weight)
        """
    )
    (site,) = coupling.sites
    assert entered(coupling, site) == {"Rates.quote", "Cheap.quote"}
    names = {name for name, _ in callee_branches(coupling, site)}
    assert names == {"Rates.quote", "Rates._step", "Cheap.quote"}


def test_a_callee_without_branches_couples_nothing():
    assert not coupling_of("import shop.rates\ndef f(a):\n if a: shop.rates.plain()").sites


# How a caller may know the callee; each call is at a branch.
WAYS = [
    ("import shop.rates\ndef f(a):\n if a: shop.rates.find(a)", {"find"}),
    ("import shop.rates as r\ndef f(a):\n if a: r.find(a)", {"find"}),
    ("from shop import rates\ndef f(a):\n if a: rates.find(a)", {"find"}),
    ("from . import rates\ndef f(a):\n if a: rates.find(a)", {"find"}),
    ("from .rates import find as g\ndef f(a):\n if a: g(a)", {"find"}),
    ("from shop.rates import *\ndef f(a):\n if a: find(a)", {"find"}),
    ("from shop import find\ndef f(a):\n if a: find(a)", {"find"}),
    ("def f(a):\n from shop.rates import find\n if a: find(a)", {"find"}),
    ("import shop.rates\ndef f(a: 'shop.rates.Cheap'):\n if a: a.quote(1)", {"Cheap.quote"}),
    (
        "from typing import Optional\nfrom shop.rates import Cheap\n"
        "def f(a: Optional[Cheap]):\n if a: a.quote(1)",
        {"Cheap.quote"},
    ),
    (
        "from shop.rates import Cheap\ndef f(a: 'Cheap | None' = None):\n if a: a.quote(1)",
        {"Cheap.quote"},
    ),
    ("from shop.rates import Cheap\ndef f(a: list[Cheap]):\n for x in a: x.quote(1)", {"Cheap.quote"}),
    ("from shop.rates import Cheap\ndef f(a):\n x = Cheap()\n if a: x.quote(1)", {"Cheap.quote"}),
    (
        "from shop.rates import Cheap\nclass K:\n def __init__(self, c: Cheap):\n  self.c = c\n"
        " def f(self, a):\n  if a: self.c.quote(1)",
        {"Cheap.quote"},
    ),
    (
        "from shop.rates import Cheap\nclass K:\n c: Cheap\n def f(self, a):\n  if a: self.c.quote(1)",
        {"Cheap.quote"},
    ),
    ("from shop.rates import find\ndef f(a):\n if a: find('x').quote(1)", {"find", "Rates.quote"}),
    # Nothing tells the class: the callee's is what may arrive there.
    ("def f(a, b):\n if a: b.quote(1)", {"Rates.quote", "Cheap.quote"}),
    # A subclass calls what it inherited (§3.1.5).
    (
        "from shop.rates import Rates\nclass K(Rates):\n def f(self, a):\n  if a: self.quote(a)",
        {"Rates.quote", "Cheap.quote"},
    ),
]


@pytest.mark.parametrize("source, expected", WAYS)
def test_callees_are_found_by_imports_annotations_and_assignments(source, expected):
    coupling = coupling_of(source)
    found = set()
    for site in coupling.sites:
        found |= entered(coupling, site)
    assert expected <= found
    assert len(coupling.sites) == 1 or expected == {"find", "Rates.quote"}


@pytest.mark.parametrize(
    "source",
    [
        "def f(a, b):\n if a: b.get(1)",  # a method of every dict
        "def f(a):\n if a: find(a)",  # not imported
        "from other.rates import find\ndef f(a):\n if a: find(a)",
        "class K:\n def quote(self, a): pass\n def f(self, a):\n  if a: self.quote(a)",
    ],
)
def test_what_is_not_the_callees_is_no_call_site(source):
    assert not coupling_of(source).sites


# What running code showed: the function, the line from its first, what was entered; and what the
# call on line 4 of the caller, the second of f, is coupled with by that.
SEEN = [
    ("if a: b(a)", [("f", 1, "find")], {"find"}),
    ("if a: b(len(a))", [("f", 1, "find")], set()),  # either may be it
    ("if a: b.get(a).quote(1)", [("f", 1, "Rates.quote")], {"Rates.quote", "Cheap.quote"}),
    ("if a: b[0](a)", [("f", 1, "find"), ("f", 1, "Rates.quote")], {"find", "Rates.quote"}),
    ("if a: return [b(one) for one in a if one]", [("f", 1, "find")], {"find"}),
    ("if a: return b(\n        a,\n    )", [("f", 2, "find")], {"find"}),
    ("if a: return b.best", [("f", 1, "Rates.best")], set()),
    ("if a: return max(b.best, 1)", [("f", 1, "Rates.best")], set()),  # a property
    ("if a: return str(b)", [("f", 1, "Rates.__repr__")], set()),
    ("if a: b(a)", [("g", 1, "find"), ("f", 7, "find"), ("f", 1, "gone")], set()),
]


@pytest.mark.parametrize("body, seen, expected", SEEN)
def test_what_running_code_showed_names_what_a_call_enters(body, seen, expected):
    caller = side("shop.cart", "import shop.rates\n\ndef f(a, b):\n    " + body)
    calls = [SeenCall(*one) for one in seen]
    coupling = couple(caller, side("shop.rates", CALLEE), calls)
    found = {name for site in coupling.sites for name in entered(coupling, site)}
    assert found == expected
    goals = find_goals(caller.tree)
    coupling.mark_sites(caller.tree, goals)
    assert sorted(goals.call_sites.values()) == list(range(len(coupling.sites)))
