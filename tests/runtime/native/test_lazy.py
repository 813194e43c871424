"""Lazy arguments take part in whatever is done with them, and what that was is in the trace."""

from __future__ import annotations

import asyncio
import collections.abc
import copy
import math
import operator
import os

import pytest
import skua_native

import frames
from frames import PASSED, RAISED, call

ARGUMENT, ATTRIBUTE, ITEM, ELEMENT, RESULT = range(5)
OPERATIONS = (
    "truth length iterated indexed called compared ordered arithmetic bitwise concatenated "
    "contained hashed as_integer as_float as_text as_path entered awaited attribute_set item_set class_asked"
).split()
BUILTINS = "bool int float complex str bytes list tuple set frozenset dict function type".split()
DECISIONS = range(24)
BESIDES = {"hashed", "compared", "as_integer", "length", "indexed"}  # on the way to another


class Known:
    pass


def probe_isinstance(*arguments):
    return skua_native.call(0, "isinstance", True)(isinstance, *arguments)


def probe_hasattr(*arguments):
    return skua_native.call(0, "hasattr", True)(hasattr, *arguments)


def probe_callable(*arguments):
    return skua_native.call(0, "callable", True)(callable, *arguments)


def is_none(value):
    return skua_native.compare(1, "is", True)(value, None)


def contained(key, container):
    return skua_native.compare(1, "in", True)(key, container)


def run(function, *decisions):
    """The traces of `function(lazy)`, one for each number that decides what the argument says."""

    def prepare():
        skua_native.set_subject([(function, None, ("x",))], [Known], [()])

    with frames.Child(prepare) as child:
        traces = child.run([[frames.lazy(one), call(0, 0)] for one in decisions])
        assert child.end() == 0
    return traces


def named(bits, names):
    return {name for place, name in enumerate(names) if bits >> place & 1}


def entered(x):
    with x as y, x as again:
        assert y is again


async def _await_all(x):
    async with x as y:
        assert y is not x
    got = await x
    return [got, [one async for one in x]]


def awaited(x):
    assert len(asyncio.run(_await_all(x))[1]) <= 2


def set_attribute(x):
    x.name = 5
    assert x.name == 5
    del x.name


def set_item(x):
    x["k"] = 5
    assert x["k"] == 5
    del x["k"]


def iterated(x):
    assert len(list(x)) <= 2 and len(list(reversed(x))) <= 2
    assert next(iter(x), None) is next(x, None)


def hashed(x):
    assert hash(x) == hash(x) and {x: 1}[x] == 1


