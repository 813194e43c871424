"""Mutants: what each operator makes of a source, which are left out, and how they are chosen."""

import ast
import dataclasses
import sys
import textwrap
import types

import pytest
import support
from mutant_semantics import MOST_STEPS, Schemata, mutants_of, run_alone, run_original
from test_semantics import CORPUS, PRELUDE

support.native()

from skua_runtime.mutants.sampling import in_turn

# Operator, source, and the source of each of its mutants. `pass` stands for what is left out.
OPERATORS = [
    ("arithmetic", "x = a + b", ["x = a - b"]),
    ("arithmetic", "x = a - b * c", ["x = a + b * c", "x = a - b / c"]),
    ("arithmetic", "x = a / b // c", ["x = a / b / c", "x = a * b // c"]),
    ("arithmetic", "x = a % b ** c", ["x = a * b ** c", "x = a % (b * c)"]),
    ("arithmetic", "x = a << b", ["x = a >> b"]),
    ("arithmetic", "x = a & b | c ^ d", ["x = a & b & (c ^ d)", "x = a | b | c ^ d", "x = a & b | (c | d)"]),
    ("arithmetic", "x = -a", ["x = a"]),
    ("arithmetic", "x = ~a", ["x = a"]),
    ("arithmetic", "x = 'a' + b + f'{c}'", []),
    ("arithmetic", "x = '%s' % a", []),
    ("arithmetic", "x = [1] + a", []),
    ("comparison", "x = a < b", ["x = a <= b", "x = a >= b"]),
    ("comparison", "x = a <= b", ["x = a < b", "x = a > b"]),
    ("comparison", "x = a > b", ["x = a >= b", "x = a <= b"]),
    ("comparison", "x = a >= b", ["x = a > b", "x = a < b"]),
    ("comparison", "x = a == b", ["x = a != b"]),
    ("comparison", "x = a != b", ["x = a == b"]),
    ("comparison", "x = a is b", ["x = a is not b"]),
    ("comparison", "x = a is not b", ["x = a is b"]),
    ("comparison", "x = a in b", ["x = a not in b"]),
    ("comparison", "x = a not in b", ["x = a in b"]),
    (
        "comparison",
        "x = a < b == c",
        ["x = a <= b == c", "x = a >= b == c", "x = a < b != c"],
    ),
    ("boolean", "x = a and b", ["x = a or b", "x = b", "x = a"]),
    ("boolean", "x = a or b", ["x = a and b", "x = b", "x = a"]),
    (
        "boolean",
        "x = a and b and c",
        ["x = a or b or c", "x = b and c", "x = a and c", "x = a and b"],
    ),
    ("negation", "x = not a", ["x = a"]),
    ("negation", "if a(): b()", ["if not a():\n    b()"]),
    ("negation", "if not a: b()", ["if a:\n    b()"]),
    ("negation", "if a < b: c()", []),
    ("constant", "x = 5", ["x = 6", "x = 4", "x = 0"]),
    ("constant", "x = 1", ["x = 2", "x = 0"]),
    ("constant", "x = 0", ["x = 1", "x = -1"]),
    ("constant", "x = 1.5", ["x = 2.5", "x = 0.0"]),
    ("constant", "x = 1j", ["x = (1+1j)", "x = 0j"]),
    ("constant", "x = 'a'", ["x = ''", "x = 'XX'"]),
    ("constant", "x = ''", ["x = 'XX'"]),
    ("constant", "x = b'a'", ["x = b''", "x = b'XX'"]),
    ("constant", "x = True", ["x = False"]),
    ("constant", "x = None", ["x = ''"]),
    ("constant", "x = ...", []),
    ("constant", "x = a['k']", ["x = a['']", "x = a['XX']"]),
    ("constant", "a[1] = b", ["a[2] = b", "a[0] = b"]),
    ("return_value", "def f():\n    return a", []),  # as if left out
    ("return_value", "def f():\n    if a: return b\n    return c", ["def f():\n    if a:\n        return None\n    return c"]),
    (
        "return_value",
        "def f():\n    if a: return b < c\n    d()",
        [
            "def f():\n    if a:\n        return None\n    d()",
            "def f():\n    if a:\n        return not b < c\n    d()",
        ],
    ),
    ("return_value", "def f():\n    return a + b", ["def f():\n    return 0"]),
    ("return_value", "def f():\n    return [a]", ["def f():\n    return []"]),
    ("return_value", "def f():\n    return {a: b}", ["def f():\n    return {}"]),
    ("return_value", "def f():\n    return (a, b)", ["def f():\n    return ()"]),
    ("return_value", "def f():\n    return f'{a}'", ["def f():\n    return ''"]),
    ("return_value", "f = lambda a: a", ["f = lambda a: None"]),
    ("return_value", "def f():\n    x = yield a", ["def f():\n    x = (yield None)"]),
    ("condition", "if a < b: c()", ["if True:\n    c()", "if False:\n    c()"]),
    ("condition", "while a: b()", ["while True:\n    b()", "while False:\n    b()"]),
    ("condition", "x = a if b else c", ["x = a if True else c", "x = a if False else c"]),
    ("condition", "x = [a for a in b if c]", ["x = [a for a in b if True]", "x = [a for a in b if False]"]),
    ("condition", "if 1: a()", []),
    ("statement_deletion", "f()", ["pass"]),
    ("statement_deletion", "x[0] = y", ["if False:\n    x[0] = y\nelse:\n    pass"]),
    ("statement_deletion", "x: int = 1", ["if False:\n    x: int = 1\nelse:\n    pass"]),
    ("statement_deletion", "del x", ["if False:\n    del x\nelse:\n    pass"]),
    ("statement_deletion", "assert x", ["pass"]),
    ("statement_deletion", "def f():\n    if a: return\n    b()", ["def f():\n    if a:\n        pass\n    b()", "def f():\n    if a:\n        return\n    pass"]),
    ("statement_deletion", "x: int", []),
    ("statement_deletion", "import a\nfrom b import c\npass\n'text'", []),
    ("statement_deletion", "def f(): pass\nclass C: pass", []),
    ("loop", "for a in b: c()", ["for a in b:\n    c()\n    break", "for a in ():\n    c()"]),
    ("loop", "while a: b()", ["while a:\n    b()\n    break"]),
    ("loop", "while True:\n    break", ["while False:\n    break", "while True:\n    continue"]),
    ("loop", "for a in b:\n    continue", ["for a in ():\n    continue", "for a in b:\n    break"]),
    ("loop", "x = [a for a in b]", ["x = [a for a in ()]"]),
    ("loop", "async def f():\n    async for a in b: c()", ["async def f():\n    async for a in b:\n        c()\n        break"]),
    ("slice", "x = a[b:c]", ["x = a[None:c]", "x = a[b:None]"]),
    ("slice", "x = a[::b]", ["x = a[::None]"]),
    ("slice", "x = a[b]", []),
    (
        "exception_handler",
        "try: a()\nexcept KeyError: b()",
        [
            "try:\n    a()\nexcept Exception:\n    b()",
            "try:\n    a()\nexcept KeyError:\n    raise",
            "try:\n    a()\nexcept KeyError:\n    pass",
        ],
    ),
    (
        "exception_handler",
        "try: a()\nexcept (KeyError, OSError): raise",
        [
            "try:\n    a()\nexcept (OSError,):\n    raise",
            "try:\n    a()\nexcept (KeyError,):\n    raise",
            "try:\n    a()\nexcept (KeyError, OSError):\n    pass",
        ],
    ),
    ("exception_handler", "try: a()\nexcept: pass", ["try:\n    a()\nexcept:\n    raise"]),
    ("raise_deletion", "raise a", ["pass"]),
    ("decorator", "@a\n@b(c)\ndef f(): pass", [
        "@lambda decorated: decorated\n@b(c)\ndef f():\n    pass",
        "@a\n@lambda decorated: decorated\ndef f():\n    pass",
    ]),
    ("decorator", "@a\nclass C: pass", ["@lambda decorated: decorated\nclass C:\n    pass"]),
    ("default_argument", "def f(a=b, *, c=d): pass", ["def f(a=None, *, c=d):\n    pass", "def f(a=b, *, c=None):\n    pass"]),
    ("default_argument", "f = lambda a=b: c", ["f = lambda a=None: c"]),
    ("default_argument", "def f(a=None): pass", []),
    ("f_string", "x = f'a{b!r}c'", ["x = f'{b!r}c'", "x = f'ac'", "x = f'a{b!r}'"]),
    ("augmented_assignment", "a += b", ["a -= b", "a = b"]),
    ("augmented_assignment", "a.b *= c", ["a.b /= c", "a.b = c"]),
    ("augmented_assignment", "a += 'x'", ["a = 'x'"]),
    ("keyword_argument", "f(a, b=c, **d)", ["f(a, **d)", "f(a, b=c)"]),
    (
        "match_case",
        "match a:\n    case 1: b()\n    case [x] if x: c()",
        [
            "match a:\n    case 1 if False:\n        b()\n    case [x] if x:\n        c()",
            "match a:\n    case 1:\n        b()\n    case [x] if False:\n        c()",
            "match a:\n    case 1:\n        b()\n    case [x] if True:\n        c()",
        ],
    ),
]  # fmt: skip


