"""Control-flow graphs and numbering of goals."""

import ast
import textwrap

import pytest
import support
from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.source.exclusion import excluded_lines
from skua_runtime.goals.goals import find_goals


def goals_of(source):
    goals = find_goals(ast.parse(textwrap.dedent(source)))
    draw_control_flow(goals)
    return goals


def edges_of(body, code_object=1):
    """Edges of `def f` with that body: P0 is predicate 0, H2 a node without predicate."""
    goals = goals_of("def f(*a):\n" + textwrap.indent(textwrap.dedent(body), "    "))
    graph = goals.code_objects[code_object]

    def name(node):
        if node < 2:
            return ("in", "out")[node]
        return f"P{graph.nodes[node]}" if graph.nodes[node] >= 0 else f"H{node}"

    mark = {"always": "-", "true": "t", "false": "f"}
    return sorted(f"{name(a)} {mark[when]} {name(b)}" for a, b, when in graph.edges)


GRAPHS = [
    ("pass", ["in - out"]),
    ("if a: pass", ["P0 f out", "P0 t out", "in - P0"]),
    ("if a: return\nif b: pass", ["P0 f P1", "P0 t out", "P1 f out", "P1 t out", "in - P0"]),
    (
        "if a: x\nelif b: y\nif c: z",
        ["P0 f P1", "P0 t P2", "P1 f P2", "P1 t P2", "P2 f out", "P2 t out", "in - P0"],
    ),
    (
        "if a and (b or not c): return\nassert d",
        [
            "P0 f P3", "P0 t P1", "P1 f P2", "P1 t out", "P2 f out", "P2 t P3", "P3 f out",
            "P3 t out", "in - P0",
        ],
    ),
    ("if a < b < c: pass", ["P0 f out", "P0 t P1", "P1 f out", "P1 t out", "in - P0"]),
    ("return a or b and c", ["P0 f P1", "P0 t out", "P1 f out", "P1 t out", "in - P0"]),
    (
        "x = (a if b else c or d) if e else 0",
        ["P0 f out", "P0 t P1", "P1 f P2", "P1 t out", "P2 f out", "P2 t out", "in - P0"],
    ),
    ("while a: pass", ["H2 - P0", "P0 f out", "P0 t H2", "in - H2"]),
    (
        "while a:\n if b: break\n if c: continue\n d()\nelse:\n assert e",
        [
            "H2 - P0", "P0 f P3", "P0 t P1", "P1 f P2", "P1 t out", "P2 f H2", "P2 t H2",
            "P3 f out", "P3 t out", "in - H2",
        ],
    ),
    ("while True:\n if a: break", ["H2 - P0", "P0 f H2", "P0 t out", "in - H2"]),
    ("while True: pass", ["in - out"]),
    ("assert a\nwhile True: pass", ["H3 - H3", "H3 - out", "P0 f out", "P0 t H3", "in - P0"]),
    ("for x in a:\n if x: return", ["P0 f out", "P0 t P1", "P1 f P0", "P1 t out", "in - P0"]),
    (
        "for x in a:\n if x: break\nelse:\n if b: pass\nassert c",
        [
            "P0 f P2", "P0 t P1", "P1 f P0", "P1 t P3", "P2 f P3", "P2 t P3", "P3 f out",
            "P3 t out", "in - P0",
        ],
    ),
    (
        "try:\n if a: raise b\nexcept C: pass\nexcept D: return\nelse:\n if e: pass",
        [
            "H2 - P0", "H2 - P1", "P0 f P3", "P0 t P1", "P1 f P2", "P1 t out", "P2 f out",
            "P2 t out", "P3 f out", "P3 t out", "in - H2",
        ],
    ),
    (
        "try:\n if a: return\nfinally:\n if b: pass\nif c: pass",
        [
            "H2 - P0", "H4 - P1", "P0 f H4", "P0 t H4", "P1 f P2", "P1 f out", "P1 t P2",
            "P1 t out", "P2 f out", "P2 t out", "in - H2",
        ],
    ),
    (
        "try: a\nexcept: return\nif b: pass",
        ["H2 - P0", "H2 - P1", "P0 f out", "P0 t out", "P1 - out", "in - H2"],
    ),
    (
        "match a:\n case 1: pass\n case [x] if x: return\n case _: b()\nassert c",
        [
            "P0 f P1", "P0 t P3", "P1 f P3", "P1 t P2", "P2 f P3", "P2 t out", "P3 f out",
            "P3 t out", "in - P0",
        ],
    ),
    (
        "match a:\n case 1: pass\n case _: return\nassert c",
        ["P0 f out", "P0 t P1", "P1 f out", "P1 t out", "in - P0"],
    ),
    (
        "with a if b else c:\n if d: return\nassert e",
        ["P0 f P1", "P0 t P1", "P1 f P2", "P1 t out", "P2 f out", "P2 t out", "in - P0"],
    ),
    (
        "if a:\n b()\n return c\nwith d: return e\nif f: pass",
        [
            "P0 f P1", "P0 f P3", "P0 t P2", "P1 f out", "P1 t out", "P2 - out", "P3 - out",
            "in - P0",
        ],
    ),
    (
        "try: a()\nexcept B: pass\nif c: pass",
        ["H2 - P0", "H2 - P2", "P0 f out", "P0 t P1", "P1 f out", "P1 t out", "P2 - P1", "in - H2"],
    ),
    ("async def g():\n async for x in a:\n  pass", ["in - out"]),
    ("g = lambda: a or b", ["in - out"]),
]


