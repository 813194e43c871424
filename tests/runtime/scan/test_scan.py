"""scan.py: what counts as a change, which imports are seen, and that all Pythons agree."""

from __future__ import annotations

import glob
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "src" / "runtime" / "skua_runtime" / "alone" / "scan.py"


def scan(folder: Path, *sources: str | bytes, module: str = "p.m", package: bool = False,
         python: str = sys.executable) -> list[dict]:
    requests = []
    for number, source in enumerate(sources):
        path = folder / f"source{number}.py"
        path.write_bytes(source.encode() if isinstance(source, str) else source)
        requests.append({"path": str(path), "module": module, "is_package": package})
    return run(requests, python)


def run(requests: list[dict], python: str = sys.executable) -> list[dict]:
    result = subprocess.run(
        [python, "-I", "-S", "-B", str(SCRIPT)],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True, text=True, check=True,
    )
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def other_pythons() -> list[str]:
    """Interpreters of other versions, 3.10 or later, that are on this machine."""
    names = [f"python3.{minor}" for minor in range(10, 16)]
    found = [shutil.which(name) for name in names]
    found += glob.glob(os.path.expanduser("~/.pyenv/versions/3.1[0-9]*/bin/python"))
    versions: dict[str, str] = {}
    for python in filter(None, found):
        answer = subprocess.run([python, "-c", "import sys; print(sys.version_info[:2])"],
                                capture_output=True, text=True)
        if answer.returncode == 0:
            versions.setdefault(answer.stdout.strip(), python)
    versions.pop(str(sys.version_info[:2]), None)
    return sorted(versions.values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\n", "# a comment\nx = 1  # another\n"),
        ("x = (1 + 2)\n", "x = 1 + 2\n"),
        ("def f(a, b): return a\n", "def f(\n    a,\n    b,\n):\n\n    return a\n"),
        ("x = 'a'\n", 'x = "a"\n'),
        ("x = 'ab'\n", "x = 'a' 'b'\n"),
        ("x = u'a'\n", "x = 'a'\n"),
        ("x = 255\n", "x = 0xff\n"),
        ("x = 1_000\n", "x = 1000\n"),
        ("x = 1\n", "x = 1\r\n"),
        ("x = 'é'\n", "x = '\\u00e9'\n"),
        ("x = f'a{b}'\n", "x = f'a' f'{b}'\n"),
        ("x = 1\n", "\ufeffx = 1\n"),
        ("x = 'é'\n", "# coding: latin-1\nx = 'é'\n".encode("latin-1")),
    ],
)
def test_formatting_and_comments_are_no_change(tmp_path, before, after):
    first, second = scan(tmp_path, before, after)
    assert "error" not in first and "error" not in second
    assert first["fingerprint"] == second["fingerprint"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\n", "x = 2\n"),
        ("x = 1\n", "y = 1\n"),
        ("x = 1\n", "x = 1.0\n"),
        ("x = 1\n", "x = True\n"),
        ("x = 1\n", "x: int = 1\n"),
        ("x = 'a'\n", "x = b'a'\n"),
        ("x = 0.0\n", "x = -0.0\n"),
        ("x = ''\n", "x = None\n"),
        ("x = a + b\n", "x = a - b\n"),
        ("x = a < b\n", "x = a <= b\n"),
        ("f(a)\n", "f(a=a)\n"),
        ("f(a, *b)\n", "f(*a, b)\n"),
        ("f([a], b)\n", "f([a, b])\n"),
        ("x = {**a, 'b': 1}\n", "x = {a: 1, **b}\n"),
        ("def f(a, /): pass\n", "def f(a): pass\n"),
        ("def f(*, a): pass\n", "def f(a): pass\n"),
        ("def f(a, b=1): pass\n", "def f(a=1, b=1): pass\n"),
        ("def f(): pass\n", "async def f(): pass\n"),
        ("def f():\n    'doc'\n", "def f():\n    'doc!'\n"),
        ("if a:\n    b\nc\n", "if a:\n    b\n    c\n"),
        ("if a:\n    b\nelse:\n    c\n", "if a:\n    b\n    c\n"),
        ("from a import b\n", "from .a import b\n"),
        ("from a import b\n", "from a import b as c\n"),
        ("x = f'{a}'\n", "x = f'{a!r}'\n"),
        ("x = f'{a:>3}'\n", "x = f'{a:>4}'\n"),
        ("match a:\n    case None: pass\n", "match a:\n    case True: pass\n"),
    ],
)
def test_other_code_is_a_change(tmp_path, before, after):
    first, second = scan(tmp_path, before, after)
    assert "error" not in first and "error" not in second
    assert first["fingerprint"] != second["fingerprint"]


