"""Hand-written tests become statements; what cannot be represented is left out."""

import sys
import textwrap

import pytest

SUBJECT = '''
import enum, json, os, sys
class Color(enum.Enum):
    RED = 1
    BLUE = 2
class Box:
    """A box.

    >>> b = Box(3, color=Color.RED)
    >>> b.grow(2)
    5
    """
    def __init__(self, size, *, color=Color.RED): self.size = size
    def grow(self, by=1): return self.size + by
    def __add__(self, other): return Box(self.size + other.size)
    def __getitem__(self, index): return index
    @property
    def double(self): return self.size * 2
    @double.setter
    def double(self, value): self.size = value // 2
    @staticmethod
    def make(*sizes, **more): return Box(sum(sizes))
    @classmethod
    def of(cls, size): return cls(size)
def apply(function, x): return function(x)
def load(path):
    with open(path) as file: return json.load(file)
def mode(): return os.environ["MODE"], sys.argv
async def later(x): return x
'''


def written(subject, seed):
    """The seed as the calls that nothing else in it uses, in something like Python."""

    def show(index):
        statement = seed[index]
        kind, operands = statement["kind"], statement.get("operands", [])
        if "value" in statement or kind == "none":
            value = statement.get("value", {})
            return repr(value.get("t", value.get("v", value.get("h"))))
        if kind == "enum_member":
            described = subject["classes"][statement["target"]]
            return f"{described['name']}.{described['enum_members'][statement['integer']]}"
        if kind == "class":
            return subject["classes"][statement["target"]]["name"]
        if kind == "function":
            return subject["callables"][statement["target"]]["name"]
        if kind != "call":
            return f"{kind}({', '.join(map(show, operands))})"
        described = subject["callables"][statement["target"]]
        count = len(statement["parameters"])
        receiver = f"{show(operands[0])}." if len(operands) > count else ""
        names = [described["parameters"][place]["name"] for place in statement["parameters"]]
        values = map(show, operands[len(operands) - count :])
        arguments = ", ".join(f"{name}={value}" for name, value in zip(names, values))
        return f"{receiver}{described['name']}({arguments})"

    used = {operand for statement in seed for operand in statement.get("operands", [])}
    return [
        show(index)
        for index, statement in enumerate(seed)
        if statement["kind"] == "call" and index not in used
    ]


@pytest.fixture
def learn(project):
    """What is learned from a test file, without what the docstrings say."""

    def learn(text, subject=SUBJECT):
        project.write("subject.py", subject)
        project.write("tests/test_subject.py", text)
        answer, _ = project.load("subject", seed_files=["tests/test_subject.py"])
        assert answer["ok"], answer
        seeds = [written(answer["subject"], seed) for seed in answer["seeds"]]
        return seeds[1:] if subject is SUBJECT else seeds

    return learn


HEAD = "import pytest, unittest\nimport subject\nfrom subject import Box, Color, apply as run\n"


@pytest.mark.parametrize(
    "body, expected",
    [
        ("assert Box(2 * 3).grow() == 7", [["Box(size='6').grow()"]]),
        ("b = subject.Box(1)\nb.double = 4\nb.double", [["Box(size=1).double(value=4)", "Box(size=1).double()"]]),
        ("a, b = Box(1), Box(2)\na + b", [["Box(size=1).__add__(other=Box(size=2))"]]),
        ("Box(1)[-2]", [["Box(size=1).__getitem__(index=-2)"]]),
        ("Box.make(1, 2, a=3)", [["make(sizes=list(1, 2), more=dict('a', 3))"]]),
        ("Box.of(1)", [["of(size=1)"]]),
        ("run(lambda x: x, Color.BLUE)", [["apply(function=lambda(), x=Color.BLUE)"]]),
        ("run(lambda: 5, [None, {'a': (1, b'b')}])", [["apply(function=lambda(5), x=list(None, dict('a', tuple(1, '62'))))"]]),
        ("run(subject.mode, Box)", [["apply(function=mode, x=Box)"]]),
        ("import asyncio\nassert asyncio.run(subject.later(1)) == 1", [["later(x=1)"]]),
        ("import random\nrandom.getrandbits(Box(3))", [["Box(size=3)"]]),
        ("with pytest.raises(KeyError) as info:\n    run(1, 2)\nBox(1)", [["apply(function=1, x=2)"], ["Box(size=1)"]]),
        ("for n in (1, 2):\n    Box(n)", [["Box(size=1)", "Box(size=2)"]]),
        ("assert len(Box(1).grow(2)) > unknown(Box(3))", [["Box(size=1).grow(by=2)", "Box(size=3)"]]),
        ("Box(unknown, color=1)\nBox(*[1])\nBox()\nBox(1, 2)\nBox(1, nothing=2)", []),
        ("Box(1, color=unknown())\nBox(2).grow(unknown)", [["Box(size=1)", "Box(size=2).grow()"]]),
        ("self.assertRaises(ValueError, Box(1).grow, 'x')", [["Box(size=1).grow(by='x')"]]),
    ],
)  # fmt: skip
def test_bodies_of_tests(learn, body, expected):
    expected = [[one.replace("size='6'", "size=6") for one in seed] for seed in expected]
    assert learn(f"{HEAD}def test_it():\n{textwrap.indent(body, '    ')}\n") == expected


def test_fixtures_and_parameters(learn):
    text = HEAD + textwrap.dedent(
        """
        SIZE = 4
        @pytest.fixture
        def box():
            box = Box(SIZE)
            yield box
            box.close()
        @pytest.mark.parametrize("by, want", [(1, 5), pytest.param(2, 6, id="two")])
        def test_grow(box, by, want):
            assert box.grow(by) == want
        """
    )
    assert learn(text) == [["Box(size=4).grow(by=1)"], ["Box(size=4).grow(by=2)"]]


