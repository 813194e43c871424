"""Which branches tell that a line was begun: compared with what Python's own tracing sees."""

import ast
import sys

import pytest
import support

native = support.native()

from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_instrumented

FILE = "subject.py"

# A function `f` of one argument, and arguments for it.
SUBJECTS = {
    "straight": ("def f(a):\n b = a\n c = 1 / b\n d = c + 1\n return d", [1, 0]),
    "if": ("def f(a):\n if a > 1:\n  b = 1\n else:\n  b = 2\n return b", [1, 2]),
    "returns": ("def f(a):\n if a:\n  return 1\n b = 1 / a\n return b", [1, 0]),
    "and": ("def f(a):\n if a > 1 and a < 5:\n  return 1\n return 2", [0, 3, 9]),
    "or": ("def f(a):\n if a > 5 or a < 1:\n  return 1\n return 2", [0, 3, 9]),
    "constant": ("def f(a):\n if a and True:\n  return 1\n return 2", [0, 1]),
    "other system": (
        "import sys\ndef f(a):\n if sys.platform == 'none':\n  for b in a:\n   return b\n return a", [0]
    ),
    "not": ("def f(a):\n if not (a and a > 2):\n  return 1\n return 2", [0, 1, 9]),
    "chain": ("def f(a):\n if 1 < a < 5:\n  return 1\n return 2", [0, 3, 9]),
    "calls": ("def f(a):\n b = len(a)\n c = a[0]\n if c:\n  b = 1\n return b", [[], [0], [1]]),
    "for": ("def f(a):\n s = 0\n for x in a:\n  s += 1 / x\n else:\n  s = 9\n return s", [[], [1], [0]]),
    "break": ("def f(a):\n for x in a:\n  if x:\n   break\n else:\n  return 0\n return 1", [[], [1], [0]]),
    "while": ("def f(a):\n while a > 0:\n  a -= 1\n return a", [0, 2]),
    "forever": ("def f(a):\n while True:\n  a -= 1\n  if a < 0:\n   return a", [0, 2]),
    "with": (
        "import contextlib\ndef f(a):\n b = 0\n with contextlib.suppress(Exception):\n  b = 1 / a\n  b += 1\n return b",
        [0, 1],
    ),
    "try": ("def f(a):\n b = 0\n try:\n  b = 1 / a\n  b += 1\n except ZeroDivisionError:\n  b = 2\n return b", [0, 1, "x"]),
    "try in place": ("def f(a):\n b = a[0]\n try:\n  c = 1 / b\n  d = 2 / (b - 1)\n except ValueError:\n  return 1\n else:\n  return 2", [[1], [0], [2], []]),
    "finally": ("def f(a):\n try:\n  b = 1 / a\n finally:\n  a = 5\n c = b + 1\n return c", [0, 1]),
    "match": ("def f(a):\n match a:\n  case 1:\n   return 1\n  case x if x > 5:\n   return 2\n return 3", [1, 2, 9]),
    "any case": ("def f(a):\n match a:\n  case 1:\n   b = 1\n  case _:\n   b = 2\n return b", [1, 2]),
    "expression": ("def f(a):\n b = 1 if a else 2\n c = [x for x in range(b) if x]\n return c", [0, 1]),
    "assert": ("def f(a):\n assert a\n b = a\n return b", [0, 1]),
    "nested": ("def f(a):\n def g(b):\n  return 1 / b\n c = g(a)\n return c", [0, 1]),
    "generator": ("def f(a):\n return list(g(a))\ndef g(a):\n yield 1\n if a:\n  yield 2", [0, 1]),
}

# Lines on which no statement begins, and those of a `finally`.
CLAUSES = {"finally": {5}, "try": {6}, "try in place": {6}, "match": {3, 5}, "any case": {3, 5}}


def run(code, argument):
    namespace = {}
    exec(code, namespace)
    native.reset()
    try:
        namespace["f"](argument)
    except Exception:
        pass  # it is a run all the same


def traced(source, argument):
    """The lines of functions that Python runs."""
    executed = set()

    def trace(frame, event, _value):
        if frame.f_code.co_filename != FILE or frame.f_code.co_name.startswith("<"):
            return None
        if event == "line":
            executed.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run(compile(source, FILE, "exec"), argument)
    finally:
        sys.settrace(before)
    return executed


def shown(source, argument):
    """The lines of which the goals tell, and all that there are."""
    tree = ast.parse(source)
    goals = find_goals(tree)
    draw_control_flow(goals)
    lines = goals.lines
    native.configure(len(goals.code_objects), len(goals.predicates))
    run(compile_instrumented(tree, goals, FILE, native), argument)
    recorded = native.recorded()
    taken = {(p, True) for p, (to_true, _) in recorded["predicates"].items() if to_true == 0}
    taken |= {(p, False) for p, (_, to_false) in recorded["predicates"].items() if to_false == 0}
    told = {
        one.line
        for one in lines
        if (one.shown_by & taken if one.shown_by else one.code_object in recorded["code_objects"])
    }
    return told, {one.line for one in lines}


CASES = [(name, value) for name, (_, values) in SUBJECTS.items() for value in values]


@pytest.mark.parametrize("name, argument", CASES)
def test_only_lines_that_ran_are_told_of(name, argument):
    source = SUBJECTS[name][0]
    assert shown(source, argument)[0] <= traced(source, argument)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_line_that_ran_is_told_of_by_some_run(name):
    source, arguments = SUBJECTS[name]
    ran = set().union(*(traced(source, argument) for argument in arguments))
    told = set().union(*(shown(source, argument)[0] for argument in arguments))
    assert ran - told <= CLAUSES.get(name, set())


def test_lines_are_those_of_functions_alone():
    goals = find_goals(ast.parse("a = 1\nclass C:\n b = 2\n def f(self):\n  'says'\n  return 3\n"))
    assert [one.line for one in goals.lines] == [6]


def test_excluded_lines_are_no_goals():
    goals = find_goals(ast.parse("def f(a):\n b = a\n return b\n"), {2})
    assert [one.line for one in goals.lines] == [3]
