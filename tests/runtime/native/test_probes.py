"""Probes do what the code they stand for does: results, exceptions, number of calls, and no more."""

from __future__ import annotations

import collections
import gc
import itertools
import warnings
import weakref

import pytest
import skua_native


def predicates():
    return skua_native.recorded()["predicates"]


class Asked:
    """Its comparisons give this object, whose truth is counted."""

    def __init__(self, truth):
        self.truth = truth
        self.count = 0

    def __eq__(self, other):
        return self

    def __bool__(self):
        self.count += 1
        if isinstance(self.truth, BaseException):
            raise self.truth
        return self.truth


def test_enter_records_and_is_true():
    assert skua_native.enter(7)() is True
    value = object()
    assert skua_native.enter_value(99)(value) is value
    skua_native.enter(3)()
    assert skua_native.recorded()["code_objects"] == [3, 7, 99]


def test_configure_clears_and_reset_clears():
    for clear in (skua_native.reset, lambda: skua_native.configure(100, 100)):
        skua_native.enter(1)()
        skua_native.truth(2)(1)
        clear()
        assert skua_native.recorded() == {"code_objects": [], "predicates": {}}


@pytest.mark.parametrize(
    "make",
    [
        lambda: skua_native.enter(100), lambda: skua_native.enter(-1),
        lambda: skua_native.enter(2**40), lambda: skua_native.truth(100),
        lambda: skua_native.compare(100, "==", True), lambda: skua_native.compare(1, "=", True),
        lambda: skua_native.case((1, 100), 0), lambda: skua_native.case((1, 2), 3),
    ],
)
def test_a_probe_of_what_was_not_configured_is_refused(make):
    with pytest.raises((ValueError, OverflowError)):
        make()


def test_a_probe_stays_valid_when_less_is_configured_later():
    probe = skua_native.truth(99)
    skua_native.configure(1, 1)
    assert probe(5) is True


def test_compare_as_a_condition_takes_the_truth_once():
    for truth in (True, False):
        asked = Asked(truth)
        assert skua_native.compare(0, "==", True)(asked, 1) is truth
        assert asked.count == 1
    assert predicates() == {0: (0.0, 0.0)}


def test_compare_as_a_value_gives_the_result_itself_and_records_only_bools():
    asked = Asked(True)
    probe = skua_native.compare(0, "==", False)
    assert probe(asked, 1) is asked and asked.count == 0
    assert predicates() == {}
    assert probe(1, 2) is False
    assert predicates() == {0: (1.0, 0.0)}


@pytest.mark.parametrize("condition", [True, False])
@pytest.mark.parametrize(
    "op, left, right, error",
    [
        ("<", 1, "a", TypeError),
        (">=", None, 1, TypeError),
        ("in", 1, 2, TypeError),
        ("not in", 1, "abc", TypeError),
        ("in", [], {1}, TypeError),
    ],
)
def test_compare_raises_what_python_raises(op, left, right, error, condition):
    with pytest.raises(error) as ours:
        skua_native.compare(0, op, condition)(left, right)
    with pytest.raises(error) as theirs:
        eval(f"left {op} right")
    assert str(ours.value) == str(theirs.value)
    assert predicates() == {}


def test_exceptions_of_truth_and_comparison_pass_through():
    error = ZeroDivisionError("mine")
    with pytest.raises(ZeroDivisionError, match="mine"):
        skua_native.compare(0, "==", True)(Asked(error), 1)
    with pytest.raises(ZeroDivisionError, match="mine"):
        skua_native.truth(0)(Asked(error))
    assert predicates() == {}


def test_truth_takes_the_truth_once():
    asked = Asked(False)
    assert skua_native.truth(0)(asked) is False
    assert asked.count == 1
    assert predicates() == {0: (1.0, 0.0)}


def test_operand_gives_the_value_and_never_asks():
    asked = Asked(True)
    probe = skua_native.operand(0)
    assert probe(asked) is asked and asked.count == 0
    assert probe(collections.OrderedDict()) == {}  # a subclass may have a length of its own
    assert predicates() == {}
    assert probe("") == ""
    assert predicates() == {0: (1.0, 0.0)}
    assert probe(len) is len  # without __bool__ and __len__: true
    assert predicates() == {0: (0.0, 0.0)}


@pytest.mark.parametrize(
    "iterable, distances",
    [
        ([1, 2], (0.0, 2.0)),
        ([], (1.0, 0.0)),
        ((), (1.0, 0.0)),
        ("abc", (0.0, 3.0)),
        (b"", (1.0, 0.0)),
        ({1: 2}, (0.0, 1.0)),
        (set(), (1.0, 0.0)),
        (frozenset("a"), (0.0, 1.0)),
        (range(7), (0.0, 7.0)),
        ({1: 2}.items(), (0.0, 1.0)),
    ],
)
def test_loop_gives_builtin_containers_as_they_are(iterable, distances):
    assert skua_native.loop(0)(iterable) is iterable
    assert predicates() == {0: distances}


