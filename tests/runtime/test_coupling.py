"""Call sites of a caller, and the branches of both sides that they couple (Cling, §3.1)."""

import ast
import textwrap

import pytest
from skua_runtime.goals import coupling as coupling_module
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


def side(name, source, part=""):
    tree = ast.parse(textwrap.dedent(source))
    goals = find_goals(tree)
    draw_control_flow(goals)
    return Module(name, False, tree, goals, part)


def coupling_of(caller, callee=CALLEE, caller_part="", callee_part=""):
    return couple(side("shop.cart", caller, caller_part), side("shop.rates", callee, callee_part))


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
        {"Rates.quote"},
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


TWO_CALLERS = """
    from shop.rates import Rates, find

    class Cart:
        def total(self, rates: Rates, a):
            if a:
                self.note(rates, a)
            def later():
                if a:
                    return rates.quote(5)
            return later

        def note(self, rates: Rates, a):
            rates.quote(1)

    class Cart2:
        def total(self, rates: Rates, a):
            if a:
                find(a)

    def total(rates: Rates, a):
        if a:
            return rates.quote(2)
        if a is None:
            Cart().note(rates, 3)
"""


def test_call_sites_are_those_of_the_callers_part():
    def lines(part):
        return [site.line for site in coupling_of(TWO_CALLERS, caller_part=part).sites]

    assert lines("") == [10, 14, 19, 23]
    assert lines("Cart") == [10, 14]
    assert lines("Cart2") == [19]
    assert lines("total") == [23]


def test_branches_of_other_parts_that_lead_to_a_call_site_are_no_goals():
    _, note = coupling_of(TWO_CALLERS, caller_part="Cart").sites
    assert [line for line, _ in caller_branches(coupling_of(TWO_CALLERS), note)] == [6]


def test_branches_of_the_callee_are_those_of_its_part():
    (site,) = coupling_of(TWO_CALLERS, caller_part="total", callee_part="Cheap").sites
    assert entered(coupling_of(TWO_CALLERS), site) == {"Cheap.quote"}
    coupling = coupling_of(TWO_CALLERS, callee_part="Rates")
    assert {name for site in coupling.sites for name, _ in callee_branches(coupling, site)} == {
        "Rates.quote",
        "Rates._step",
    }
    assert [site.line for site in coupling_of(TWO_CALLERS, callee_part="find").sites] == [19]


BASES = """
    class Basket:
        def __init__(self, limit=3):
            self.limit = limit if limit else 1

        def get(self, key):
            return 1 if key else 0

        def update(self, key):
            return self.get(key) if key else None

        @classmethod
        def made(cls, limit):
            return cls(limit) if limit else None

    class Deep(Basket):
        pass

    class Other(Basket):
        def get(self, key):
            return 2 if key else 3
"""
# How a sub-class in the caller calls what it inherited; each call is at a branch of `f`.
INHERITED = [
    ("def f(self, a):\n  if a: self.get(a)", {"Basket.get"}),
    ("def f(self, a):\n  if a: super().get(a)", {"Basket.get"}),
    ("def get(self, a):\n  if a: super().get(a)", {"Basket.get"}),
    ("def get(self, a):\n  if a: super(K, self).get(a)", {"Basket.get"}),
    ("def get(self, a):\n  if a: Basket.get(self, a)", {"Basket.get"}),
    ("def __init__(self, a):\n  if a: super().__init__(a)", {"Basket.__init__"}),
    ("def f(self, a):\n  if a: self.update(a)", {"Basket.update"}),
    ("def f(self, a):\n  if a: K(a)", {"Basket.__init__"}),
    ("def f(self, a):\n  def g():\n   if a: super().get(a)\n  return g", {"Basket.get"}),
    ("@classmethod\n def f(cls, a):\n  if a: cls.made(a)", {"Basket.made"}),
    ("@classmethod\n def f(cls, a):\n  if a: super().made(a)", {"Basket.made"}),
    ("def get(self, a): return 1\n def f(self, a):\n  if a: self.get(a)", None),
    ("def f(self, a):\n  if a: super().f(a)", None),
]


@pytest.mark.parametrize("base", ["Basket", "Deep", "rates.Deep"])
@pytest.mark.parametrize("body, expected", INHERITED)
def test_a_sub_class_calls_what_it_inherits_from_the_callee(body, expected, base):
    source = f"from shop import rates\nfrom shop.rates import *\nclass K({base}):\n {body}"
    coupling = coupling_of(source, BASES)
    found = [entered(coupling, site) for site in coupling.sites]
    assert found == ([] if expected is None else [expected])


def test_a_sub_class_of_a_sub_class_in_the_caller_calls_what_it_inherits_from_the_callee():
    coupling = coupling_of(
        """
        from shop.rates import Basket

        class First(Basket):
            def get(self, key):
                if key:
                    return super().get(key)

        class Second(First):
            def f(self, a):
                if a:
                    self.update(a)
                if a > 1:
                    self.get(a)
        """,
        BASES,
    )
    assert [(site.line, entered(coupling, site)) for site in coupling.sites] == [
        (7, {"Basket.get"}),
        (12, {"Basket.update"}),
    ]


SUPER_CLASS = """
    class Report:
        def __init__(self, rows):
            self.rows = rows

        def render(self, wide):
            if wide:
                return self.line(self.rows)
            return self.end() if self.rows else None

        def line(self, rows):
            raise NotImplementedError

        def end(self):
            return "" if self.rows else "none"

        def all(self, wide):
            if self.rows:
                return self.render(wide)
"""