def mutated_sources(source, operator=None):
    mutants = mutants_of(source)
    texts = []
    for mutant in mutants.mutants:
        if operator in (None, mutant.operator):
            with mutants.alone(mutant.index) as tree:
                texts.append(ast.unparse(tree))
    return texts


@pytest.mark.parametrize("operator, source, expected", OPERATORS)
def test_operators_mutate(operator, source, expected):
    assert mutated_sources(source, operator) == expected


@pytest.mark.parametrize("operator, source, expected", OPERATORS)
def test_a_mutant_alone_is_gone_when_its_block_is_left(operator, source, expected):
    mutants = mutants_of(source)
    for mutant in mutants.mutants:
        with mutants.alone(mutant.index):
            pass
    assert ast.unparse(mutants.tree) == ast.unparse(ast.parse(source))


def test_the_matrix_product_is_left_as_it_is():
    assert mutated_sources("x = a @ b", "arithmetic") == []


NOT_MUTATED = [
    "'''What the module does.'''",
    "def f():\n    'What f does.'",
    "class C:\n    'What C is.'\n    __slots__ = ('a',)",
    "__all__ = ['a']\n__all__ += ['b']\n__all__.append('c')\n__version__ = '1.0'",
    "x: Literal['a']\ndef f(a: 'b', *c: 1 + 2) -> 'd': pass",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n    b = 1 + 2",
    "if __name__ == '__main__':\n    main(1)",
    "T = TypeVar('T', bound='C')\nN = NewType('N', int)",
    "def f(a=1):  # pragma: no cover\n    return a + 1",
    "x = 1  # pragma: no cover",
    "class C(Base, metaclass=Meta): pass",
    "if 0:\n    x = 1",
]


