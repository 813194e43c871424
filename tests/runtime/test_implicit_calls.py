"""Call sites where no call stands: operators, items, properties, loops, `with`, `await`, f-strings."""

import sys
import textwrap

import pytest
import support
from skua_runtime.goals.seen_calls import SeenCall
from test_coupling import caller_branches, couple, coupling_of, entered, side

BINARY = ["add", "radd", "iadd", "sub", "mul", "eq", "lt", "gt", "contains", "getitem", "delitem"]
CALLEE = (
    """
import contextlib
from typing import Iterator

@contextlib.contextmanager
def paid(money):
    if money.cents:
        yield 1
    else:
        yield 2

def listed(function):
    return lambda *arguments: list(function(*arguments))

@listed
def collected(money):
    while money.cents:
        money.cents -= 1
        yield 1

class Money:
    def __init__(self, cents):
        self.cents = cents

    @property
    def whole(self):
        return self.cents // 100 if self.cents else 0

    @whole.setter
    def whole(self, value):
        self.cents = value * 100 if value else 0

    def __setitem__(self, key, value):
        self.cents = value if key else 0

    def __iter__(self):
        for step in range(3):
            yield step if self.cents else 0

    def __enter__(self):
        return self if self.cents else None

    def __exit__(self, *error):
        return True if self.cents else False

    def __await__(self):
        return iter(()) if self.cents else iter([])

    def coins(self):
        while self.cents > 0:
            self.cents -= 1
            yield self.cents

    async def later(self):
        return 1 if self.cents else 2
"""
    + "".join(
        f"""
    def __{name}__(self, other):
        return other if self.cents else None
"""
        for name in BINARY
    )
    + "".join(
        f"""
    def __{name}__(self):
        return {value} if self.cents else {value}
"""
        for name, value in (("neg", 1), ("len", 2), ("str", "'text'"), ("repr", "'other'"))
    )
)
# What the body of `def f(a: Money, b)` does, and which method of Money it enters.
PLACES = [
    ("return a + b", "__add__"),
    ("return b + a", "__radd__"),
    ("a += b\nreturn a", "__iadd__"),
    ("b -= a\nreturn b", None),
    ("a *= b\nreturn a", "__mul__"),
    ("return -a", "__neg__"),
    ("return a == b", "__eq__"),
    ("return b == a", "__eq__"),
    ("return a < b", "__lt__"),
    ("return b < a", "__gt__"),
    ("if a == b:\n    return 1\nreturn 2", "__eq__"),
    ("return 1 if b in a else 2", "__contains__"),
    ("return b not in a", "__contains__"),
    ("return a[b]", "__getitem__"),
    ("return a[1:b, ...]", "__getitem__"),
    ("a[b] = 1", "__setitem__"),
    ("a[b] += 1", "__setitem__"),
    ("del a[b]", "__delitem__"),
    ("return a.whole", "Money.whole"),
    ("a.whole = b", "Money.whole"),
    ("a.whole += b", "Money.whole"),
    ("return [one for one in a]", "__iter__"),
    ("for one in a:\n    b += one\nreturn b", "__iter__"),
    ("return sum(a)", "__iter__"),
    ("for one in a.coins():\n    b += one\nreturn b", "coins"),
    ("made = a.coins()\nreturn [one + b for one in made]", "coins"),
    ("return list(a.coins())", "coins"),
    ("yield from a.coins()", "coins"),
    ("return a.coins()", None),
    ("with a as entered:\n    return entered is a", "__enter__"),
    ("with a:\n    raise KeyError(b)", "__exit__"),
    ("return len(a)", "__len__"),
    ("return 1 if len(a) > 1 else 2", "__len__"),
    ("return len(a) > 1", "__len__"),
    ("return str(a)", "__str__"),
    ("return repr(a)", "__repr__"),
    ("return f'{a}'", "__str__"),
    ("return f'{a!r:>10}'", "__repr__"),
    ("return f'{a!s}'", "__str__"),
    ("return a is b", None),
    ("return not a.cents", None),
    ("import sys\nreturn sys.whole", None),
    ("with paid(a) as entered:\n    return entered", "paid"),
    ("made = paid(a)\nwith made:\n    return 1", "paid"),
    ("with paid(a) as made:\n    return [one for one in [made]]", "paid"),
    ("return collected(a)", "collected"),
]
ASYNC_PLACES = [
    ("return await a.later()", "later"),
    ("made = a.later()\nreturn await made", "later"),
    ("return await a", "__await__"),
]


