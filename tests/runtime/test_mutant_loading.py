"""Subjects loaded with their mutants: described as without them, imported with one of them."""

import inspect
import json
import sys
import textwrap
import traceback

import pytest
import support

native = support.native()

SHAPES = {
    "functions": """
        import functools
        LIMIT = 3 + 1
        def plain(a, /, b=1, *c, d="x", **e):
            "what plain does"
            return a if a > b else b
        @functools.lru_cache(maxsize=4 + 4)
        def cached(n): return [m * 2 for m in range(n) if m]
        def generate(n):
            while n:
                yield n
                n -= 1
        twice = lambda n=2: n * 2
        async def later(n): return n + 1
    """,
    "classes": """
        import dataclasses, enum
        class Colour(enum.Enum):
            RED = 1
            BLUE = 2
        @dataclasses.dataclass
        class Point:
            x: int = 0
            y: int = 1
            @property
            def far(self): return self.x + self.y > 10
            @staticmethod
            def origin(): return Point(0, 0)
            @classmethod
            def diagonal(cls, n): return cls(n, n)
            def __add__(self, other): return Point(self.x + other.x, self.y + other.y)
        class Odd(Point):
            def __init__(self, n):
                def inner(): return n
                super().__init__(n, inner())
    """,
    "conditions": """
        import sys
        if sys.version_info >= (3, 0):
            def first(): return 1
        else:
            def second(): return 2
        try:
            import missing_module
        except ImportError:
            missing_module = None
        TABLE = {n: n * n for n in range(4)}
        for _name in ("a", "b"):
            TABLE[_name] = len(TABLE)
        def look(key):
            match key:
                case int() if key > 2: return TABLE[key]
                case [one, *_]: return one
            with open(key) as stream:
                return f"{stream.name!r}"
    """,
}


def load(project, text, most=1000, seed=0, **request):
    """The answer about a module of this text with its mutants."""
    project.write("subject.py", textwrap.dedent(text))
    answer, _ = project.load("subject", instrument=False, mutants=most, mutant_seed=seed, **request)
    return answer


def load_active(project, text, index, **request):
    """The answer about the same with one active."""
    recall = load(project, text)["recall"]
    return load(project, text, active_mutant=index, recall=recall, **request)


def find(mutants, **fields):
    """The number of the only one with these fields."""
    found = [i for i, one in enumerate(mutants) if fields.items() <= one.items()]
    assert len(found) == 1, (found, mutants)
    return found[0]


@pytest.fixture(autouse=True)
def none_is_active():
    yield
    native.activate_mutant(-1)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_subject_with_its_mutants_is_described_as_without(project, shape):
    project.write("subject.py", textwrap.dedent(SHAPES[shape]))
    plain, _ = project.load("subject", instrument=False)
    mutated = load(project, SHAPES[shape])
    assert mutated["subject"] == plain["subject"]
    assert mutated["digest"] == plain["digest"]
    assert mutated["mutants"] and "mutants" not in plain


@pytest.mark.parametrize("shape", SHAPES)
def test_functions_and_classes_look_as_without_mutants(project, shape):
    project.write("subject.py", textwrap.dedent(SHAPES[shape]))
    project.load("subject", instrument=False)
    plain = sys.modules["subject"]
    load(project, SHAPES[shape])
    mutated = sys.modules["subject"]
    assert plain is not mutated and dir(plain) == dir(mutated)
    for name, value in vars(plain).items():
        for one, other in _functions(value, getattr(mutated, name)):
            assert one is not other
            assert inspect.signature(one) == inspect.signature(other)
            assert (one.__doc__, one.__defaults__, one.__kwdefaults__, one.__qualname__) == (
                other.__doc__,
                other.__defaults__,
                other.__kwdefaults__,
                other.__qualname__,
            )
            fields = ["co_firstlineno", "co_flags", "co_varnames", "co_filename"]
            # What CPython makes of annotations knows which of them were come to, where a class has
            # conditions, as it has with mutants.
            if not one.__name__.startswith("__annotate"):
                fields.append("co_freevars")
            for field in fields:
                assert getattr(one.__code__, field) == getattr(other.__code__, field)
            assert inspect.getsource(one) == inspect.getsource(other)


def _functions(one, other):
    one, other = inspect.unwrap(one), inspect.unwrap(other)
    if inspect.isfunction(one) and one.__code__.co_filename.endswith("subject.py"):
        yield one, other
    elif inspect.isclass(one) and one.__module__ == "subject":
        for name, value in vars(one).items():
            value, mate = getattr(value, "fget", value), vars(other)[name]
            yield from _functions(value, getattr(mate, "fget", mate))


def test_tracebacks_name_the_lines_of_the_source(project):
    load(project, "def f(n):\n    n += 1\n    return [\n        1 // (n - 1)\n    ]\n")
    with pytest.raises(ZeroDivisionError) as raised:
        sys.modules["subject"].f(0)
    frame = traceback.extract_tb(raised.value.__traceback__)[-1]
    assert (frame.name, frame.lineno, frame.line) == ("f", 4, "1 // (n - 1)")


