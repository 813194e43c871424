"""What `line_coverage` counts is what coverage.py counts."""

from __future__ import annotations

import json
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest
import support
from skua_runtime.alone.line_coverage import LineWatch, Statements
from skua_runtime.alone.statement_lines import statement_lines
from skua_runtime.source.exclusion import excluded_lines

coverage = pytest.importorskip("coverage")

RUNTIME = Path(__file__).resolve().parents[2] / "src" / "runtime" / "skua_runtime" / "alone"

SOURCE = '''\
"""Docstring
of two lines."""
from __future__ import annotations

import functools
from typing import (
    TYPE_CHECKING,
    Protocol,
)

if TYPE_CHECKING:
    import decimal

LIMITS = {
    "near": 1,
    "far": [
        2, 3,
    ],
}
WAYS = [
    way
    for way in LIMITS
    if way
]


class Shape(Protocol):
    """What has an area."""

    sides: int

    def area(self) -> float:
        ...


@functools.lru_cache(
    maxsize=None
)
@functools.wraps(len)
def total(a, b=(
    1,
    2,
)):
    """Adds."""
    if (a
            and b):
        return (
            a
            + sum(b)
        )
    elif a is None:  # pragma: no cover
        a = 1
        while a:
            a -= 1
    else:
        a = 2
    try:
        return {
            "a": a,
        }["b"]
    except KeyError as error:
        raise ValueError(
            "no b"
        ) from error
    except TypeError:  # pragma: no cover
        return 1
    finally:
        b = 0


@functools.wraps(len)  # pragma: no cover
def left_out():
    return 1


@functools.cache
@functools.wraps(
    len
)
def left_out_with_its_decorators():  # pragma: no cover
    return 1


@functools.cache
def stub(a):
    ...


@functools.partial
class LeftOut:  # pragma: no cover
    pass


def never(): return 7


def loop(items):
    for item in items: print(item)
    else:
        return lambda: (
            items
        )
    return 1  # pragma: no cover


async def later():
    async with open("x") as file:
        yield file


class Left:  # pragma: no cover
    def method(self):
        return 1


text = f"""
{LIMITS}
"""; other = 1
'''


def of_coverage(file: Path) -> list[int]:
    """The statements that coverage.py finds in a file, by its own defaults."""
    _, statements, _, _, _ = coverage.Coverage(data_file=None, config_file=False).analysis2(
        str(file)
    )
    return statements


def of_ours(file: Path) -> list[int]:
    return Statements(str(file)).lines()


def has_latest_rules() -> bool:
    """Whether this coverage.py leaves out stubs and what is for type checkers."""
    return tuple(map(int, coverage.__version__.split(".")[:2])) >= (7, 10)