@pytest.mark.parametrize("body, expected", GRAPHS)
def test_control_flow_of_a_function(body, expected):
    assert edges_of(body) == expected


def test_a_comprehension_has_a_graph_of_its_own():
    body = "return [x for y in a if y for x in y if x if b]"
    assert edges_of(body) == ["in - out"]
    assert edges_of(body, code_object=2) == [
        "H2 - P0", "H2 - out", "H4 - H2", "H4 - P1", "P0 f H2", "P0 t H4", "P1 f H4", "P1 t P2",
        "P2 f H4", "P2 t H4", "in - H2",
    ]  # fmt: skip


def test_every_predicate_is_in_the_graph_of_its_code_object():
    with open(ast.__file__, encoding="utf-8") as stream:
        goals = goals_of(stream.read())
    assert len(goals.predicates) > 100
    for index, predicate in enumerate(goals.predicates):
        assert goals.code_objects[predicate.code_object].nodes.count(index) == 1
    for graph in goals.code_objects:
        for node, predicate in enumerate(graph.nodes):
            if predicate >= 0:
                outcomes = [when for source, _, when in graph.edges if source == node]
                is_block = goals.predicates[predicate].kind == "block"
                assert set(outcomes) >= ({"always"} if is_block else {"true", "false"})


@pytest.mark.parametrize(
    "source, expected",
    [
        ("def f(a):\n return 1\n if a: pass", [(False, False)]),
        ("def f(a):\n while True: pass\n assert a", [(False, False)]),
        ("if TYPE_CHECKING:\n if a: pass\nelif b: pass", [(False, False), (True, True)]),
        ("if __name__ == '__main__':\n if a: pass", [(False, False)]),
        ("if sys.platform == 'win32':\n if a: pass", [(False, False)]),
        ("for x in (1, 2): pass", [(True, False)]),
        ("for x in range(3): pass", [(True, False)]),
        ("for x in [*a]: pass", [(True, True)]),
        ("if 0:\n if a: pass\nwhile 1: break\nwhile not __debug__:\n assert a", []),
        ("if a and True: pass", [(True, True)]),
    ],
)
def test_branches_that_cannot_be_taken_are_no_goals(source, expected):
    predicates = goals_of(source).predicates
    assert [(one.true_is_goal, one.false_is_goal) for one in predicates] == expected


NUMBERED = """
@decorate(a or b)
def f(x=c if d else e):
    if a < b < c:
        return [y for y in x if y]
    def inner():
        assert x
    class Local:
        z = lambda: 1 if a else 2
"""