@pytest.mark.parametrize(
    "make, items, distances",
    [
        (lambda: iter([1, 2]), [1, 2], (0.0, 1.0)),
        (lambda: iter([]), [], (1.0, 0.0)),
        (lambda: (c for c in "ab"), ["a", "b"], (0.0, 1.0)),
        (lambda: collections.deque(), [], (1.0, 0.0)),
        (lambda: collections.UserList([5]), [5], (0.0, 1.0)),
        (lambda: zip("a", "b"), [("a", "b")], (0.0, 1.0)),
    ],
)
def test_loop_passes_other_iterables_through(make, items, distances):
    wrapped = skua_native.loop(0)(make())
    assert predicates() == {}  # nothing yet: the first step decides
    assert list(wrapped) == items
    assert predicates() == {0: distances}


def test_loop_of_a_range_too_long_for_a_length_still_works():
    assert list(itertools.islice(skua_native.loop(0)(range(10**30)), 2)) == [0, 1]
    assert predicates() == {0: (0.0, 1.0)}


def test_loop_calls_iter_once_and_next_as_often_as_a_loop():
    calls = []

    class Iterable:
        def __iter__(self):
            calls.append("iter")
            return self

        def __next__(self):
            calls.append("next")
            if len(calls) > 3:
                raise StopIteration
            return len(calls)

    for _ in skua_native.loop(0)(Iterable()):
        pass
    assert calls == ["iter", "next", "next", "next"]


def test_loop_raises_what_iter_and_next_raise():
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        skua_native.loop(0)(5)

    def broken():
        raise KeyError("first")
        yield

    with pytest.raises(KeyError, match="first"):
        next(skua_native.loop(0)(broken()))
    assert predicates() == {}  # neither entered nor exhausted

    class Odd:
        __iter__ = lambda self: 5  # noqa: E731

    with pytest.raises(TypeError, match="non-iterator"):
        skua_native.loop(0)(Odd())


def test_loop_iterators_in_cycles_are_collected():
    class Node:
        def __iter__(self):
            return self

        def __next__(self):
            return 1

    node = Node()
    node.loop = skua_native.loop(0)(node)
    gone = weakref.ref(node)
    del node
    gc.collect()
    assert gone() is None


def test_case_records_the_one_taken_and_those_before():
    skua_native.case((4, 5, 6), 1)()
    assert predicates() == {4: (1.0, 0.0), 5: (0.0, 1.0)}
    skua_native.reset()
    assert skua_native.case((4, 5, 6), 3)() is None
    assert predicates() == {4: (1.0, 0.0), 5: (1.0, 0.0), 6: (1.0, 0.0)}


@pytest.mark.parametrize(
    "types, matches",
    [
        (KeyError, True),
        (LookupError, True),
        (ValueError, False),
        ((ValueError, KeyError), True),
        ((), False),
        (BaseException, True),
    ],
)
def test_handler_compares_the_exception_being_handled(types, matches):
    probe = skua_native.handler(0)
    try:
        try:
            raise KeyError(1)
        except probe(types):
            pass
    except KeyError:
        assert not matches
    else:
        assert matches
    assert predicates() == {0: (0.0, 1.0) if matches else (1.0, 0.0)}


def test_handler_sees_the_inner_exception_of_two():
    probe = skua_native.handler(0)
    try:
        raise ValueError
    except ValueError:
        try:
            raise KeyError
        except probe(KeyError):
            pass
    assert predicates() == {0: (0.0, 1.0)}


def test_handler_leaves_a_wrong_type_to_python():
    with pytest.raises(TypeError, match="catching classes"):
        try:
            raise KeyError(1)
        except skua_native.handler(0)(5):
            pass


def test_handler_without_an_exception_records_nothing():
    assert skua_native.handler(0)(KeyError) is KeyError
    assert predicates() == {}


LOOP = """
def loop(values):
    found = []
    for value in "LOOP"(values):
        if "LESS"(value, 3):
            found.append(value)
    return found
"""


def test_probes_are_called_as_constants_of_code_objects():
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(LOOP, names)
    probes = {"LOOP": skua_native.loop(0), "LESS": skua_native.compare(1, "<", True)}
    code = names["loop"].__code__
    constants = tuple(probes.get(c, c) if isinstance(c, str) else c for c in code.co_consts)
    names["loop"].__code__ = code.replace(co_consts=constants)
    for _ in range(100):  # also when the interpreter has specialised the calls
        assert names["loop"]([1, 5, 2]) == [1, 2]
    assert predicates() == {0: (0.0, 3.0), 1: (0.0, 0.0)}