@pytest.mark.skipif(not has_latest_rules(), reason="an older coverage.py has other defaults")
class TestStatements:
    def test_are_those_of_coverage(self, tmp_path: Path) -> None:
        file = tmp_path / "subject.py"
        file.write_text(SOURCE)
        assert of_ours(file) == of_coverage(file)

    @pytest.mark.parametrize(
        "setting, patterns, with_default",
        [
            ("exclude_also", ["return \\(", "except TypeError", "class \\w+\\(Protocol\\):"], True),
            ("exclude_lines", ["elif", "@functools.cache"], False),
            ("exclude_also", [r"try:(?:.|\n)*?finally:", "^text = "], True),
        ],
    )
    def test_are_those_of_coverage_with_settings(
        self, tmp_path: Path, setting: str, patterns: list[str], with_default: bool
    ) -> None:
        file = tmp_path / "subject.py"
        file.write_text(SOURCE)
        settings_file = tmp_path / "settings"
        lines = "".join(f"    {pattern}\n" for pattern in patterns)
        settings_file.write_text(f"[report]\n{setting} =\n{lines}")
        measured = coverage.Coverage(data_file=None, config_file=str(settings_file))
        _, expected, _, _, _ = measured.analysis2(str(file))
        settings = {"patterns": patterns, "with_default": with_default}
        assert Statements(str(file), settings).lines() == expected
        assert expected != of_coverage(file)

    def test_a_pattern_that_does_not_compile_excludes_nothing(self, tmp_path: Path) -> None:
        file = tmp_path / "subject.py"
        file.write_text(SOURCE)
        settings = {"patterns": ["("], "with_default": True}
        assert Statements(str(file), settings).lines() == of_ours(file)

    @pytest.mark.parametrize(
        "first, between",
        [
            ("", "\n\f\n"),
            ("\f\n", "\n\n"),  # coverage.py knows no form feed ahead of code
            ("# \x1c \x0b \x85 \u2028\n", "x = 'a\x1cb\x1d\x1e\x85\u2028\u2029'\n"),
            ("\"\"\"\f\n\v\x1c\"\"\"\n", "# \v\n"),
            ("\r", "\r\r\n\n"),
        ],
    )
    def test_are_those_of_coverage_where_only_others_end_a_line(
        self, tmp_path: Path, first: str, between: str
    ) -> None:
        body = "    if n:\n        return 1\n    return 2\n"
        file = tmp_path / "subject.py"
        file.write_bytes(
            f"{first}import os\n\n\n{between}def a(n):\n{body}{between}"
            f"def b(n):  # pragma: no cover\n{body}{between}def c(n):\n{body}".encode()
        )
        assert of_ours(file) == of_coverage(file)
        assert [line for line, *_ in statement_lines(str(file))] == of_coverage(file)
        (marked,) = excluded_lines(file.read_bytes())
        with tokenize.open(file) as lines:
            assert list(lines)[marked - 1].lstrip("\f").startswith("def b(n)")

    @pytest.mark.parametrize("text", ["", "\n\n# nothing\n", '"""Only said."""\n', "x = 1", "class C:\n    x: int\n    y: int = 2\n"])
    def test_are_those_of_coverage_in_small_modules(self, tmp_path: Path, text: str) -> None:
        file = tmp_path / "subject.py"
        file.write_text(text)
        assert of_ours(file) == of_coverage(file)

    @pytest.mark.parametrize(
        "module", ["textwrap", "argparse", "ast", "dataclasses", "json.decoder", "shutil", "typing"]
    )
    def test_are_those_of_coverage_in_the_standard_library(self, module: str) -> None:
        __import__(module)
        file = Path(sys.modules[module].__file__ or "")
        assert of_ours(file) == of_coverage(file)