@pytest.mark.parametrize("source", NOT_MUTATED)
def test_what_tests_cannot_show_is_not_mutated(source):
    assert mutated_sources(source) == []


def test_logged_texts_are_not_mutated():
    assert mutated_sources("logger.info('a', b)") == ["pass"]
    assert mutated_sources("self._log.debug(f'a{b}')") == ["pass"]
    assert mutated_sources("logging.getLogger(n).error('a')") == ["pass"]
    assert len(mutated_sources("dialog.info('a')")) == 3


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_type_parameters_and_aliases_are_not_mutated():
    assert mutated_sources("type A[T: (int, 'x')] = list[1]\ndef f[T: 'x'](): pass") == []


def test_excluded_clauses_leave_the_others():
    mutated = mutated_sources(
        """
        if a(): b()
        else:  # pragma: no cover
            c()
        try:
            d()
        except KeyError:  # pragma: no cover
            e()
        if f():  # pragma: no cover
            g()
        else:
            h()
        """
    )
    lines = [line for text in mutated for line in text.splitlines() if line.strip() == "pass"]
    assert len(lines) == 3  # b, d and h


def described(source):
    return [(one.line, one.column, one.original, one.mutated) for one in mutants_of(source).mutants]


def test_mutants_say_where_they_are_and_what_they_do():
    assert described("def f(a, b):\n    return a[1:b]\n") == [
        (2, 4, "return a[1:b]", "pass"),
        (2, 13, "[1:b]", "[:b]"),
        (2, 13, "1", "2"),
        (2, 13, "1", "0"),
        (2, 15, "[1:b]", "[1:]"),
    ]
    assert [one[:2] for one in described("def f():\n    if a:\n        b()")] == [
        (2, 7), (2, 7), (2, 7), (3, 8),
    ]  # fmt: skip
    assert described("x = f'{a}b'\n")[1:] == [(1, 4, "f'{a}'", "f''"), (1, 4, "f'b'", "f''")]
    assert described("@a\ndef f(): pass") == [(1, 1, "@a", "(removed)")]


