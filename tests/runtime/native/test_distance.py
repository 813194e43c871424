"""Branch distances, seen through the probes that compute them."""

from __future__ import annotations

import enum
import math
import operator
from random import Random

import pytest
import skua_native

INF = math.inf
NAN = math.nan
HUGE = 10**400
SURROGATE = "\ud800"

PLAIN = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


def recorded(predicate=0):
    return skua_native.recorded()["predicates"][predicate]


def compared(op, left, right):
    """(distance to true, distance to false) of one comparison."""
    skua_native.reset()
    outcome = skua_native.compare(0, op, True)(left, right)
    assert outcome is bool(PLAIN[op](left, right))
    to_true, to_false = recorded()
    assert (to_true == 0) is outcome and (to_false == 0) is not outcome
    assert to_true >= 0 and to_false >= 0  # NaN is not
    return to_true, to_false


class Level(enum.IntEnum):
    LOW = 1


class Name(str):
    pass


@pytest.mark.parametrize(
    "op, left, right, other",
    [
        ("==", 3, 10, 7),
        ("==", 3, 3, 1),
        ("==", 3, 4.5, 1.5),
        ("==", True, 4, 3),
        ("==", 2**60, 2**60 + 1, 1),
        ("==", -(2**63), 2**63 - 1, float(2**64 - 1)),
        ("==", HUGE, 1, float.fromhex("0x1.fffffffffffffp+1023")),
        ("==", HUGE, HUGE + 1, 1),
        ("==", 2**80, 2**80 + 1, 1),
        ("==", NAN, 1.0, INF),
        ("==", NAN, NAN, 1),
        ("==", INF, 1, INF),
        ("==", 1e-320, 0, 1e-320),
        ("==", 0.0, -0.0, 1),
        ("==", 1 + 1j, 4 + 5j, 5),
        ("==", 3 + 4j, 0, 5),
        ("==", Level.LOW, 6, 5),
        ("==", "kitten", "sitting", 3),
        ("==", "", "abc", 3),
        ("==", "abc", "abc", 1),
        ("==", Name("abc"), "abd", 1),
        ("==", "a" * 1000, "a" * 1000 + "b", 1),
        ("==", "a" * 1000 + "b", "a" * 1000 + "c", 1),
        ("==", "a" * 100, "b" * 100, 64),
        ("==", "a" * 100, "b" * 90, 64 + 10),
        ("==", SURROGATE, "\udfff", 1),
        ("==", "\U0001f600", "a", 1),
        ("==", b"abc", b"axc", 1),
        ("==", b"abc", "abc", INF),
        ("==", "1", 1, INF),
        ("==", None, 1, INF),
        ("==", None, None, 1),
        ("==", object(), 1, INF),
        ("==", [1, 2, 3], [1, 2, 5], 2 / 3),
        ("==", [1, 2, 3], [1], 2),
        ("==", (1, "ab"), (1, "ac"), 1 / 2),
        ("==", [1, None], [1, 5], 1),
        ("==", [[1, 2]], [[1, 3]], 1 / 3),
        ("==", [NAN], [NAN + 0], 1),
        ("==", [1], (1,), INF),
        ("==", list(range(100)), list(range(99)) + [5], 1),
        ("==", {1: 2}, {}, 2),
        ("==", {1}, {2}, 1),
        ("==", {1}, frozenset({1, 2, 3}), 3),
        ("!=", 3, 3, 1),
        ("!=", 3, 8, 5),
        ("<", 5, 2, 4),
        ("<", 2, 5, 4),
        ("<", 2, 2, 1),
        ("<=", 5, 2, 4),
        ("<=", 2, 5, 4),
        (">", 2, 5, 4),
        (">", 5, 2, 4),
        (">=", 2, 5, 4),
        (">=", 5, 2, 4),
        (">=", -INF, 5, INF),
        ("<", INF, INF, 1),
        ("<", NAN, 1, INF),
        ("<", 2**60 + 1, 2**60, 2),
        ("<", HUGE, -HUGE, INF),
        ("<", "b", "a", 2),
        ("<", "abd", "abc", 2),
        ("<", "abc", "abc", 1),
        ("<", "ab", "abz", ord("z") + 2),
        ("<", b"b", b"a", 2),
        ("<", [2], [1], INF),
        ("is", None, 1, 1),
        ("is", None, None, 1),
        ("is not", None, None, 1),
        ("is not", None, 1, 1),
        ("in", 5, [1, 4, 20], 1),
        ("in", 5, (1, 5), 1),
        ("in", 5, {9}, 4),
        ("in", 5, frozenset({7}), 2),
        ("in", 5, {8: None}, 3),
        ("in", 5, {8: None}.keys(), 3),
        ("in", 5, {None: 8}.values(), 3),
        ("in", 5, [], INF),
        ("in", "cat", ["dog", "car"], 1),
        ("in", "cat", "a cot", 1),
        ("in", "cat", "", 3),
        ("in", "cat", "xxca", 1),
        ("in", b"cat", b"a cot", 1),
        ("in", 65, b"B", 1),
        ("in", 5, range(10, 20), 5),
        ("in", 25, range(10, 20), 6),
        ("in", 1, range(20, 10, -1), 10),
        ("in", 11, range(10, 20, 2), 1),
        ("in", "a", range(3), INF),
        ("in", 5, range(0), INF),
        ("not in", 5, [5], 1),
        ("not in", 5, [7], 2),
    ],
)
def test_compare_gives_the_distance_to_the_other_outcome(op, left, right, other):
    assert max(compared(op, left, right)) == pytest.approx(other, rel=1e-12)


