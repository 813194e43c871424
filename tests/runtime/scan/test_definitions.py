"""definitions.py: what a module defines by name, and from which classes of other modules it inherits."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "src" / "runtime" / "skua_runtime" / "alone" / "definitions.py"


def definitions(folder: Path, source: str, module: str = "p.m", is_package: bool = False) -> dict:
    path = folder / "source.py"
    path.write_text(source)
    request = {"path": str(path), "module": module, "is_package": is_package}
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-B", str(SCRIPT)],
        input=json.dumps(request) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_classes_and_functions_at_the_top_level_are_named(tmp_path: Path) -> None:
    source = """
class A:
    class B:
        def m(self): pass
    def m(self):
        class Local: pass
if A:
    def f():
        def inner(): pass
else:
    class C: pass
try:
    async def g(): pass
except ImportError:
    def g(): pass
match A:
    case 1:
        def h(): pass
x = lambda: 1
"""
    assert definitions(tmp_path, source)["definitions"] == ["A", "A.B", "f", "C", "g", "h"]


def test_bases_are_told_by_their_absolute_names(tmp_path: Path) -> None:
    source = """
import a.b
import a.b as ab
from . import c
from .d import D as E
from x import *
class Own(a.b.A, ab.B, c.C, E): pass
class Other(Own, E["int"], Star, metaclass=Meta): pass
"""
    names = ["a.b.A", "a.b.B", "p.c.C", "p.d.D", "x.Star"]
    assert definitions(tmp_path, source)["bases"] == names
    package = definitions(tmp_path, source, "p.m", is_package=True)["bases"]
    assert package[2:4] == ["p.m.c.C", "p.m.d.D"]


def test_what_does_not_parse_defines_nothing_that_is_known(tmp_path: Path) -> None:
    assert definitions(tmp_path, "def") == {"definitions": None}
