"""A test is observed in the order of sets that the engine asks for, and tells whether chance decided."""

from __future__ import annotations

import skua_native

import frames
import support
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
        shown = child.observe(test, world=order)
        assert shown["verdict"] == "passed", shown
        return shown["statements"][-1]["result"], child.asked_worlds > 0

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


RANDOM = """
import os, random, uuid

own = random.Random(4)
other = random.Random()

def unseeded(): return random.Random().random() < 0.5
def seeded(): return random.Random(1).random()
def strong(): return random.SystemRandom().random() < 0.5
def system(): return os.urandom(1) < b"a"
def identity(): return uuid.uuid4().int % 2
def same(): return own.randint(1, 6)
def imported(): return other.randint(1, 6)
"""

# In a process of its own: what notes draws stays for its life.
DRAWS = """
import pathlib, sys
import support; support.native()
from skua_runtime.world import circumstances
circumstances.note_random_numbers()
sys.path.insert(0, str(pathlib.Path(support.__file__).parent / "native"))
import frames
from described import Subject
from frames import call
from project import Project

subject = Subject(Project(pathlib.Path({root!r})), {module!r})

def shows(child, function):
    shown = child.observe([call(subject.index("function " + function))])
    assert shown["verdict"] == "passed", shown
    return shown["statements"][-1]["result"]["v"], child.asked_worlds > 0

with frames.Child(lambda: None, subject.observer) as child:
    for one in ("unseeded", "strong", "system", "identity", "imported"):
        shown = [shows(child, one) for _ in range(64)]
        assert all(by_chance for _, by_chance in shown), one
        assert len({{value for value, _ in shown}}) > 1, one
    for one in ("seeded", "same"):
        assert not shows(child, one)[1], one
"""

def test_a_test_tells_whether_it_drew_random_numbers_that_nothing_seeds(project):
    ran = support.run_python("-c", DRAWS.format(root=str(project.root), module=RANDOM))
    assert ran.returncode == 0, ran.stderr