def source_of(body, keyword="def"):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"from shop.rates import Money, collected, paid\n\n{keyword} f(a: Money, b):\n    if b:\n{lines}"


@pytest.mark.parametrize("keyword, body, expected", [
    *(("def", *place) for place in PLACES), *(("async def", *place) for place in ASYNC_PLACES),
])  # fmt: skip
def test_places_that_enter_functions_are_call_sites(keyword, body, expected):
    coupling = coupling_of(source_of(body, keyword), CALLEE)
    found = {name for site in coupling.sites for name in entered(coupling, site)}
    if expected is None:
        assert not found
    else:
        assert any(name.endswith(expected) for name in found)
        assert all((4, True) in caller_branches(coupling, site) for site in coupling.sites)


def test_a_loop_runs_the_generator_behind_its_own_branch():
    coupling = coupling_of(
        source_of("for one in a.coins():\n    if one:\n        return one"), CALLEE
    )
    (site,) = coupling.sites
    # The second one leads to the loop's next step.
    assert caller_branches(coupling, site) == [(4, True), (6, False)]


# Where sources tell nothing of the object's class, running code does.
SEEN = [
    ("return a + b", "Money.__add__"),
    ("return b + a", "Money.__radd__"),
    ("return [one for one in a]", "Money.__iter__"),
    ("return list(b())", "Money.coins"),
    ("return sorted(a)", "Money.__iter__"),
    ("return a[b]", "Money.__getitem__"),
]


@pytest.mark.parametrize("body, callable", SEEN)
def test_what_running_code_entered_without_a_call_is_a_call_site(body, callable):
    source = source_of(body).replace("a: Money", "a")
    assert coupling_of(source, CALLEE).sites == []
    seen = [SeenCall("f", 2, callable)]
    coupling = couple(side("shop.cart", source), side("shop.rates", CALLEE), seen)
    (site,) = coupling.sites
    assert entered(coupling, site) == {callable}


def loaded(project, body, keyword="def"):
    """f and Money, instrumented; and what is entered of Money from call sites, by name."""
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", CALLEE)
    project.write("shop/cart.py", source_of(body, keyword))
    callee = {"name": "shop.rates", "file": str(project.root / "shop" / "rates.py")}
    answer, _ = project.load("shop.cart", callee=callee)
    names = [one["qualified_name"] for one in answer["subject"]["code_objects"]]

    def entered_from_sites():
        seen = support.native().recorded()["code_objects"]
        return {names[index] for index in seen if index > 2 * names.index("Money", 1)}

    modules = sys.modules["shop.cart"], sys.modules["shop.rates"]
    return modules[0].f, modules[1].Money, entered_from_sites


def told(function, money, b):
    """What a call comes to: its result, or its exception, and what is left of the money."""
    try:
        result = function(money, b)
        if hasattr(result, "cr_code"):
            try:
                result.send(None)
            except StopIteration as stop:
                result = stop.value
        if hasattr(result, "gi_code"):
            result = list(result)
    except Exception as error:
        return type(error), str(error), getattr(money, "cents", None)
    return "itself" if result is money else repr(result), getattr(money, "cents", None)