def test_mutants_are_listed_with_their_places(project):
    answer = load(project, "LIMIT = 3\ndef f(n):\n    return n < LIMIT\n")
    names = [one["qualified_name"] for one in answer["subject"]["code_objects"]]
    boundary = find(answer["mutants"], operator="comparison", mutated="n <= LIMIT")
    mutant = answer["mutants"][boundary]
    assert names[mutant.pop("code_object")] == "f"
    assert mutant == {
        "operator": "comparison",
        "line": 3,
        "column": 11,
        "original": "n < LIMIT",
        "mutated": "n <= LIMIT",
        "at_import": False,
    }
    constant = answer["mutants"][find(answer["mutants"], mutated="4")]
    assert constant["at_import"] and names[constant["code_object"]] == "<module>"


def test_as_many_are_chosen_as_asked_for_and_alike_with_the_same_seed(project):
    text = "def f(a, b):\n" + "".join(f"    a += b * {n}\n" for n in range(2, 30))
    first, again, other = (load(project, text, 10, seed)["mutants"] for seed in (1, 1, 2))
    assert len(first) == len(other) == 10
    assert first == again and first != other
    assert len(load(project, text)["mutants"]) > 100


def test_what_has_no_cover_has_no_mutants(project):
    answer = load(project, "# coding: latin-1\nNAME = '\xe9'  # pragma: no cover\ndef f(): pass\n")
    assert answer["mutants"] == []


def test_the_import_is_done_with_the_active_mutant(project):
    text = "LIMIT = 3\ndef f(n=LIMIT + 1):\n    return n\n"
    index = find(load(project, text)["mutants"], original="LIMIT + 1", mutated="LIMIT - 1")
    assert load_active(project, text, index)["ok"]
    assert sys.modules["subject"].f() == 2
    assert load_active(project, text, -1)["ok"]
    assert sys.modules["subject"].f() == 4


def test_a_load_that_recalls_has_the_same_mutants(project):
    text = SHAPES["classes"]
    first = load(project, text, most=5, seed=3)
    chosen = json.loads(first["recall"])["chosen"]
    assert len(chosen) == len(first["mutants"])
    from skua_runtime.loading import MutantChoice, load_module

    for choice in (MutantChoice(5, 3), MutantChoice(5, 4, chosen)):
        loaded = load_module("subject", str(project.root / "subject.py"), [], native, False, choice)
        assert [(one.line, one.mutated) for one in loaded.mutants] == [
            (one["line"], one["mutated"]) for one in first["mutants"]
        ]
        assert loaded.chosen_mutants == chosen


@pytest.mark.parametrize(
    "text, original, mutated, code",
    [
        ("TABLE = [2][0]\ndef f(): return TABLE\n", "0", "1", "SKUA-N104"),
        ("n = 3\nwhile n > 0:\n    n -= 1\ndef f(): return n\n", "n -= 1", "n += 1", "SKUA-N104"),
        ("import sys\nif not sys:\n    sys.exit(1)\ndef f(): pass\n", "not sys", "sys", "SKUA-N103"),
    ],
)  # fmt: skip
def test_an_import_that_its_mutant_breaks_is_a_failed_import(
    project, text, original, mutated, code
):
    index = find(load(project, text)["mutants"], original=original, mutated=mutated)
    answer = load_active(project, text, index)
    assert (answer["ok"], answer.get("code")) == (False, code), answer


def test_what_a_mutant_takes_away_keeps_its_number(project):
    text = SHAPES["classes"]
    first = load(project, text)
    names = [one["qualified_name"] for one in first["subject"]["callables"]]
    classes = [one["qualified_name"] for one in first["subject"]["classes"]]

    def objects(index):
        recorded = {}
        before = native.set_subject
        names = ("calls", "classes", "members")
        native.set_subject = lambda *tables: recorded.update(zip(names, tables))
        try:
            assert load_active(project, text, index)["ok"]
        finally:
            native.set_subject = before
        return recorded

    gone = objects(find(first["mutants"], original="RED = 1", mutated="pass"))
    colour = classes.index("Colour")
    found = sys.modules["subject"].Colour
    assert gone["classes"][colour] is found and gone["members"][colour] == (None, found.BLUE)
    bare = objects(find(first["mutants"], original="@staticmethod"))
    function, attribute, *_ = bare["calls"][names.index("Point.origin")]
    assert (function, attribute) == (sys.modules["subject"].Point.origin, None)
    assert len(bare["calls"]) == len(names)


def test_a_module_that_is_executed_again_keeps_its_mutants(project):
    text = "def f(n):\n    return n + 1\n"
    mutants = load(project, text)["mutants"]
    module = sys.modules["subject"]
    native.activate_mutant(find(mutants, mutated="n - 1"))
    module.__spec__.loader.exec_module(module)
    assert module.f(5) == 4
    native.activate_mutant(-1)
    assert module.f(5) == 6