PROTOCOLS = {
    "truth": (bool, {"truth"}),
    "length": (len, {"length"}),
    "iterated": (iterated, {"iterated"}),
    "indexed": (lambda x: x[0], {"indexed"}),
    "sliced": (lambda x: x[1:], {"indexed"}),
    "called": (lambda x: x(1, a=2), {"called"}),
    "equal": (lambda x: x == 5, {"compared"}),
    "not equal": (lambda x: "a" != x, {"compared"}),
    "ordered": (lambda x: (3 <= x, x < 9.5), {"ordered"}),
    "equal to none": (lambda x: x == None, {"compared"}),  # noqa: E711
    "sum": (lambda x: x + 1, {"arithmetic"}),
    "reflected": (lambda x: 2 ** x // 3, {"arithmetic"}),
    "in place": (lambda x: operator.iadd(x, 1), {"arithmetic"}),
    "unary": (lambda x: abs(-x), {"arithmetic"}),
    "divmod": (lambda x: sum(divmod(x, 3)), {"arithmetic"}),
    "round": (lambda x: round(x), {"arithmetic"}),
    "bits": (lambda x: (x & 1, 1 << x, ~x), {"bitwise"}),
    "concatenated": (lambda x: "a" + x, {"concatenated"}),
    "formatted": (lambda x: x % (1, 2), {"concatenated"}),
    "contained": (lambda x: "a" in x, {"contained"}),
    "hashed": (hashed, {"hashed"}),
    "int": (int, {"as_integer"}),
    "index": (lambda x: list(range(x)), {"as_integer"}),
    "float": (lambda x: math.sqrt(float(x) ** 2), {"as_float"}),
    "str": (str, {"as_text"}),
    "repr": (repr, {"as_text"}),
    "format": (lambda x: f"{x:>10}", {"as_text"}),
    "format a real": (lambda x: f"{x:.2f}", {"as_float"}),
    "format an integer": (lambda x: f"{x:05d}", {"as_integer"}),
    "path": (os.fspath, {"as_path"}),
    "entered": (entered, {"entered"}),
    "awaited": (awaited, {"entered", "awaited", "iterated"}),
    "attribute set": (set_attribute, {"attribute_set"}),
    "item set": (set_item, {"item_set"}),
    "class asked": (lambda x: isinstance(x, str), {"class_asked"}),
    "copied": (lambda x: (copy.copy(x), copy.deepcopy([x])), set()),
}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_each_protocol_is_taken_part_in_and_noted(name):
    function, wanted = PROTOCOLS[name]
    for trace in run(function, *DECISIONS):
        assert (trace.verdict, trace.exception) == (PASSED, "")
        use = trace.lazy_uses[0]
        assert (use.parent, use.part, use.variable) == (frames.NO_INDEX, ARGUMENT, 0)
        noted = named(use.operations, OPERATIONS)
        assert wanted <= noted and noted - wanted <= BESIDES


def test_the_same_decisions_give_the_same_answers_and_others_give_others():
    def function(x):
        return bool(x), len(x.items), x.n < 5, x == "a", [int(one) for one in x.all]

    first, second = run(function, *DECISIONS), run(function, *DECISIONS)
    shown = [(trace.lazy_uses, trace.verdict) for trace in first]
    assert shown == [(trace.lazy_uses, trace.verdict) for trace in second]
    assert len({repr(one) for one in shown}) > len(DECISIONS) // 2


def test_parts_come_into_being_as_they_are_asked_for():
    def function(x):
        assert x.a is x.a and x["k"] is x["k"] and x() is x() and x.a is not x.b
        assert [one.c for one in x] == [one.c for one in x]
        return x.a.b["k"](1)

    traces = run(function, *DECISIONS)
    assert {trace.verdict for trace in traces} == {PASSED}
    for trace in traces:
        uses = trace.lazy_uses
        named_parts = {(use.part, use.name, use.key, use.parent) for use in uses}
        assert {(ATTRIBUTE, "a", None, 0), (ITEM, "", "k", 0), (RESULT, "", None, 0)} <= named_parts
        assert all(use.parent < place for place, use in enumerate(uses) if place)
        deepest = uses[-1]
        assert deepest.part == RESULT and uses[deepest.parent].key == "k"
        assert uses[deepest.parent].operands == [1]
    counts = {sum(use.part == ELEMENT for use in trace.lazy_uses) for trace in traces}
    assert counts == {0, 1, 2}


def test_operands_and_what_a_value_became_are_kept():
    def equal(x):
        return x == "wanted"

    given = {trace.lazy_uses[0].given for trace in run(equal, *DECISIONS)}
    assert given == {None, "wanted"}

    def order(x):
        assert (x < 5) == (int(x) < 5) and (x >= 7) == (int(x) >= 7)

    for trace in run(order, *DECISIONS):
        assert trace.verdict == PASSED
        assert trace.lazy_uses[0].operands[0] == 5 and trace.lazy_uses[0].given in (4, 5)


def test_isinstance_as_a_condition_asks_for_classes_and_may_be_told_yes():
    def function(x):
        if probe_isinstance(x, (int, Known)):
            return x + 1
        if probe_isinstance(x, str):
            assert isinstance(x, str) and not probe_isinstance(x, int)
            return x.upper()
        assert not probe_isinstance(x, str)
        return probe_isinstance(x, collections.abc.Mapping)

    traces = run(function, *DECISIONS)
    assert {trace.verdict for trace in traces} == {PASSED}
    asked = [(named(t.lazy_uses[0].builtins, BUILTINS), t.lazy_uses[0].classes) for t in traces]
    assert all("int" in builtins and classes == [0] for builtins, classes in asked)
    assert any("dict" in builtins for builtins, _ in asked)
    given = {type(trace.lazy_uses[0].given) for trace in traces}
    assert given == {int, str, type(None)}
    taken = {trace.predicates[0] for trace in traces}
    assert len(taken) > 1  # yes at once, and no


def test_hasattr_and_callable_as_conditions_may_be_told_either():
    def function(x):
        if probe_hasattr(x, "read"):
            assert probe_hasattr(x, "read")
            x.read()
        else:
            assert not probe_hasattr(x, "read")
            try:
                x.read
            except AttributeError:
                pass
            else:
                raise KeyError
        return probe_callable(x)

    traces = run(function, *DECISIONS)
    assert {trace.verdict for trace in traces} == {PASSED}
    attributes = [use for trace in traces for use in trace.lazy_uses if use.part == ATTRIBUTE]
    assert {use.name for use in attributes} == {"read"}
    called = [any(use.part == RESULT for use in trace.lazy_uses) for trace in traces]
    assert True in called and False in called
    assert all("function" in named(trace.lazy_uses[0].builtins, BUILTINS) for trace in traces)


def test_a_lazy_key_may_be_one_of_those_there_are():
    def function(x):
        if contained(x, {"red": 1, "blue": 2}):
            raise KeyError
        if contained(x, "abc"):
            raise IndexError

    traces = run(function, *DECISIONS)
    assert {trace.exception for trace in traces} >= {"builtins:KeyError", "builtins:IndexError"}
    found = {t.lazy_uses[0].given for t in traces if t.exception == "builtins:KeyError"}
    assert found == {"red", "blue"}


def test_what_is_asked_whether_it_is_none_may_say_so_until_it_has_shown_otherwise():
    def ask(x):
        if is_none(x):
            assert is_none(x) and not x
            raise KeyError

    def ask_late(x):
        assert x.name is not None and x > 3
        assert not is_none(x)

    traces = run(ask, *DECISIONS)
    assert {trace.exception for trace in traces} == {"", "builtins:KeyError"}
    for trace in traces:
        use = trace.lazy_uses[0]
        assert (None in use.operands and use.given is False) == (trace.exception != "")
    assert {trace.exception for trace in run(ask_late, *DECISIONS)} <= {"", "builtins:AssertionError"}


def test_depth_and_number_of_parts_are_bounded_as_those_of_plain_objects():
    def deep(x):
        while True:
            x = x.next

    def called(x):
        while True:
            x = x()

    def wide(x):
        return [x[i] for i in range(1000)]

    def endless(x):
        while True:
            x.name

    assert run(deep, 1)[0].exception == "builtins:AttributeError"
    assert run(called, 1)[0].exception == "builtins:TypeError"
    trace = run(wide, 1)[0]
    assert trace.exception == "builtins:TypeError" and len(trace.lazy_uses) == 64
    assert run(endless, 1)[0].exception == "builtins:TypeError"


def test_loops_that_wait_for_a_truth_come_to_an_end():
    def function(x):
        while x.more:
            pass
        while not x.ready():
            pass
        total = 0
        while total < x.limit:
            total += 1

    assert {trace.verdict for trace in run(function, *DECISIONS)} == {PASSED}


def test_special_names_are_those_of_the_type():
    def function(x):
        for name in ("__array__", "__dict__", "__name__", "__wrapped__", "__set__"):
            assert not hasattr(x, name)
        assert x.__class__.__name__ == "Lazy" and callable(x)
        return dict(x), sorted(x, key=id), isinstance(5, x)

    assert run(function, 3)[0].exception == "builtins:TypeError"  # of isinstance


KEPT = []


def test_nobody_else_makes_them():
    def call_its_type(x):
        return type(x)()

    def go_round_it(x):
        return object.__new__(type(x))

    for function in (call_its_type, go_round_it):
        for trace in run(function, *DECISIONS):
            assert trace.verdict == RAISED


def test_what_outlives_its_test_answers_and_notes_nothing():
    def keep(x):
        if KEPT:
            old = KEPT[0]
            old.name.deeper = 1
            assert old() is not None and bool(old) in (True, False) and list(old) is not None
            assert (old == 5) in (True, False) and isinstance(hash(old), int)
            assert old + 1 is not None
            assert len(old) == len(list(old)) and f"{old:.1f}" and old["k"] is not None
            return None
        KEPT.append(x)

    first, second = run(keep, 1, 2)
    assert (first.verdict, second.verdict) == (PASSED, PASSED)
    assert [use.operations for use in second.lazy_uses] == [0]


def test_lazy_values_are_freed_with_their_test():
    def function(x):
        x.me = x
        x["me"] = [x, x.a, x()]

    def prepare():
        skua_native.set_subject([(function, None, ("x",))], [], [])

    def rss(process):
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1])

    with frames.Child(prepare) as child:
        batch = [[frames.lazy(1), call(0, 0)]] * 3000
        for _ in range(2):
            child.run_unread(batch)
        before = rss(child.process)
        for _ in range(5):
            child.run_unread(batch)
        assert rss(child.process) - before <= max(100, before // 50)
        assert child.end() == 0
