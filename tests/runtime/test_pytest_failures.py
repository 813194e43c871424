"""What the plug-in `pytest_failures` says of failed tests, seen through the report of the other one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RUNTIME = Path(__file__).resolve().parents[2] / "src" / "runtime" / "skua_runtime" / "alone"

RATES = '''\
import enum


class Zone(enum.Enum):
    NEAR = 1
    FAR = 2


def quote(weight, zone=Zone.NEAR):
    if weight <= 0:
        return 0
    if weight > 100:
        raise ValueError("much too heavy")
    return check(weight)


def check(weight):
    if weight == 13:
        raise KeyError("unlucky")
    return weight * 2


class Table:
    def __init__(self, limit=5):
        self.limit = limit

    @property
    def double(self):
        return self.limit * 2

    def add(self, value, *, twice=False):
        self.limit += value

    def take(self, value):
        self.limit -= value
        return value

    @classmethod
    def parse(cls, text):
        return cls(int(text))

    @staticmethod
    def words(text):
        return text.split()

    def __repr__(self):
        return "Table"


def fill(buffer, count):
    buffer.extend(range(count))


def shout(text):
    print(text.upper())


def doubled(function):
    return lambda *arguments: 2 * function(*arguments)


class Scale:
    def __init__(self):
        pass

    def __call__(self, value):
        return value


def below(limit):
    yield from range(limit)
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "rates.py").write_text(RATES)
    plugins = folder / "plugins"
    plugins.mkdir()
    for name in ("pytest_report", "pytest_failures"):
        shutil.copy(RUNTIME / f"{name}.py", plugins / f"skua_{name}.py")
    return folder


@pytest.fixture(scope="module")
def failures(folder: Path) -> dict[str, dict[str, Any]]:
    """What the plugin tells of the tests in TESTS, each of which fails in a file of its own."""
    report = folder / "report.jsonl"
    for number, test in enumerate(TESTS):
        text = f"import unittest\n\nimport pytest\n\nfrom rates import *\n\n\n{test}\n"
        (folder / f"test_{number}.py").write_text(text)
    plugins = ["-p", "skua_pytest_report", "-p", "skua_pytest_failures", "-p", "no:cacheprovider"]
    subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", *plugins, *sorted(folder.glob("test_*.py"))],
        cwd=folder,
        env=os.environ
        | {"SKUA_REPORT": str(report), "SKUA_PATH": str(folder), "PYTHONPATH": str(folder / "plugins")},
        capture_output=True,
        check=False,
    )
    lines = [line for line in map(json.loads, report.read_text().splitlines()) if "outcome" in line]
    assert len(lines) == len(TESTS) and {line["outcome"] for line in lines} == {"failed"}
    by_file = {Path(line["file"]).name: line["failure"] for line in lines}
    return {test: by_file[f"test_{number}.py"] for number, test in enumerate(TESTS)}


def line_of(text: str) -> int:
    return RATES[: RATES.index(text)].count("\n") + 1


# Test, call, expected, actual, what stands in the line of the function.
CASES = {
    "result": ("def test_quote():\n    assert quote(4) == 9", ("quote(4)", "9", "8", "def quote")),
    "variable": (
        "def test_quote():\n    weight = 4\n    result = quote(weight, Zone.FAR)\n\n    assert result == 9",
        ("quote(4, Zone.FAR)", "9", "8", "def quote"),
    ),
    "parameters": (
        '@pytest.mark.parametrize(("weight", "expected"), [(4, 9)])\n'
        "def test_quote(weight, expected):\n    assert quote(weight) == expected",
        ("quote(4)", "9", "8", "def quote"),
    ),
    "nothing raised": (
        'def test_quote():\n    with pytest.raises(ValueError, match="positive"):\n        quote(0)',
        ("quote(0)", "raises ValueError", "returns 0", "def quote"),
    ),
    "another exception": (
        "def test_quote():\n    with pytest.raises(ValueError):\n        quote(13)",
        ("quote(13)", "raises ValueError", "raises KeyError: 'unlucky'", "def check"),
    ),
    "another message": (
        'def test_quote():\n    with pytest.raises(ValueError, match="^too heavy"):\n        quote(101)',
        ("quote(101)", "raises ValueError matching '^too heavy'", "raises ValueError: much too heavy", "def quote"),
    ),
    "what an exception carries": (
        "def test_quote():\n    with pytest.raises(ValueError) as error:\n        quote(101)\n\n"
        "    assert error.value.args == (1,)",
        ("after quote(101), error.value.args", "(1,)", "('much too heavy',)", "def quote"),
    ),
    "the text of an exception": (
        "class TestQuote(unittest.TestCase):\n    def test_quote(self):\n"
        "        with self.assertRaises(ValueError) as error:\n            quote(101)\n\n"
        '        self.assertEqual(str(error.exception), "heavy")',
        ("after quote(101), str(error.exception)", "'heavy'", "'much too heavy'", "def quote"),
    ),
    "an exception": (
        "def test_quote():\n    result = quote(13)\n\n    assert result == 26",
        ("quote(13)", "26", "raises KeyError: 'unlucky'", "def check"),
    ),
    "an exception in an assertion": (
        "def test_quote():\n    assert quote(13) == 26",
        ("quote(13)", "26", "raises KeyError: 'unlucky'", "def check"),
    ),
    "an exception without a result": (
        "def test_quote():\n    quote(13)",
        ("quote(13)", "no exception", "raises KeyError: 'unlucky'", "def check"),
    ),
    "what another call made": (
        "def test_doubled():\n    function = doubled(quote)\n\n    assert function(4) == 9",
        ("doubled(quote)(4)", "9", "16", "return lambda"),
    ),
    "an object that is called": (
        "def test_scale():\n    scale = Scale()\n\n    assert scale(4) == 9",
        ("Scale.__call__(4)", "9", "4", "def __call__"),
    ),
    "a generator that raised": (
        "def test_below():\n    with pytest.raises(ValueError):\n        list(below(3))",
        ("below(3)", "raises ValueError", "yields [0, 1, 2]", "def below"),
    ),
    "no address": (
        "def test_scale():\n    assert Scale() is None",
        ("Scale()", "None", "<rates.Scale object>", "def __init__(self):\n        pass"),
    ),
    "state": (
        "def test_add():\n    table = Table()\n    table.add(2, twice=True)\n\n    assert table.limit == 9",
        ("after Table.add(2, twice=True), table.limit", "9", "7", "def add"),
    ),
    "state behind a call in an assertion": (
        "def test_add():\n    table = Table()\n    table.add(2)\n\n    assert table.take(1) == 1\n"
        "    assert table.limit == 9",
        ("after Table.take(1), table.limit", "9", "6", "def take"),
    ),
    "state behind an assertion that only looks": (
        "def test_add():\n    table = Table()\n    table.add(2)\n\n    assert str(table).upper() == 'TABLE'\n"
        "    assert table.limit == 9",
        ("after Table.add(2), table.limit", "9", "7", "def add"),
    ),
    "an object that an assertion changed": (
        "def test_take():\n    table = Table()\n\n    assert not table.take(0)\n    assert table == Zone.FAR",
        ("after Table.take(0), table", "Zone.FAR", "Table", "def take"),
    ),
    "state behind a call that raised": (
        "def test_take():\n    table = Table()\n    with pytest.raises(ValueError):\n        quote(101)\n"
        "    table.add(1)\n    assert table.limit == 9",
        ("after Table.add(1), table.limit", "9", "6", "def add"),
    ),
    "unittest, state behind a call in an assertion": (
        "class TestTable(unittest.TestCase):\n    def test_take(self):\n        table = Table()\n"
        "        self.assertEqual(table.take(1), 1)\n        self.assertEqual(table.limit, 9)",
        ("after Table.take(1), table.limit", "9", "4", "def take"),
    ),
    "property": (
        "def test_double():\n    table = Table(4)\n    assert table.double == 9",
        ("Table.double", "9", "8", "@property"),
    ),
    "class method": (
        'def test_parse():\n    assert Table.parse("7").limit == 9',
        ("Table.parse('7').limit", "9", "7", "@classmethod"),
    ),
    "part of a variable": (
        'def test_parse():\n    result = Table.parse("7")\n    assert result.limit == 9',
        ("after Table.parse('7'), result.limit", "9", "7", "@classmethod"),
    ),
    "what an argument holds": (
        "def test_fill():\n    buffer = []\n    result = fill(buffer, 3)\n\n"
        "    assert result is None\n    assert len(buffer) == 2",
        ("after fill([0, 1, 2], 3), len(buffer)", "2", "3", "def fill"),
    ),
    "an argument": (
        "def test_fill():\n    buffer = list()\n    fill(buffer, 2)\n\n    assert buffer == [0]",
        ("after fill([0, 1], 2), buffer", "[0]", "[0, 1]", "def fill"),
    ),
    "an object that was changed": (
        "def test_add():\n    table = Table.parse('7')\n    table.add(2)\n    assert table == Zone.FAR",
        ("after Table.add(2), table", "Zone.FAR", "Table", "def add"),
    ),
    "a constant that was passed on": (
        "def test_quote():\n    result = quote(4)\n    shout(str(result))\n    assert result == 9",
        ("quote(4)", "9", "8", "def quote"),
    ),
    "length of a result": (
        "def test_parse():\n    assert len(Table.words('a b')) == 1",
        ("after Table.words('a b'), len(Table.words('a b'))", "1", "2", "@staticmethod"),
    ),
    "contents of a result": (
        "def test_parse():\n    result = Table.words('a b')\n\n    assert list(result) == ['a']",
        ("Table.words('a b')", "['a']", "['a', 'b']", "@staticmethod"),
    ),
    "an object that is expected": (
        "def test_add():\n    table = Table()\n    table.add(2)\n    assert table.limit == len(Zone) + quote(4)",
        ("after Table.add(2), table.limit", "10", "7", "def add"),
    ),
    "kind": (
        "def test_quote():\n    result = quote(4)\n\n    assert isinstance(result, str)",
        ("quote(4)", "an instance of str", "an instance of int", "def quote"),
    ),
    "output": (
        'def test_shout(capsys):\n    shout("a")\n    assert capsys.readouterr().out == "a\\n"',
        ("after shout('a'), the output", "'a\\n'", "'A\\n'", "def shout"),
    ),
    "unittest": (
        "class TestRates(unittest.TestCase):\n    def test_quote(self):\n"
        "        result = quote(4)\n        self.assertEqual(result, 9)",
        ("quote(4)", "9", "8", "def quote"),
    ),
    "unittest, a call in the assertion": (
        "class TestRates(unittest.TestCase):\n    def test_quote(self):\n"
        "        self.assertEqual(quote(4), 9)",
        ("quote(4)", "9", "8", "def quote"),
    ),
    "unittest, one value": (
        "class TestRates(unittest.TestCase):\n    def test_quote(self):\n"
        "        self.assertIsNone(quote(4))",
        ("quote(4)", "self.assertIsNone(quote(4))", "8", "def quote"),
    ),
    "unittest, nothing raised": (
        "class TestRates(unittest.TestCase):\n    def test_quote(self):\n"
        '        with self.assertRaisesRegex(ValueError, "positive"):\n            quote(0)',
        ("quote(0)", "raises ValueError", "returns 0", "def quote"),
    ),
}


CALLS = ["quote()", "quote(1, heavy=True)", "Table().remove(1)", "Table(1, 2, 3)", "gone(1)"]
OF_CALL = "def test_call():\n    result = {}\n    assert result == 1"
RUDE = (
    "class Rude:\n    def __repr__(self):\n        raise ValueError\n"
    "    def __eq__(self, other):\n        return False\n\n\n"
    "def test_rude():\n    assert Rude() == 4"
)
TESTS = [*(test for test, _ in CASES.values()), *map(OF_CALL.format, CALLS), RUDE]


@pytest.mark.parametrize("case", CASES)
def test_tells_what_changed(failures: dict[str, dict[str, Any]], case: str) -> None:
    test, (call, expected, actual, function) = CASES[case]

    failure = failures[test]

    assert failure["call"] == call
    assert failure["expected"] == expected
    assert failure["actual"] == actual
    assert failure["path"] == "rates.py"
    assert failure["path_line"] == line_of(function)
    assert not failure["misfit"]


@pytest.mark.parametrize("call", CALLS)
def test_knows_calls_that_do_not_fit_any_more(
    failures: dict[str, dict[str, Any]], call: str
) -> None:
    assert failures[OF_CALL.format(call)]["misfit"]


def test_survives_objects_that_cannot_be_shown(failures: dict[str, dict[str, Any]]) -> None:
    assert failures[RUDE]["actual"] == "<Rude>"
