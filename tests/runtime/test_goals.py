"""What is a goal: stubs are none, and blocks are where no branch tells what was completed."""

import ast
import textwrap

import pytest
import support

native = support.native()

from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.source.exclusion import excluded_lines
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_instrumented


def names_of(source):
    goals = find_goals(ast.parse(textwrap.dedent(source)))
    return [one.qualified_name for one in goals.code_objects if one.kind == "function"]


STUBS = [
    ("def f(): ...", []),
    ("async def f():\n 'what it does'\n ...", []),
    ("def f(): pass", ["f"]),
    ("def f(): 'no more than this'", ["f"]),
    ("def f(): return ...", ["f"]),
    ("def f(): raise NotImplementedError", ["f"]),
    ("@overload\ndef f(a: int) -> int: return 1\ndef f(a): return a", ["f"]),
    ("class C(ABC):\n @abstractmethod\n def f(self): pass", []),
    ("class C(ABC):\n @abstractmethod\n def f(self): 'text'", []),
    ("class C:\n @abc.abstractmethod\n def f(self): raise NotImplementedError('f')", []),
    ("class C:\n @property\n @abstractmethod\n def f(self): raise NotImplementedError", []),
    ("class C(ABC):\n @abstractmethod\n def f(self): return 1", ["C.f"]),
    ("class C(ABC):\n @abstractmethod\n def f(self): raise ValueError", ["C.f"]),
    ("class C(ABC):\n def hook(self): pass", ["C.hook"]),
    ("class C(Protocol[T]):\n def f(self): pass\n def g(self): return 1", ["C.g"]),
    ("class C(Protocol):\n def f(self):\n  def g(): pass\n  return g", ["C.f", "C.f.<locals>.g"]),
    ("if TYPE_CHECKING:\n def f(): return 1\nelse:\n def g(): return 1", ["g"]),
]


@pytest.mark.parametrize("source, expected", STUBS)
def test_stubs_are_no_goals(source, expected):
    assert names_of(source) == expected


def test_an_excluded_decorator_excludes_its_function_alone():
    source = "class C:\n @g  # pragma: no cover\n def a(self): return 1\n def b(self): return 2\n"
    goals = find_goals(ast.parse(source), excluded_lines(source.encode()))
    found = [one.qualified_name for one in goals.code_objects if one.kind == "function"]
    assert found == ["C.b"]


def blocks_of(body, header="def f(*a):"):
    """The line before which each block is complete, as written; `…` is the end of a try."""
    source = header + "\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"
    goals = find_goals(ast.parse(source), excluded_lines(source.encode()))
    draw_control_flow(goals)
    lines = [line.strip() for line in source.splitlines()]
    found = []
    ends = set(goals.completion.values())
    for index, one in enumerate(goals.predicates):
        if one.kind == "block" and one.true_is_goal:
            assert not one.false_is_goal
            found.append(lines[one.line - 1] + (" …" if index in ends else ""))
    return found


