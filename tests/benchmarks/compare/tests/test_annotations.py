"""Sources without types that do the same."""

import dataclasses
import textwrap

import pytest
from compare.annotations import strip_annotations, strip_project


@pytest.mark.parametrize(
    "source, expected",
    [
        ("def f(a: int, *b: str, c: 'x'=1, **d: y) -> int: pass", "def f(a, *b, c=1, **d):\n    pass"),
        ("async def f(a: int, /) -> None: pass", "async def f(a, /):\n    pass"),
        ("x: int = 1", "x = 1"),
        ("x: int", "pass"),
        ("def f():\n    x: int = 1\n    y: str", "def f():\n    x = 1\n    pass"),
        ("class A:\n    x: int = 1\n    y: str", "class A:\n    x: object = 1\n    y: object"),
        ("class A:\n    x: ClassVar[int] = 1", "class A:\n    x: ClassVar[int] = 1"),
        ("class A:\n    def f(self: 'A') -> int:\n        self.x: int = 1", "class A:\n\n    def f(self):\n        self.x = 1"),
        ("@f.register\ndef g(a: int): pass", "@f.register\ndef g(a: int):\n    pass"),
    ],
)  # fmt: skip
def test_annotations_go(source, expected):
    assert strip_annotations(source).strip() == expected


def test_a_dataclass_keeps_its_fields():
    source = """
        from dataclasses import dataclass, field
        @dataclass
        class Point:
            x: int
            y: list = field(default_factory=list)
        """
    space: dict = {}
    exec(strip_annotations(textwrap.dedent(source)), space)
    point = space["Point"](3)
    assert dataclasses.astuple(point) == (3, [])


def test_a_project_loses_stubs_and_marks_and_keeps_what_cannot_be_parsed(tmp_path):
    for name, text in (
        ("a.py", "x: int = 1"),
        ("a.pyi", "x: int"),
        ("py.typed", ""),
        ("b.py", "x ="),
    ):
        (tmp_path / name).write_text(text)
    strip_project(tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a.py": "x = 1\n",
        "b.py": "x =",
    }
