"""Probes of calls, lengths and cases: what they do, and the operand pairs they leave."""

from __future__ import annotations

import gc

import pytest
import skua_native

import frames
from frames import TIMED_OUT, call


def pairs_of(function):
    """The operand pairs that one call leaves in its trace."""

    def prepare():
        skua_native.set_subject([(function, None, ())], [], [])

    with frames.Child(prepare) as child:
        trace = child.run([[call(0)]])[0]
        assert child.end() == 0
    return [pair[1:] for pair in trace.operands]


@pytest.mark.parametrize(
    "probe, arguments, wanted",
    [
        (lambda: skua_native.call(0, "startswith", True), ("abc".startswith, "x"), [("abc", "x")]),
        (lambda: skua_native.call(0, "endswith", False), (b"a".endswith, b"x"), [(b"a", b"x")]),
        (lambda: skua_native.call(0, "startswith", True), ("a".startswith, ("x", "y")), [("a", "x"), ("a", "y")]),
        (lambda: skua_native.call(0, "startswith", True), ("abc".startswith, "a"), []),
        (lambda: skua_native.call(0, "isdigit", True), ("abc".isdigit,), []),
        (lambda: skua_native.length(0, "==", True, False), (len, "abc", 5), [("abc", "abccc")]),
        (lambda: skua_native.length(0, "==", True, False), (len, "abc", 3), [("abc", "abcc")]),
        (lambda: skua_native.length(0, "!=", True, False), (len, b"abc", 2), [(b"abc", b"ab")]),
        (lambda: skua_native.length(0, "<", True, False), (len, "abc", 3), [("abc", "ab")]),
        (lambda: skua_native.length(0, "<", True, True), (len, "abc", 3), [("abc", "abcc")]),
        (lambda: skua_native.length(0, ">=", True, False), (len, "", 2), [("", "aa")]),
        (lambda: skua_native.length(0, "<=", False, False), (len, "ab", 2), [("ab", "abb")]),
        (lambda: skua_native.length(0, "==", True, False), (len, [1], 5), []),
        (lambda: skua_native.compare(0, "in", True), ("x", {"a": 1}), [("x", "a")]),
        (lambda: skua_native.compare(0, "not in", True), (5, {7}), [(5, 7)]),
        (lambda: skua_native.case((0,), 1, (("or", (("literal", "a"), ("literal", 5))),)), ("x",), [("x", "a"), ("x", 5)]),
    ],
)  # fmt: skip
def test_operands_that_would_change_the_outcome_are_kept(probe, arguments, wanted):
    assert pairs_of(lambda: probe()(*arguments)) == wanted


def test_keys_of_a_large_dict_take_turns():
    def look_up():
        probe = skua_native.compare(0, "in", True)
        for value in range(4):
            probe(value, dict.fromkeys(range(10, 30)))

    first = pairs_of(look_up)
    assert len(first) == 4 and all(10 <= key < 30 for _, key in first)

    def look_up_later():
        skua_native.tick()()
        skua_native.compare(0, "in", True)(0, dict.fromkeys(range(10, 30)))

    assert pairs_of(look_up_later)[0] != first[0]


def test_a_call_is_made_once_and_its_truth_taken_once():
    class Answer:
        def __bool__(self):
            asked.append("truth")
            return False

    def function(*arguments):
        asked.append(arguments)
        return Answer()

    asked = []
    for name in ("isinstance", "startswith", "any", "match"):
        assert skua_native.call(0, name, True)(function, 1, 2, 3) is False
        assert isinstance(skua_native.call(0, name, False)(function), Answer)
        assert asked == [(1, 2, 3), "truth", ()]
        asked.clear()


@pytest.mark.parametrize(
    "make",
    [
        lambda: skua_native.call(100, "any", True),
        lambda: skua_native.call(0, "len", True),
        lambda: skua_native.call(0, "any", True, "half"),
        lambda: skua_native.length(0, "in", True, False),
        lambda: skua_native.case((0, 1), 0, (None,)),
        lambda: skua_native.call(0, "any", True)(),
        lambda: skua_native.call(0, "any", True)(max, 1, 2, 3, 4),
        lambda: skua_native.length(0, "<", True, False)(len, ""),
    ],
)
def test_what_no_instrumentation_asks_for_is_refused(make):
    with pytest.raises((ValueError, TypeError)):
        make()


@pytest.mark.parametrize(
    "share, value, wanted",
    [
        ("", [], (1.0, 0.0)),
        ("outcome", [], (float("inf"), 0.0)),
        ("outcome", [1, 2], (0.0, float("inf"))),
        ("flag", [1, 2], (float("inf"), 2.0)),
        ("negated flag", [1, 2], (2.0, float("inf"))),
    ],
)
def test_a_share_of_the_distances_is_recorded(share, value, wanted):
    for make in (skua_native.truth, skua_native.operand):
        skua_native.reset()
        make(0, share)(value)
        assert skua_native.recorded()["predicates"] == {0: wanted}


def test_a_loop_that_only_ticks_ends_at_the_probe_limit():
    def forever():
        tick = skua_native.tick()
        while True:
            tick()

    def prepare():
        skua_native.set_subject([(forever, None, ())], [], [])

    with frames.Child(prepare) as child:
        assert child.run([[call(0)]], probes=1000)[0].verdict == TIMED_OUT
        assert child.end() == 0


def test_a_retired_predicate_is_not_looked_into():
    def function():
        skua_native.call(3, "startswith", True)("abc".startswith, "x")
        skua_native.length(3, "==", True, False)(len, "abc", 5)
        skua_native.case((3,), 1, (("literal", 1),))("x")

    def prepare():
        skua_native.set_subject([(function, None, ())], [], [])

    with frames.Child(prepare) as child:
        child.retire(3)
        trace = child.run([[call(0)]])[0]
        assert (trace.predicates, trace.operands) == ({}, [])
        assert child.end() == 0


def test_what_a_probe_holds_is_freed_with_it():
    def count():
        gc.collect()
        return sum(type(one) is tuple for one in gc.get_objects())

    before = count()
    probes = [skua_native.case((1,), 0, (("or", (("literal", [n]),)),)) for n in range(200)]
    assert count() >= before + 200
    del probes
    assert count() < before + 100