def test_mutants_know_their_code_object_and_whether_the_import_runs_them():
    mutants = mutants_of(
        """
        limit = 5
        def f(a=b):
            return [x + a for x in a]
        class C:
            x = y
            def m(self):
                return lambda: self
        """
    )
    shown = {(one.qualified_name, one.at_import) for one in mutants.mutants}
    assert shown == {
        ("<module>", True),
        ("f", False),
        ("f.<locals>.<listcomp>", False),
        ("C", True),
        ("C.m", False),
        ("C.m.<locals>.<lambda>", False),
    }
    assert {one.mutated for one in mutants.mutants if one.qualified_name == "<module>"} == {
        "pass", "6", "4", "0", "None",
    }  # fmt: skip


def test_numbers_are_the_same_in_every_process():
    source = textwrap.dedent(CORPUS["match"])
    program = "import sys, mutant_semantics as m; print(m.mutants_of(sys.argv[1]).mutants)"
    shown = {
        support.run_python("-c", program, source, PYTHONHASHSEED=seed).stdout for seed in "123"
    }
    assert shown == {f"{mutants_of(source).mutants}\n"}
    assert [one.index for one in mutants_of(source).mutants] == list(
        range(len(mutants_of(source).mutants))
    )


# Source, and a mutant that is no other program than the original, or than another mutant.
EQUIVALENT = [
    ("def f():\n    a()\n    return", "def f():\n    a()\n    pass"),
    ("def f():\n    a()\n    return None", "def f():\n    a()\n    pass"),
    ("def f():\n    return a", "def f():\n    return None"),  # as when left out
    ("x = 0 * 5", "x = 0 * 6"),
    pytest.param(
        "x = 1 * 2",
        "x = 1 * 0",  # as 0 * 2
        marks=pytest.mark.skipif(
            sys.version_info >= (3, 14),
            reason="the first operand of what is folded stays among the constants",
        ),
    ),
    ("class C:\n    x = 2 + 0", "class C:\n    x = 2 - 0"),
]


@pytest.mark.parametrize("source, mutated", EQUIVALENT)
def test_mutants_that_compile_to_the_same_code_are_dropped(source, mutated):
    assert mutated not in mutated_sources(source)


def code_key(code):
    inner = [
        code_key(one) if isinstance(one, types.CodeType) else repr(one) for one in code.co_consts
    ]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, tuple(inner)


@pytest.mark.parametrize("name", ["try", "loops", "classes", "async", "match"])
def test_no_two_mutants_of_a_module_compile_to_the_same_code(name):
    mutants = mutants_of(CORPUS[name])
    seen = {code_key(compile(mutants.tree, "", "exec"))}
    for mutant in mutants.mutants:
        with mutants.alone(mutant.index) as tree:
            key = code_key(compile(tree, "", "exec"))
        assert key not in seen, mutant
        seen.add(key)


def test_constants_of_different_types_are_different_mutants():
    assert "x = 0.0" in mutated_sources("x = 1.0")
    assert mutated_sources("x = {1: 1}[True]", "constant")[-1] == "x = {1: 1}[False]"


def test_functions_with_nonlocal_are_compared_with_the_function_around():
    source = """
        def f():
            n = 0
            def g():
                nonlocal n
                n += 1
                return
            return g
        """
    deleted = [text for text in mutated_sources(source) if "pass" in text]
    assert len(deleted) == 3  # `n = 0`, `n += 1` and the outer return; the inner changes nothing


MANY = "def f(a):\n" + "".join(f"    a += {n} * a if a < {n} else a[{n}:]\n" for n in range(20))
MANY += "def g(a):\n    return a + 1\n"


def test_of_many_mutants_as_many_as_asked_for_are_chosen_evenly():
    everything = mutants_of(MANY).mutants
    chosen = mutants_of(MANY, most_per_code_object=60, seed=7).mutants
    counts = {}
    for mutant in chosen:
        if mutant.qualified_name == "f":
            counts.setdefault(mutant.operator, []).append(mutant.line)
    assert sum(map(len, counts.values())) == 60
    assert set(counts) == {one.operator for one in everything if one.qualified_name == "f"}
    sizes = sorted(map(len, counts.values()))
    assert sizes[-1] - sizes[0] <= 1
    for lines in counts.values():
        assert len(set(lines)) == len(lines)
    few = [one.mutated for one in everything if one.qualified_name == "g"]
    assert [one.mutated for one in chosen if one.qualified_name == "g"] == few