def test_numbering_follows_the_source():
    goals = goals_of(NUMBERED)
    assert [
        (one.kind, one.qualified_name, one.first_line, one.parent) for one in goals.code_objects
    ] == [
        ("module", "<module>", 1, -1),
        ("function", "f", 2, 0),
        ("comprehension", "f.<locals>.<listcomp>", 5, 1),
        ("function", "f.<locals>.inner", 6, 1),
        ("class_body", "f.<locals>.Local", 8, 1),
        ("lambda", "f.<locals>.Local.<lambda>", 9, 4),
    ]
    assert [(one.kind, one.code_object, one.line) for one in goals.predicates] == [
        ("truth", 0, 2), ("truth", 0, 3), ("compare", 1, 4), ("compare", 1, 4), ("truth", 2, 5),
        ("truth", 3, 7), ("truth", 5, 9),
    ]


# Prints the digest of tmp_path/subject.py, loaded for searching or not.
DIGEST = """
import support, sys; support.native()
from skua_runtime.serving import server
from skua_runtime.world import side_effects, virtual_clock
folder, searches = sys.argv[1], sys.argv[2] == "yes"
clock = virtual_clock.VirtualClock() if searches else virtual_clock.ShortSleep(print)
clock.install()
request = {"module": "subject", "file": f"{folder}/subject.py", "root": folder, "path": [folder]}
answer, _ = server.load(request | {"instrument": searches}, side_effects.SideEffects())
print(answer["digest"])
"""


@pytest.mark.parametrize(
    "source",
    [
        NUMBERED.replace("@decorate(a or b)\n", "")
        .replace("x=c if d else e", "x={'a', 'b', 'c'}")
        .replace("a < b < c", "0 < len(x) < 9")
        + "\nclass A:\n    def m(self, k: 'set[str] | None' = None): return k or {1, 'x'}\n",
        # Constants come from a set, in another order in each process; a clock is ours while searching.
        "import random, re, time\n"
        "WORDS = re.compile('|'.join({'aaa', 'bbb', 'ccc', 'ddd', 'eee'}))\n"
        "class Cache:\n"
        "    def __init__(self, clock=time.monotonic, draw=random.choice): self.clock = clock\n"
        "    def has(self, text): return bool(WORDS.match(text))\n",
    ],
    ids=["numbering", "constants and clocks"],
)
def test_the_digest_depends_neither_on_the_hash_seed_nor_on_what_only_a_search_needs(tmp_path, source):
    (tmp_path / "subject.py").write_text(source)
    digests = {
        support.run_python("-c", DIGEST, str(tmp_path), searches, PYTHONHASHSEED=seed).stdout
        for seed, searches in (("1", "yes"), ("2", "yes"), ("2", "no"), ("77", "no"))
    }
    assert len(digests) == 1 and len(digests.pop().strip()) == 64


NO_COVER = """
    def f(a):
        if a:  # pragma: no cover
            return [x for x in a if x]
        elif a < 1:
            return 1
        else:  # pragma: no cover
            return a if a else 0
        b = a or 1  # pragma:no cover
        while a:
            for x in a:  #pragma: NO COVER
                if x: pass
            else:
                assert x
            try:
                a = not b and 1
            except KeyError:  # pragma: no cover
                return lambda: 1
            except ValueError:
                pass
            finally:  # pragma: no cover
                if a: pass
        text = "# pragma: no cover" if a else ""
        match a:
            case 1:  # pragma: no cover
                return 1 if a else 2
            case 2: pass

    @decorate
    def g(  # pragma: no cover
        a=1 if True else 2,
    ):
        return 1 if a else 2

    class C:  # pragma: no cover
        def m(self): return 1 if self else 2
"""


def test_what_is_marked_as_not_to_be_covered_holds_no_goals():
    source = textwrap.dedent(NO_COVER)
    tree = ast.parse(source)
    goals = find_goals(tree, excluded_lines(source.encode()))
    draw_control_flow(goals)
    assert [one.qualified_name for one in goals.code_objects] == ["<module>", "f"]
    found = [(one.kind, source.splitlines()[one.line - 1].strip()) for one in goals.predicates]
    assert found == [
        ("compare", "elif a < 1:"),
        ("truth", "while a:"),
        ("truth", "assert x"),
        ("truth", "a = not b and 1"),
        ("except_clause", "except ValueError:"),
        ("truth", 'text = "# pragma: no cover" if a else ""'),
        ("match_case", "case 2: pass"),
    ]
    assert len(find_goals(tree).code_objects) > 5