BLOCKS = [
    # One for each stretch, if something can raise in front of its last statement.
    ("return g(a)", []),
    ("x = 1\ny = x\nreturn x", []),
    ("x = g(a)\nreturn x", ["return x"]),
    ("g(a)\nh(a)\ni(a)", ["i(a)"]),
    ("x = a[0]\nx.y", ["x.y"]),
    ("self.x = a\nself.y = a", []),
    ("b.x = a\nreturn b", ["return b"]),
    ("x, y = a\nreturn x", ["return x"]),
    ("x = lambda: g(a)\nreturn x", []),
    ("def inner(b): return g(b)\nreturn inner", []),
    ("import c\nreturn a", ["return a"]),
    ("yield 1\nyield 2\nyield 3", ["yield 3"]),
    ("x = g(a)\nraise x", ["raise x"]),
    ("g(a)\nreturn 1\nh(a)\ni(a)", ["return 1"]),
    ('"""Text."""\nreturn g(a)', []),
    # A decision tells that it was reached.
    ("x = g(a)\nif x: y()", []),
    ("x = g(a)\nwhile x: y()", []),
    ("for x in g(a): y(x)", []),
    ("x = g(a)\nreturn 1 if x else 2", []),
    ("x = g(a)\nassert x, h(x)\nreturn x", []),
    ("x = g(a) < 3 and 1\nreturn x", []),
    ("x = g(a)\nmatch x:\n case 1: y()", []),
    ("x = g(a)\nh(a)\nmatch x:\n case _: y()", ["h(a)", "case _: y()"]),
    ("if a:\n g(a)\n h(a)\nelse:\n i(a)", ["h(a)"]),
    ("if a:\n g(a)\nreturn a", []),
    ("if a:\n g(a)\nelse:\n h(a)\nreturn a", ["return a"]),
    ("if a:\n g(a)\nelse:\n raise KeyError\nx = 1\nreturn x", ["return x"]),
    ("if a:\n return g(a)\nelse:\n return 1\nh(a)\ni(a)", []),
    ("for x in (1, 2): g(x)\nreturn a", ["return a"]),
    ("while True:\n g(a)\n if a: break\nreturn a", []),
    ("while True:\n x = g(a)\n break\nreturn x", ["break"]),
    ("while True:\n yield a\n a += 1", ["a += 1"]),
    # What a `with` enters may raise, and it may swallow what its body raised.
    ("with g(a) as x:\n return x", ["return x"]),
    ("x = g(a)\nwith x:\n h(x)\nreturn x", ["h(x)", "return x"]),
    ("with g(a):\n return h(a)\nreturn 1", ["return h(a)", "return 1"]),
    ("async with g(a) as x:\n async for y in x:\n  h(y)", ["h(y)"], "async def f(a):"),
    # Handlers tell that the body was entered, not that it was completed.
    ("try:\n return g(a)\nexcept KeyError:\n return 1", []),
    ("try:\n x = g(a)\nexcept KeyError:\n x = 1\nreturn x", ["x = g(a) …"]),
    ("try:\n g(a)\n h(a)\nexcept KeyError: pass", ["h(a)", "h(a) …"]),
    ("try:\n x = 1\nexcept KeyError:\n x = 2\nreturn x", []),
    ("try:\n g(a)\nexcept KeyError: pass\nelse:\n h(a)", ["h(a)"]),
    ("try:\n g(a)\nexcept KeyError: raise\nelse:\n h(a)\nreturn 1", ["h(a)", "return 1"]),
    ("try:\n return g(a)\nexcept:\n h(a)", ["h(a)"]),
    ("g(a)\ntry:\n return h(a)\nfinally:\n i(a)\n j(a)", ["return h(a)"]),
    ("try:\n x = g(a)\nfinally:\n h(a)\nreturn x", ["return x"]),
    # What is not to be covered.
    ("x = g(a)\nreturn x  # pragma: no cover", []),
    ("if a:  # pragma: no cover\n g(a)\n h(a)", []),
    ("if TYPE_CHECKING:\n g(a)\n h(a)\nreturn a", []),
]  # fmt: skip


@pytest.mark.parametrize("case", BLOCKS, ids=lambda case: case[0].replace("\n", "; "))
def test_blocks_of_a_function(case):
    body, expected, *header = case
    assert blocks_of(body, *header) == expected


@pytest.mark.parametrize("header", ["if True:", "class C:"])
def test_what_only_the_import_runs_has_no_blocks(header):
    assert blocks_of("g(a)\nh(a)\ni(a)", header) == []


def test_blocks_are_numbered_behind_all_predicates():
    goals = find_goals(ast.parse("def f(a):\n g(a)\n h(a)\ndef g(a):\n if a: pass\n h(a)\n i(a)"))
    kinds = [(one.kind, one.code_object) for one in goals.predicates]
    assert kinds == [("truth", 2), ("block", 1), ("block", 2)]


RECORDED = [
    ("def f(a):\n b = 1 / a\n return b", 1, {0}),
    ("def f(a):\n b = 1 / a\n return b", 0, set()),
    ("def f(a):\n try:\n  b = 1 / a\n except OSError: b = 0\n return b", 1, {1}),
    ("def f(a):\n try:\n  b = 1 / a\n except ArithmeticError: b = 0\n return b", 0, {0}),
    ("def f(a):\n try: 1 / a\n except OSError: pass\n else: return 5", 1, {1}),
    ("def f(a):\n with open(a): pass", "/no/such/file", set()),
]


@pytest.mark.parametrize("source, argument, expected", RECORDED)
def test_blocks_are_recorded_when_they_are_complete(source, argument, expected):
    tree = ast.parse(source)
    goals = find_goals(tree)
    native.configure(len(goals.code_objects), len(goals.predicates))
    namespace = {}
    exec(compile_instrumented(tree, goals, "subject.py", native), namespace)
    native.reset()
    try:
        namespace["f"](argument)
    except (ArithmeticError, OSError):
        pass
    recorded = native.recorded()
    assert recorded["code_objects"] == [1]
    assert {p for p, (to_true, _) in recorded["predicates"].items() if to_true == 0} == expected