@pytest.mark.parametrize(
    ("source", "package", "expected"),
    [
        ("import a, b.c as d\n", False, ["a", "b.c"]),
        ("from a.b import c, d as e\n", False, ["a.b", "a.b.c", "a.b.d"]),
        ("from a import *\n", False, ["a"]),
        ("from . import n\n", False, ["p", "p.n"]),
        ("from .n import x\n", False, ["p.n", "p.n.x"]),
        ("from . import n\n", True, ["p.m", "p.m.n"]),
        ("from .. import n\n", True, ["p", "p.n"]),
        ("from ... import n\n", True, []),
        ("from .... import n\n", False, []),
        ("def f():\n    import a\n", False, ["a"]),
        ("if TYPE_CHECKING:\n    import a\n", False, ["a"]),
        ("importlib.import_module('a.b')\n__import__('c')\n", False, ["a.b", "c"]),
        ("importlib.import_module(name)\n", False, []),
    ],
)
def test_imports_are_absolute_names(tmp_path, source, package, expected):
    (answer,) = scan(tmp_path, source, package=package)
    assert answer["imports"] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from a.b import C, d as e\nC(); e(); e()\n", {"a.b.C": 1, "a.b.d": 2}),
        ("import a.b\na.b.c()\na.d()\n", {"a.b.c": 1, "a.d": 1}),
        ("import a.b as n\nn.c()\n", {"a.b.c": 1}),
        ("from . import n\nn.f()\n", {"p.n.f": 1}),
        ("def f():\n    from a import g\n    return g()\n", {"a.g": 1}),
        ("from a import C\nC.make().quote()\n", {"a.C.make": 1, ".quote": 1}),
        ("def f(x): return x.rates.quote(1) + x.quote(2)\n", {".quote": 2}),
        ("def f(x): return x.get(1) + x.get(2)\n", {"?get": 1}),
        ("from a import *\ndef f(): return g()\nf(); len('')\n", {"a.g": 1, "a.len": 1}),
        ("def f(): return 1\nf(); print()\n", {}),
    ],
)
def test_calls_are_counted_by_what_imports_bind(tmp_path, source, expected):
    (answer,) = scan(tmp_path, source)
    assert answer["calls"] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    def inner(): pass\nasync def g(): pass\n", ["f", "g"]),
        ("class A:\n    x = 1\n    def m(self): pass\n", [".m"]),
        ("class A:\n    def __init__(self): pass\nclass B(A): pass\n", [".__init__", "A", "B"]),
        ("if x:\n    def f(): pass\nelse:\n    class C:\n        def __new__(c): pass\n",
         [".__new__", "C", "f"]),
    ],
)
def test_what_a_call_may_enter_is_told(tmp_path, source, expected):
    (answer,) = scan(tmp_path, source)
    assert answer["defines"] == expected


def test_relative_imports_of_a_top_level_module_lead_nowhere(tmp_path):
    (answer,) = scan(tmp_path, "from . import x\n", module="m")
    assert answer["imports"] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\n", 0),
        ("if a: pass\nelif b: pass\n", 2),
        ("while a and b or c: pass\n", 3),
        ("x = a < b < c\n", 1),
        ("x = 1 if a else 2\nassert a\n", 2),
        ("for a in b: pass\n", 1),
        ("x = [a for a in b if a if c]\n", 2),
        ("try: pass\nexcept A: pass\nexcept B: pass\n", 2),
        ("match a:\n    case 1: pass\n    case _: pass\n", 2),
    ],
)
def test_predicates_are_counted(tmp_path, source, expected):
    (answer,) = scan(tmp_path, source)
    assert answer["predicates"] == expected


def test_a_file_that_does_not_parse_says_where(tmp_path):
    broken, other = scan(tmp_path, "x = 1\ny = = 2\n", "x = 1\ny = = 3\n")
    assert broken["error"]["line"] == 2
    assert broken["error"]["message"]
    assert broken["fingerprint"] and broken["fingerprint"] != other["fingerprint"]
    assert broken["imports"] == [] and broken["predicates"] == 0


@pytest.mark.parametrize(
    "source",
    [b"x = '\0'\n", b"\xff\xfe", b"# coding: nonsense\n", b"x = '\\N{nothing}'\n",
     b"x = " + b"(" * 300 + b")" * 300, b"x = " + b"-" * 100_000 + b"1\n",
     b"x = " + b"9" * 5000 + b"\n" if sys.version_info >= (3, 11) else b"x = (\n"],
    ids=["nul", "not-utf8", "encoding", "escape", "parentheses", "depth", "digits"],
)
def test_what_the_parser_refuses_is_an_error_of_that_file_alone(tmp_path, source):
    broken, good = scan(tmp_path, source, "x = 1\n")
    assert broken["error"]["message"]
    assert "error" not in good


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize(
    "source",
    ["x = " + "+".join("a" * 2500) + "\n", "x = '\\ud800'\n", "x = 0x" + "f" * 9000 + "\n",
     "x = '\\d'\n", ""],
    ids=["deep", "surrogate", "large", "escape", "empty"],
)
def test_what_python_compiles_is_read(tmp_path, source):
    compile(source, "x", "exec")
    (answer,) = scan(tmp_path, source)
    assert "error" not in answer


