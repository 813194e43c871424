"""Subjects with their mutants in a child: the one that a frame names is active."""

from __future__ import annotations

import pytest
import skua_native

import frames
from described import Subject
from frames import NO_INDEX

# An operator, source, and calls of its `f` by which each of the operator's mutants is noticed.
OPERATORS = [
    ("arithmetic", "def f(a, b): return a * b - a", [(3, 2), (5, 0)]),
    ("augmented_assignment", "def f(n):\n    n *= 3\n    return n", [(2,)]),
    ("boolean", "def f(a, b): return a and b", [(0, 2), (2, 0)]),
    ("comparison", "def f(a): return a < 3", [(2,), (3,)]),
    ("condition", "def f(a):\n    if a: return 1\n    return 2", [(0,), (1,)]),
    ("constant", "def f(a): return a + 7, 'x', None, True, 1.5", [(1,)]),
    ("decorator", "def d(g): return lambda: 5\ndef f():\n    @d\n    def g(): return 6\n    return g()", [()]),
    ("default_argument", "def f(a):\n    def g(b=a): return b\n    return g()", [(1,)]),
    (
        "exception_handler",
        "def f(a):\n    try:\n        return {'a': 1}[a]\n    except KeyError:\n        return 2",
        [("a",), ("b",), ([],)],
    ),
    ("f_string", "def f(a): return f'<{a}>'", [(1,)]),
    ("keyword_argument", "def f(a): return sorted(a, reverse=True)", [((2, 3),)]),
    ("loop", "def f(a):\n    n = 0\n    for one in a:\n        n += one\n    return n", [((2, 3),)]),
    ("match_case", "def f(a):\n    match a:\n        case int() if a > 1: return 1\n        case _: return 2", [(0,), (2,), ('',)]),
    ("negation", "def f(a): return not a", [(0,)]),
    ("raise_deletion", "def f(a):\n    raise ValueError(a)", [(1,)]),
    ("return_value", "def f(a): return [a, 2]", [(1,)]),
    ("slice", "def f(a): return a[1:3]", [("abcd",)]),
    ("statement_deletion", "def f(a):\n    b = [a]\n    b.append(2)\n    return b", [(1,)]),
]  # fmt: skip


@pytest.fixture(autouse=True)
def none_is_active():
    yield
    skua_native.activate_mutant(-1)


@pytest.fixture
def mutated(project):
    """Loads a module of this text with all its mutants."""
    return lambda text: Subject(project, text, instrument=False, mutants=1000, mutant_seed=0)


def find(subject, **fields):
    found = [i for i, one in enumerate(subject.answer["mutants"]) if fields.items() <= one.items()]
    assert len(found) == 1, subject.answer["mutants"]
    return found[0]


def calls(subject, arguments):
    """A test that calls f."""
    steps, places = [], []
    for argument in arguments:
        if isinstance(argument, (list, tuple)):
            inner = range(len(steps), len(steps) + len(argument))
            steps += argument
            steps.append(("list", *inner))
        else:
            steps.append(argument)
        places.append(len(steps) - 1)
    return [subject.step(step) for step in (*steps, ("function f", *places))]


@pytest.mark.parametrize("operator, text, arguments", OPERATORS, ids=[one[0] for one in OPERATORS])
def test_every_mutant_of_an_operator_is_noticed(mutated, operator, text, arguments):
    subject = mutated(text)
    tests = [calls(subject, one) for one in arguments]
    mutants = [i for i, one in enumerate(subject.answer["mutants"]) if one["operator"] == operator]
    assert mutants
    with frames.Child(lambda: None, subject.observer) as child:
        plain = [child.observe(test) for test in tests]
        for mutant in mutants:
            shown = [child.observe(test, mutant=mutant) for test in tests]
            assert shown != plain, subject.answer["mutants"][mutant]
        assert [child.observe(test) for test in tests] == plain
        assert child.end() == 0


def test_a_test_reaches_the_mutants_of_the_places_it_executes(mutated):
    subject = mutated("def f(a):\n    if a:\n        return a + 1\n    return a - 1\n")
    lines = [one["line"] for one in subject.answer["mutants"]]
    with frames.Child(lambda: None, subject.observer) as child:
        for argument, executed in ((1, {2, 3}), (0, {2, 4})):
            child.observe(calls(subject, [argument]))
            assert child.reached == [i for i, line in enumerate(lines) if line in executed]
            assert child.probes > 0
        child.observe(calls(subject, [1]), mutant=find(subject, mutated="a - 1", line=3))
        assert child.reached == []


def test_describing_a_value_reaches_mutants_as_well(mutated):
    subject = mutated(
        "class Box:\n    @property\n    def size(self):\n        return 5\ndef f(): return Box()\n"
    )
    with frames.Child(lambda: None, subject.observer) as child:
        child.observe(calls(subject, []))
        assert find(subject, mutated="6") in child.reached


def test_a_loop_that_a_mutant_makes_endless_ends_at_the_limit_on_probes(mutated):
    subject = mutated("def f(n):\n    while n > 0:\n        n -= 1\n    return n\n")
    test = calls(subject, [3])
    with frames.Child(lambda: None, subject.observer) as child:
        assert child.observe(test)["verdict"] == "passed"
        needed = child.probes
        assert child.observe(test, probes=needed)["verdict"] == "passed"
        assert child.observe(test, probes=needed - 1)["verdict"] == "timed_out"
        endless = find(subject, operator="augmented_assignment", mutated="n += 1")
        seen = child.observe(test, mutant=endless, probes=1000, seconds=60)
        assert seen["verdict"] == "timed_out"
        assert child.end() == 0


def test_the_probes_of_the_costliest_description_count(mutated):
    subject = mutated("""
        class Box:
            @property
            def size(self):
                return sum(one * 2 for one in range(200))
        def f(): return Box()
        """)
    test = calls(subject, [])
    with frames.Child(lambda: None, subject.observer) as child:
        seen = child.observe(test)
        needed = child.probes
        assert needed > 200
        assert child.observe(test, probes=needed) == seen
        assert child.observe(test, probes=needed - 1) != seen


def test_batches_run_with_the_mutant_they_name(mutated):
    subject = mutated("def f(a):\n    return a if a > 3 else len(a)\n")
    test = calls(subject, [4])
    boundary = find(subject, mutated="a <= 3")
    with frames.Child(lambda: None, subject.observer) as child:
        for mutant, verdict in (
            (NO_INDEX, frames.PASSED),
            (boundary, frames.RAISED),
            (NO_INDEX, frames.PASSED),
        ):
            assert [one.verdict for one in child.run([test], mutant=mutant)] == [verdict]


def test_tests_that_need_what_a_mutant_took_away_fail(project, mutated):
    text = """
        import enum
        class Colour(enum.Enum):
            RED = 1
            BLUE = 2
        def f(colour): return colour.value
        """
    first = mutated(text)
    index = first.index("function f")
    classes = [one["qualified_name"] for one in first.described["classes"]]
    gone = find(first, original="RED = 1", mutated="pass")
    recall = first.answer["recall"]
    request = dict(instrument=False, mutants=1000, mutant_seed=0, recall=recall, active_mutant=gone)
    subject = Subject(project, text, **request)
    with frames.Child(lambda: None, subject.observer) as child:
        verdicts = []
        for member in (0, 1):
            steps = [frames.enum_member(classes.index("Colour"), member), frames.call(index, 0)]
            verdicts.append(child.observe(steps, mutant=gone)["verdict"])
        assert verdicts == ["raised", "passed"]
        assert child.end() == 0