def test_the_choice_depends_on_the_seed_alone():
    def chosen(seed):
        return mutants_of(MANY, most_per_code_object=20, seed=seed).mutants

    def without_numbers(mutants):
        return {dataclasses.replace(one, index=0) for one in mutants}

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)
    assert without_numbers(chosen(1)) <= without_numbers(mutants_of(MANY).mutants)
    assert [one.line for one in chosen(1)] == sorted(one.line for one in chosen(1))


def test_every_beginning_of_an_even_order_is_even():
    keys = [(kind, line) for kind in "ab" for line in (1, 1, 1, 2)] + [("c", 1)]
    order = in_turn(keys, "seed")
    assert sorted(order) == list(range(9))
    assert sorted(keys[i][0] for i in order[:3]) == ["a", "b", "c"]
    of_a = [keys[i][1] for i in order if keys[i][0] == "a"]
    assert set(of_a[:2]) == {1, 2}


# Schemata


@pytest.mark.parametrize("name", CORPUS)
def test_without_an_active_mutant_schemata_do_what_the_original_does(name):
    assert Schemata(CORPUS[name], PRELUDE).run() == run_original(CORPUS[name], PRELUDE)


@pytest.mark.parametrize("name", CORPUS)
def test_each_mutant_of_the_schemata_does_what_it_does_alone(name):
    schemata = Schemata(CORPUS[name], PRELUDE)
    mutants = mutants_of(CORPUS[name])
    assert mutants.mutants == schemata.mutants.mutants
    step = 1 + len(mutants.mutants) // 120
    for mutant in mutants.mutants[::step]:
        shown = schemata.run(mutant.index)
        assert shown == run_alone(mutants, mutant.index, PRELUDE), mutant


def test_functions_look_as_they_did():
    source = """
        def f(a, /, b=1, *c, d=2, **e):
            "what f does"
            n = a + b
            return lambda: n
        """
    plain, mutated = {}, {}
    exec(textwrap.dedent(source), plain)
    schemata = Schemata(source)
    exec(schemata.code, mutated)
    ours, theirs = mutated["f"].__code__, plain["f"].__code__
    for name in ("co_names", "co_varnames", "co_cellvars", "co_flags", "co_firstlineno", "co_name"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert mutated["f"].__doc__ == "what f does"
    assert set(mutated) == set(plain)


ENDLESS = [
    ("def run():\n    n = 3\n    while n > 0:\n        n -= 1", "n += 1"),
    ("def run():\n    while True:\n        break", "continue"),
    ("def run():\n    n = 3\n    while n: n -= 1", "True"),
    ("import itertools\ndef run():\n    for n in itertools.count():\n        if n > 3: break", "continue"),
    ("def run():\n    global n\n    n = 5\n    while (n := n - 1): pass", "True"),
    ("def run():\n    try:\n        while True:\n            break\n    except Exception: pass", "continue"),
]  # fmt: skip


@pytest.mark.parametrize("source, mutated", ENDLESS)
def test_loops_that_a_mutant_makes_endless_stop_at_the_limit(source, mutated):
    schemata = Schemata(source)
    assert schemata.run()["error"] is None
    [mutant] = [one for one in schemata.mutants.mutants if one.mutated == mutated]
    assert schemata.run(mutant.index) == {"error": "Timeout"}
    assert schemata.switches.asked > MOST_STEPS


LOOPS = [
    "while True: pass",
    "for x in iter(int, 1): pass",
    "[x for x in iter(int, 1)]",
    "{x: x for x in iter(int, 1)}",
    "any(x for x in iter(int, 1))",
    "[x for x in iter(int, 1) if x]",
    "while True:\n        try:\n            continue\n        finally:\n            pass",
]


@pytest.mark.parametrize("loop", LOOPS)
def test_loops_that_have_nothing_to_mutate_count_their_iterations(loop):
    assert Schemata(f"def run():\n    {loop}").run() == {"error": "Timeout"}


def test_a_very_long_expression_has_schemata():
    source = "def run(a=1): return " + " + ".join(["a"] * 900) + "\n"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(8000)
    try:
        assert Schemata(source).run()["result"] == "900"
    finally:
        sys.setrecursionlimit(limit)