def test_a_watch_sees_what_coverage_sees(tmp_path: Path) -> None:
    """In a process each: both want to watch all of it."""
    (tmp_path / "subject.py").write_text(SOURCE)
    (tmp_path / "use.py").write_text(
        "import threading, subject\n"
        "subject.total(1, (2,))\n"
        "try: subject.total(0)\n"
        "except ValueError: pass\n"
        "thread = threading.Thread(target=subject.loop, args=([1],))\n"
        "thread.start(); thread.join()\n"
    )
    ours = (
        "import json, sys; sys.path.insert(0, sys.argv[1])\n"
        "from line_coverage import LineWatch, Statements\n"
        "watch = LineWatch('subject.py'); watch.start()\n"
        "import use; watch.stop()\n"
        "print(json.dumps(Statements('subject.py').executed(watch.news())))\n"
    )
    theirs = (
        "import json, coverage\n"
        "measured = coverage.Coverage(data_file=None, config_file=False); measured.start()\n"
        "import use; measured.stop()\n"
        "_, lines, _, missing, _ = measured.analysis2('subject.py')\n"
        "print(json.dumps([line for line in lines if line not in missing]))\n"
    )

    def lines(script: str) -> list[int]:
        done = subprocess.run(
            [sys.executable, "-c", "import sys; sys.path.insert(0, '.')\n" + script, str(RUNTIME)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout.splitlines()[-1])

    expected = lines(theirs)
    assert len(expected) > 15
    assert [line for line in lines(ours) if line in expected] == expected
    if has_latest_rules():
        assert lines(ours) == expected


def test_news_are_told_once(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text("def f(x):\n    if x:\n        return 1\n    return 2\n")
    watch = LineWatch(str(tmp_path / "told.py"))
    watch.start()
    try:
        code = compile((tmp_path / "told.py").read_text(), str(tmp_path / "told.py"), "exec")
        names: dict = {}
        exec(code, names)
        assert watch.news() == [1]
        names["f"](1)
        names["f"](1)
        assert watch.news() == [2, 3]
        names["f"](0)
        assert watch.news() == [4]
    finally:
        watch.stop()


def report_of(folder: Path, test: str) -> list[dict]:
    parts = ("pytest_report", "pytest_state", "project_state", "process_state", "line_coverage")
    return support.run_plug_in(
        folder, parts, test, SKUA_PASSES="written,alone", SKUA_MEASURE=str(folder / "subject.py")
    )


SUBJECT = "def f(x):\n    if x:\n        return 1\n    return 2\n\n\ndef g():\n    return 3\n"


def lines_in(report: list[dict], name: str) -> list[int]:
    return sorted({line for record in report for line in record.get(name, [])})


def test_a_pass_of_its_own_measures(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(SUBJECT)
    report = report_of(
        tmp_path,
        "import subject\n\n\ndef test_a():\n    assert subject.f(1) == 1\n\n\n"
        "def test_b():\n    assert subject.f(0) == 2\n",
    )
    assert lines_in(report, "statements") == [1, 2, 3, 4, 7, 8]
    assert lines_in(report, "lines") == [1, 2, 3, 4, 7]
    assert [(r["name"], r["pass"]) for r in report if "outcome" in r] == [
        ("test_a", 0),
        ("test_b", 0),
        ("test_a", 1),
        ("test_b", 1),
    ]
    assert [r["passed"] for r in report if "passed" in r] == [0, 1]
    assert "end" in report[-1]


def test_nothing_is_told_when_another_tool_took_the_place(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(SUBJECT)
    (tmp_path / "conftest.py").write_text("import sys\nsys.settrace(lambda *arguments: None)\n")
    report = report_of(tmp_path, "import subject\n\n\ndef test_a():\n    assert subject.g() == 3\n")
    is_shared = sys.version_info >= (3, 12)
    assert lines_in(report, "lines") == ([1, 7, 8] if is_shared else [])
    assert lines_in(report, "statements") == ([1, 2, 3, 4, 7, 8] if is_shared else [])
    assert [r["outcome"] for r in report if "outcome" in r] == ["passed"] * 2


def test_measuring_stands_a_test_that_ends_its_process_only_then(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(SUBJECT)
    report = report_of(
        tmp_path,
        "import os, pathlib, subject\n\n\ndef test_a():\n    assert subject.f(1) == 1\n\n\n"
        "def test_b():\n    seen = pathlib.Path('seen').read_text() if os.path.exists('seen') else ''\n"
        "    pathlib.Path('seen').write_text(seen + '.')\n    if len(seen) == 2:\n        os._exit(3)\n\n\n"
        "def test_c():\n    assert subject.g() == 3\n",
    )
    assert [r["outcome"] for r in report if "outcome" in r] == ["passed"] * 6
    assert lines_in(report, "lines") == [1, 2, 3, 7, 8]


# The first test leads through the subject until the stack is used up, in the trace function, too.
DEEP = "def deep(n):\n    return deep(n + 1)\n\n\ndef after():\n    return 3\n"
DEEP_TESTS = (
    "import pytest, subject\n\n\ndef test_a():\n    with pytest.raises(RecursionError):\n"
    "        subject.deep(0)\n\n\ndef test_b():\n    assert subject.after() == 3\n"
)


def test_measuring_goes_on_behind_a_test_that_uses_up_the_stack(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(DEEP)
    assert lines_in(report_of(tmp_path, DEEP_TESTS), "lines") == [1, 2, 5, 6]


def test_watching_goes_on_behind_a_test_that_uses_up_the_stack(tmp_path: Path) -> None:
    subject = tmp_path / "subject.py"
    subject.write_text(DEEP)
    (tmp_path / "files.json").write_text(json.dumps([str(subject)]))
    parts = ("pytest_report", "run_watch")
    watched = str(tmp_path / "files.json")
    report = support.run_plug_in(tmp_path, parts, DEEP_TESTS, SKUA_WATCH=watched)
    (ran,) = [record["ran"] for record in report if "ran" in record]
    assert ran[str(subject)]["lines"] == [1, 2, 5, 6]


def test_what_cannot_be_read_is_not_measured(tmp_path: Path) -> None:
    report = report_of(tmp_path, "def test_a():\n    assert True\n")
    assert lines_in(report, "statements") == []
    assert [r["outcome"] for r in report if "outcome" in r] == ["passed"] * 2
    assert "end" in report[-1]
