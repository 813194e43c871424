"""A test is observed in the order of sets that the engine asks for, and tells whether that matters."""

from __future__ import annotations

import skua_native

import frames
from described import Subject
from frames import call

MODULE = """
NAMES = {"north", "east", "south", "west"}

def first(names):
    for name in names:
        return name

def count():
    return len(NAMES)

def first_of_all():
    return first(NAMES)

def largest():
    return max(iter({1, 2, 3}))

def names():
    return NAMES
"""


def test_a_test_tells_whether_it_iterated_a_set_whose_order_was_chosen(project):
    subject = Subject(project, MODULE)

    def seen(child, function, *steps, order=0):
        test = [*(subject.step(step) for step in steps)]
        test.append(call(subject.index(f"function {function}"), *range(len(steps))))
        shown = child.observe(test, set_order=order)
        assert shown["verdict"] == "passed", shown
        return shown["statements"][-1]["result"], child.sets_were_ordered

    with frames.Child(lambda: skua_native.vary_sets(), subject.observer) as child:
        firsts = [seen(child, "first_of_all", order=order) for order in range(64)]
        assert {name["t"] for name, _ in firsts} == {"north", "east", "south", "west"}
        assert all(ordered for _, ordered in firsts)
        assert seen(child, "first_of_all") == firsts[0]
        assert seen(child, "count")[1] is False
        assert seen(child, "largest")[1] is False, "numbers have one order"
        assert seen(child, "names")[1] is False, "describing what it gave is not the test's doing"
    with frames.Child(lambda: None, subject.observer) as child:
        same = {str(seen(child, "first_of_all", order=order)) for order in range(8)}
        assert len(same) == 1 and "False" in same.pop(), "this process does not vary sets"