@pytest.mark.parametrize(
    "value, to_other",
    [
        (None, 1),
        (False, 1),
        (True, 1),
        (0, 1),
        (-7, 7),
        (HUGE, float.fromhex("0x1.fffffffffffffp+1023")),
        (0.25, 0.25),
        (-0.0, 1),
        (NAN, INF),
        (3 + 4j, 5),
        ("", 1),
        ("abc", 3),
        (b"ab", 2),
        ([], 1),
        ([0, 0], 2),
        ((), 1),
        ({1: 1}, 1),
        ({1, 2}, 2),
        (range(4), 4),
        ({1: 2}.keys(), 1),
        (object(), INF),
    ],
)
@pytest.mark.parametrize("probe", ["truth", "operand"])
def test_truth_gives_length_or_magnitude(probe, value, to_other):
    result = getattr(skua_native, probe)(0)(value)
    assert result is (bool(value) if probe == "truth" else value)
    assert recorded() == ((0, to_other) if value else (to_other, 0))


def levenshtein(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(diagonal + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def test_text_distances_are_levenshtein_distances():
    random = Random(1)
    for alphabet in ("ab", "abcdefgh", "aé\u0100\U0001f600\ud800"):
        for _ in range(300):
            a, b = ("".join(random.choices(alphabet, k=random.randrange(65))) for _ in range(2))
            assert compared("==", a, b)[0] == levenshtein(a, b)


def test_the_smallest_distances_of_several_executions_are_kept():
    probe = skua_native.compare(0, "<", True)
    for left, right in ((9, 2), (4, 2), (30, 2)):
        probe(left, right)
    assert recorded() == (3, 0)
    probe(1, 2)
    assert recorded() == (0, 0)


def test_distances_are_bounded_in_time_for_large_operands():
    for op, left, right in (
        ("==", "a" * 10**6, "b" * 10**6),
        ("in", "a" * 10**5, "b" * 10**6),
        ("in", 5, list(range(6, 10**6))),
        ("==", list(range(10**6)), [*range(10**6 - 1), None]),
    ):
        compared(op, left, right)


class Hostile:
    """Answers comparisons once; whoever asks more is found out."""

    def __init__(self, answer=False):
        self.asked = []
        self.answer = answer

    def _answer(name):
        def method(self, *arguments):
            self.asked.append(name)
            if isinstance(self.answer, BaseException):
                raise self.answer
            return self.answer

        return method

    for name in "eq ne lt le gt ge contains bool len hash float int index iter".split():
        locals()[f"__{name}__"] = _answer(f"__{name}__")


@pytest.mark.parametrize(
    "op, method",
    [
        ("==", "__eq__"), ("!=", "__ne__"), ("<", "__lt__"), ("<=", "__le__"), (">", "__gt__"),
        (">=", "__ge__"),
    ],
)
@pytest.mark.parametrize("answer", [False, True])
def test_an_object_is_asked_exactly_once(op, method, answer):
    hostile = Hostile(answer)
    assert skua_native.compare(0, op, True)(hostile, 5) is answer
    assert hostile.asked == [method]


def test_objects_inside_containers_are_not_asked():
    hostile = Hostile()
    for op, left, right in (("is", [hostile], [1]), ("<", (1,), (2,)), ("==", [1, hostile], [2, 3])):
        skua_native.compare(0, op, True)(left, right)
    assert hostile.asked == []
    skua_native.compare(0, "in", True)(5, [hostile])
    assert hostile.asked == ["__eq__"]  # by Python itself


class LyingInt(int):
    def __eq__(self, other):
        return False

    __hash__ = int.__hash__


def test_a_subclass_that_lies_still_gets_a_distance_above_zero():
    assert skua_native.compare(0, "==", True)(LyingInt(5), 5) is False
    assert recorded() == (1, 0)