@pytest.mark.parametrize("keyword, body, expected", [
    *(("def", *place) for place in PLACES), *(("async def", *place) for place in ASYNC_PLACES),
])  # fmt: skip
def test_places_do_what_they_did_while_their_site_is_on_the_stack(project, keyword, body, expected):
    native = support.native()
    plain = {}
    exec(CALLEE, plain)
    exec(source_of(body, keyword).partition("\n")[2], plain)
    function, money, entered_from_sites = loaded(project, body, keyword)
    for cents in (0, 250):
        for b in (1, "x"):
            native.reset()
            result = told(function, money(cents), b)
            assert result == told(plain["f"], plain["Money"](cents), b)
            if expected is not None and not isinstance(result[0], type):
                assert any(name.endswith(expected) for name in entered_from_sites())
    # Python itself tells of objects that lack the method.
    for other in (5, object()):
        assert told(function, other, 1) == told(plain["f"], other, 1)


# Callers that look like others, which must do what they did; f gets an object of the callee's C.
LOOKALIKES = {
    "await of what only the metaclass can": (
        """
        class Meta(type):
            def __await__(cls):
                return iter(())
        class C(metaclass=Meta):
            pass
        """,
        "async def f(a: C):\n    return await a",
    ),
    "async with of what has both protocols": (
        """
        class C:
            def __enter__(self): return 1
            def __exit__(self, *error): return None
            async def __aenter__(self): return 2
            async def __aexit__(self, *error): return None
        """,
        "async def f(a: C):\n    async with a as entered:\n        return entered",
    ),
    "async for over what a coroutine function seems to make": (
        """
        def plain(function): return lambda *given: Stream()
        class Stream:
            def __aiter__(self): return self
            async def __anext__(self): raise StopAsyncIteration
        class C: pass
        @plain
        async def stream(a): return a
        """,
        "async def f(a: C):\n    return [one async for one in stream(a)]",
    ),
    "a private name of the caller's own class": (
        """
        class C:
            @property
            def __secret(self): return 1
        """,
        "class Mine(C):\n    def read(self):\n        self.__secret = 7\n"
        "        return self.__secret\ndef f(a: C):\n    return Mine().read()",
    ),
    "with, whose methods an instance shadows": (
        """
        class C:
            def __init__(self): self.__enter__ = lambda: 9
            def __enter__(self): return 1
            def __exit__(self, *error): return None
        """,
        "def f(a: C):\n    with a as entered:\n        return entered",
    ),
    "with of class methods": (
        """
        class C:
            @classmethod
            def __enter__(cls): return cls.__name__
            @staticmethod
            def __exit__(*error): return len(error)
        """,
        "def f(a: C):\n    with a as entered:\n        raise KeyError(entered)",
    ),
    "a generator-based coroutine": (
        """
        class C:
            async def later(self): return 3
        """,
        "import types\n@types.coroutine\ndef made(a: C):\n    return (yield from a.later())\n"
        "async def f(a: C):\n    return await made(a)",
    ),
    "await of what is no iterator": (
        """
        class C:
            def __await__(self): return 5
        """,
        "async def f(a: C):\n    return await a",
    ),
}


@pytest.mark.parametrize("name", LOOKALIKES)
def test_what_looks_like_a_call_site_does_what_it_did(project, name):
    callee_source, caller_source = map(textwrap.dedent, LOOKALIKES[name])
    project.write("shop/__init__.py", "")
    project.write("shop/rates.py", callee_source)
    project.write("shop/cart.py", f"from shop.rates import *\n{caller_source}\n")
    callee = {"name": "shop.rates", "file": str(project.root / "shop" / "rates.py")}
    project.load("shop.cart", callee=callee)
    plain = {}
    exec(f"{callee_source}\n{caller_source}", plain)

    def result(function, thing):
        try:
            made = function(thing)
            return made.send(None) if hasattr(made, "cr_code") else made
        except BaseException as error:
            return type(error), str(error)

    expected = result(plain["f"], plain["C"]())
    assert result(sys.modules["shop.cart"].f, sys.modules["shop.rates"].C()) == expected