def test_a_super_class_calls_what_a_sub_class_in_the_callee_redefines():
    coupling = coupling_of(
        SUPER_CLASS,
        """
        from shop.cart import Report

        class Table(Report):
            def line(self, rows):
                return "wide" if rows > 9 else "narrow"

            def own(self):
                return 1 if self.rows else 2
        """,
    )
    (site,) = coupling.sites
    assert (site.line, entered(coupling, site)) == (8, {"Table.line"})
    assert {name for name, _ in callee_branches(coupling, site)} == {"Table.line"}
    names = [coupling.caller.code_objects[index].qualified_name for index in coupling.covering]
    assert names == ["Report.render", "Report.all"]


def test_what_a_sub_class_may_have_redefined_leads_nowhere_for_sure():
    """The branches to a method of the super-class are not those to its calls of other methods."""
    callee = "from shop.cart import Report\nclass T(Report):\n{}"
    line = " def line(self, rows):\n  return 1 if rows else 2\n"
    render = " def render(self, wide):\n  return 3 if wide else 4\n"
    source = textwrap.dedent(SUPER_CLASS).replace("        if wide:\n    ", "").replace("wide)", "wide=1)")
    (site,) = coupling_of(source, callee.format(line)).sites
    assert len(site.caller_branches) == 1
    sites = coupling_of(source, callee.format(line + render)).sites
    assert [site.line for site in sites] == [len(source.splitlines())]


# What running code showed: the function, the line from its first, what was entered; and what the
# call on line 4 of the caller, the second of f, is coupled with by that.
SEEN = [
    ("if a: b(a)", [("f", 1, "find")], {"find"}),
    ("if a: b(len(a))", [("f", 1, "find")], set()),  # either may be it
    ("if a: b.get(a).quote(1)", [("f", 1, "Rates.quote")], {"Rates.quote", "Cheap.quote"}),
    ("if a: b[0](a)", [("f", 1, "find"), ("f", 1, "Rates.quote")], {"find", "Rates.quote"}),
    ("if a: return [b(one) for one in a if one]", [("f", 1, "find")], {"find"}),
    ("if a: return b(\n        a,\n    )", [("f", 2, "find")], {"find"}),
    ("if a: return b.best", [("f", 1, "Rates.best")], {"Rates.best"}),
    ("if a: return max(b.best, 1)", [("f", 1, "Rates.best")], {"Rates.best"}),  # no call of max
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


# One module, whose class Rates is the callee; what each site of Cart enters.
PARTS = """
    class Rates:
        def quote(self, weight):
            return 9 if weight > 9 else 5

        def pick(self, cart):
            return cart.only_here(1) if cart else None

    class Other:
        def quote(self, weight):
            return 1 if weight else 0

        def only_here(self, weight):
            return 1 if weight else 0

    class Cart(Rates):
        def total(self, rates, weight):
            if weight:
                {}
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Rates().quote(1)", {"Rates.quote"}),
        ("Other().quote(1)", None),
        ("rates.quote(1)", {"Rates.quote"}),  # as the methods of the callee are called
        ("rates.only_here(1)", None),
        ("super().quote(1)", {"Rates.quote"}),
        ("self.pick(rates)", {"Rates.pick"}),
        ("self.total(rates, 0)", None),
    ],
)
def test_parts_of_one_module_are_coupled(call, expected):
    source = PARTS.format(call)
    tree = side("shop", source)
    coupling = couple(
        Module("shop", False, tree.tree, tree.goals, "Cart"), Module("shop", False, tree.tree, find_goals(tree.tree), "Rates")
    )
    assert [entered(coupling, site) for site in coupling.sites] == ([expected] if expected else [])
    for site in coupling.sites:
        assert callee_branches(coupling, site) == {
            (name, outcome) for name in expected for outcome in (True, False)
        }


def many_sites(sites, decisions=5):
    """A caller whose function n has n + 1 branches to a call, and a callee with so many decisions."""
    caller = "from shop.rates import decide\n" + "".join(
        f"def f{n}(a):\n    if {' or '.join(f'a[{i}]' for i in range(n + 1))}:\n        decide(a)\n"
        for n in range(sites)
    )
    callee = "def decide(a):\n" + "".join(
        f"    if a == {n}:\n        return {n}\n" for n in range(decisions)
    )
    return coupling_of(caller, callee)


def per_site(coupling):
    counts = [0] * len(coupling.sites)
    for site, _, _ in coupling.coupled():
        counts[site] += 1
    return counts


def test_a_pair_of_the_size_of_the_papers_largest_keeps_all_its_coupled_branches():
    coupling = many_sites(60, decisions=20)
    assert len(coupling.coupled()) == coupling.in_all == sum(40 * (n + 1) for n in range(60))
    assert coupling.in_all > 60_754


def test_what_is_too_much_is_drawn_evenly_over_the_call_sites(monkeypatch):
    monkeypatch.setattr(coupling_module, "_MOST_COUPLED", 200)
    coupling = many_sites(10)
    assert coupling.in_all == sum(10 * (n + 1) for n in range(10))
    assert per_site(coupling) == [10, 20] + [21] * 6 + [22] * 2
    assert len(coupling.coupled()) == len(set(coupling.coupled())) == 200
    last = {callee for site, _, callee in coupling.coupled() if site == 9}
    assert len(last) > 5, "branches of the callee from the first to the last"
    assert many_sites(10).coupled() == coupling.coupled(), "the same in each load"
    assert coupling.described()["coupled_in_all"] == 550


def test_call_sites_without_room_for_their_copies_are_counted_and_lie_between_others(monkeypatch):
    monkeypatch.setattr(coupling_module, "_MOST_COPIED", 5 * 5)
    coupling = many_sites(10)
    assert coupling.copies == 5 and coupling.in_all == 550
    lines = [site.line for site in coupling.sites]
    assert lines == sorted(lines) and lines[-1] > 20, "not the first ones alone"