def test_unittest_classes(learn):
    text = HEAD + textwrap.dedent(
        """
        class TestBox(unittest.TestCase):
            def setUp(self):
                self.box = Box(7, color=Color.BLUE)
            def test_grow(self):
                self.assertEqual(self.box.grow(by=2), 9)
            def helper(self):
                Box(1)
        """
    )
    assert learn(text) == [["Box(size=7, color=Color.BLUE).grow(by=2)"]]


def test_monkeypatch_and_tmp_path(learn):
    text = HEAD + textwrap.dedent(
        """
        def test_mode(monkeypatch):
            monkeypatch.setenv("MODE", "x")
            monkeypatch.setattr("sys.argv", ["program", "-v"])
            subject.mode()
        def test_load(tmp_path):
            file = tmp_path / "a.json"
            file.write_text("{}")
            subject.load(str(file))
            subject.load(tmp_path / "none")
        """
    )
    assert learn(text) == [
        ["setenv(name='MODE', value='x')", "argv(arguments=list('-v'))", "mode()"],
        [
            "load(path=write_file(name='a.json', content='{}').__str__())",
            "load(path=missing_file(name='none'))",
        ],
    ]


def test_examples_may_make_objects_of_classes_that_the_subject_does_not_import(project):
    project.write(
        "shelf.py",
        """
        import os
        class Shelf:
            def __init__(self, folder): self.folder = folder
            def get(self, key): return os.path.join(self.folder, key)
        """,
    )
    project.write("shows.py", "print('imported')\nclass Shown: pass\n")
    answer, _ = project.load(
        "subject",
        project.write(
            "subject.py",
            """
            class Mean:
                \'\'\'A mean.

                >>> import tempfile
                >>> from shelf import Shelf
                >>> from shows import Shown
                >>> mean = Mean(Shelf(tempfile.mkdtemp()), 'x')
                >>> mean.get()
                'x'
                \'\'\'
                def __init__(self, shelf, key): self.shelf, self.key = shelf, key
                def get(self): return self.shelf.get(self.key)
            """,
        ).name,
    )
    [seed] = [written(answer["subject"], one) for one in answer["seeds"]]
    assert seed == ["Mean(shelf=Shelf(folder=make_folder(name='folder').__str__()), key='x').get()"]
    assert "shows" not in sys.modules  # importing it does more than define


def test_examples_in_docstrings_are_seeds(learn):
    seeds = learn("", subject=SUBJECT + "\n")
    assert seeds == [["Box(size=3, color=Color.RED).grow(by=2)"]]


@pytest.mark.parametrize(
    "text",
    [
        "def test_it(:\n",
        "import missing\ndef test_it(): missing.Box(1)\n",
        "import subject\ndef helper(): subject.Box(1)\n",
        "import subject\ndef test_it(): subject.Box(10 ** 10 ** 10, 'a' * 10 ** 9)\n",
        "import subject\nX = X\ndef test_it(): subject.Box(X)\n",
    ],
)
def test_what_teaches_nothing_does_no_harm(learn, text):
    assert learn(text) == []


def test_generated_tests_are_seeds(learn):
    text = '''\
"""Generated by Skua 0.1 for subject (fingerprint 7c1d03ab)."""
import pytest
from subject import Box, Color
@pytest.mark.parametrize(("size", "expected"), [(3, 3), (4, 4)])
def test_box_by_size(size, expected):
    box = Box(size)
    assert box.size == expected
def test_box_raises_type_error():
    with pytest.raises(TypeError, match="x"):
        Box("a", color=Color.BLUE)
'''
    seeds = learn(text)
    assert sorted(seeds) == [["Box(size='a', color=Color.BLUE)"], ["Box(size=3)"], ["Box(size=4)"]]


def test_a_method_that_a_protocol_has_too_is_found_of_its_class(learn):
    subject = """
from typing import Protocol
class Query(Protocol):
    def hash(self): ...
class Plain:
    def hash(self): return 1
"""
    text = "from subject import Plain\ndef test_it(): Plain().hash()\n"
    assert learn(text, subject=subject) == [["Plain().hash()"]]


def test_long_tests_are_taken_apart(learn):
    calls = "\n".join(f"    assert Box({number}).grow({number}) == 1" for number in range(40))
    seeds = learn(f"{HEAD}def test_it():\n{calls}\n")
    assert seeds == [[f"Box(size={number}).grow(by={number})"] for number in range(40)]


def test_untyped_parameters_get_the_types_that_are_passed(project):
    project.write("subject.py", "def f(x, y=None, z: int = 0): return x, y, z\n")
    project.write(
        "test_subject.py",
        "from subject import f\ndef test_f():\n    f('a', [1], 2)\n    f(b'', z=1)\n    f('b')\n",
    )
    digests = set()
    for instrument in (False, True):  # what is passed is learnt for a search alone
        answer, _ = project.load("subject", instrument=instrument, seed_files=["test_subject.py"])
        digests.add(answer["digest"])
        project.clean()
    assert len(digests) == 1
    types = answer["subject"]["types"]
    kinds = []
    for parameter in answer["subject"]["callables"][0]["parameters"]:
        described = types[parameter["type"]]
        kinds.append([types[index]["kind"] for index in described.get("arguments", [])])
    assert kinds == [["str", "bytes", "any"], ["list", "any"], []]
