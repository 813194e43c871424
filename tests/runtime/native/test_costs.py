"""What a test executes is counted: cycles of loops, calls, objects made and statements."""

from __future__ import annotations

import ast
import textwrap

import pytest
import skua_native
from skua_runtime.goals.costs import find_costs
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_instrumented


def counted(source, call, *arguments):
    """What calling `call` of the module counts: (loops, calls, objects, statements)."""
    tree = ast.parse(textwrap.dedent(source))
    goals = find_goals(tree)
    skua_native.configure(len(goals.code_objects), len(goals.predicates))
    namespace = {"__name__": "subject"}
    exec(compile_instrumented(tree, goals, "subject.py", skua_native), namespace)
    skua_native.reset()
    namespace[call](*arguments)
    found = skua_native.counted()
    return found["loops"], found["calls"], found["objects"], found["statements"]


STRAIGHT = """
def f():
    a = 1
    b = 2
    return a + b
"""

BRANCHES = """
def f(x):
    if x > 0 and x != 5:
        a = 1
        b = 2
        return a + b
    elif not x:
        return 0
    return -1
"""

FOR = """
def f(items):
    total = 0
    for item in items:
        total += item
        total += 1
    return total
"""

WHILE = """
def f(x):
    while x > 0:
        x -= 1
    return x
"""

ENDLESS = """
def f(x):
    while True:
        x -= 1
        if x < 0:
            return x
"""

COMPREHENSION = """
def f(items):
    return [item for item in items]
"""

CALLS = """
def inner(x):
    return x

def f(x):
    double = lambda y: 2 * y
    return inner(x) + inner(x) + double(x)
"""

OBJECTS = """
class Point:
    def __init__(self, x):
        self.x = x

def f(times):
    made = None
    for _ in range(times):
        made = [Point({}), (1, 2), "text", len("x")]
    return made
"""

HANDLER = """
def f(x):
    try:
        return 1 / x
    except ZeroDivisionError:
        y = 1
        return y
"""

MATCH = """
def f(x):
    match x:
        case 1:
            return 1
        case [a] if a > 1:
            b = a
            return b
    return 0
"""


@pytest.mark.parametrize(
    "source, argument, expected",
    [
        (BRANCHES, 1, (0, 1, 0, 5)),  # if, 3 in its body, and the last return (counted, left out)
        (BRANCHES, 5, (0, 1, 0, 3)),
        (BRANCHES, 0, (0, 1, 0, 4)),
        (FOR, [], (0, 1, 0, 3)),
        (FOR, [1], (0, 1, 0, 5)),
        (FOR, [1, 2, 3], (2, 1, 0, 9)),
        (FOR, iter([1, 2, 3]), (2, 1, 0, 9)),
        (WHILE, 0, (0, 1, 0, 2)),
        (WHILE, 4, (3, 1, 0, 6)),
        (COMPREHENSION, range(4), (3, 1, 0, 5)),
        (CALLS, 1, (0, 4, 0, 5)),
        (OBJECTS, 1, (0, 2, 0, 5)),
        (OBJECTS, 3, (2, 4, 6, 9)),  # a list, a dict and a Point in each cycle after the first
        (HANDLER, 1, (0, 1, 0, 2)),
        (HANDLER, 0, (0, 1, 0, 4)),
        (MATCH, 1, (0, 1, 0, 3)),
        (MATCH, [2], (0, 1, 0, 4)),
        (MATCH, [0], (0, 1, 0, 2)),
    ],
)
def test_what_is_executed_is_counted(source, argument, expected):
    assert counted(source, "f", argument) == expected


def test_straight_code_costs_its_statements():
    assert counted(STRAIGHT, "f") == (0, 1, 0, 3)


def test_cycles_of_an_endless_loop_count():
    assert counted(ENDLESS, "f", 5)[0] == 6


def test_a_huge_range_is_counted_without_an_overflow():
    source = "def f():\n    for i in range(10**30):\n        return i\n"
    assert counted(source, "f")[0] >= 0
    source = "def f():\n    for i in range(10**15):\n        return i\n"
    loops = [counted(source, "f")[0] for _ in range(2)]
    assert loops[0] == loops[1] == 2**20 - 1


def test_costs_fit_into_what_the_extension_reads():
    tree = ast.parse("def f():\n" + "    x = []\n" * 66_000)
    entries, _ = find_costs(tree, find_goals(tree))
    assert entries[1] == (0xFFFF, 0xFF, 0)


def test_reset_begins_to_count_anew():
    assert counted(FOR, "f", [1, 2]) == counted(FOR, "f", [1, 2])
    skua_native.reset()
    assert set(skua_native.counted().values()) == {0}


@pytest.mark.parametrize(
    "costs",
    [
        ([(0, 0, 0)] * 101, []),
        ([], [((0, 0, 0), (0, 0, 0))] * 101),
        ([(0, 0)], []),
        ([(2**16, 0, 0)], []),
        ([(0, 2**8, 0)], []),
        ([(-1, 0, 0)], []),
        ([], [(0, 0, 0)]),
        ((), ()),
    ],
)
def test_costs_that_are_none_are_refused(costs):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        skua_native.set_costs(*costs)