def test_a_file_that_would_take_the_time_of_all_others_is_not_parsed(tmp_path):
    sums = "x = " + "1 + " * 600_000 + "1\n"
    answers = scan(tmp_path, sums, "y = 1\n")
    assert answers[0]["error"] == {"line": 0, "message": "is larger than 2 MiB"}
    assert "error" not in answers[1]
    assert answers[0]["fingerprint"] != answers[1]["fingerprint"]


def test_a_missing_file_is_told(tmp_path):
    (answer,) = run([{"path": str(tmp_path / "no.py"), "module": "no", "is_package": False}])
    assert answer["fingerprint"] == ""
    assert "cannot be read" in answer["error"]["message"]


def test_what_is_no_file_is_told(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    for place in (tmp_path / "pipe.py", "/dev/zero"):
        (answer,) = run([{"path": str(place), "module": "no", "is_package": False}])
        assert "cannot be read" in answer["error"]["message"]


def test_nothing_is_imported_or_executed(tmp_path):
    witness = tmp_path / "witness"
    (tmp_path / "json.py").write_text(f"open({str(witness)!r}, 'w')\n")
    scan(tmp_path, f"open({str(witness)!r}, 'w')\nimport source1\n", "x = 1\n")
    assert not witness.exists()


CURIOSITIES = '''\
x = f"{a}{b!r:>{w}}{{}}{c=}" f"" "tail"
y = f"{x:}" + f"" + f"{d['k']}"
match z:
    case {"a": 1, **rest} if rest: pass
    case [1, *_] | None | "s": pass
    case K(p, q=r) as s: pass
def f(a: int, /, b: "str" = 'é\u0378', *c, d=1, **e) -> None: ...
class C(metaclass=M):
    """A docstring
        with indentation."""
    a: int
lambda *, k=None: (yield)
async def g():
    async with a as b, c: return [x async for x in y if x]
print(-1, 1j, b"\\xff", ..., 1e400, {**a, 1: 2}, a[1:2, ::3], not a)
'''


def test_all_pythons_agree(tmp_path):
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python on this machine")
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = [CURIOSITIES.encode()]
    for name in ["argparse", "ast", "enum", "typing", "re/__init__", "sre_compile", "stringprep",
                 "decimal", "textwrap", "asyncio/tasks", "email/header", "encodings/punycode"]:
        path = library / f"{name}.py"
        if path.exists():
            sources.append(path.read_bytes())
    mine = scan(tmp_path, *sources)
    assert "error" not in mine[0]
    for python in pythons:
        theirs = scan(tmp_path, *sources, python=python)
        for a, b in zip(mine, theirs):
            if "error" not in a and "error" not in b:  # newer syntax is for newer Pythons
                assert a == b, python


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("from p.cli import main\n\nmain()\n", True),
        ("import sys\nfrom p.cli import main\n\nsys.exit(main())\n", True),
        ("import sys\nif len(sys.argv) > 1:\n    raise SystemExit(2)\n", True),
        ("import p\ntry:\n    p.run()\nexcept KeyboardInterrupt:\n    pass\n", True),
        ("def main():\n    run()\n\nif __name__ == '__main__':\n    main()\n", False),
        ("import sys\ntry:\n    import uvloop\nexcept ImportError:\n    uvloop = None\nX = sys.argv\n", False),
    ],
)
def test_a_main_module_that_acts_when_it_is_imported_is_inert(tmp_path, text, starts):
    assert scan(tmp_path, text, module="p.__main__")[0]["is_inert"] is starts
    assert scan(tmp_path, text, module="p.m")[0]["is_inert"] is False


@pytest.mark.parametrize(
    ("text", "is_inert"),
    [
        ("", True),
        ('"""Docs."""\n', True),
        ('NAMES = ["a", "b"]\nLIMIT: int = 3\n', True),
        ("import json\n", False),  # may fail
        ("def f():\n    pass\n", False),
        ("class A:\n    pass\n", False),
        ("Point = namedtuple('Point', 'x y')\n", False),
        ("double = lambda x: 2 * x\n", False),
        ("if True:\n    X = 1\n", False),
    ],
)
def test_inert_files_have_nothing_to_call_and_nothing_that_fails(tmp_path, text, is_inert):
    assert scan(tmp_path, text)[0]["is_inert"] is is_inert
