"""The most memory that each test's body has allocated at once, in a run that counts it."""

from __future__ import annotations

from pathlib import Path

import support

TESTS = """
import unittest

import pytest


@pytest.fixture
def bulky():
    yield bytearray(3_000_000)


def test_wide():
    assert len(bytearray(2_000_000)) == 2_000_000


def test_narrow(bulky):
    assert len(bulky) == 3_000_000


@pytest.mark.xfail(strict=True)
def test_wide_and_failing():
    content = bytearray(1_000_000)
    raise ValueError(len(content))


class TestCase(unittest.TestCase):
    def test_method(self):
        self.assertEqual(len(bytearray(500_000)), 500_000)


@pytest.mark.skip
def test_skipped():
    pass
"""


def report_of(folder: Path, tests: str, **environment: str) -> list[dict]:
    parts = ("pytest_report", "pytest_allocations")
    return support.run_plug_in(folder, parts, tests, **{"SKUA_ALLOCATIONS": "1"} | environment)


def peaks_in(report: list[dict]) -> dict[str, int]:
    return {record["name"]: record["peak_bytes"] for record in report if "peak_bytes" in record}


def test_tells_the_peak_of_each_body(tmp_path: Path) -> None:
    report = report_of(tmp_path, TESTS)
    peaks = peaks_in(report)
    assert 2_000_000 <= peaks["test_wide"] < 2_100_000
    assert 1_000_000 <= peaks["test_wide_and_failing"] < 1_100_000
    assert 500_000 <= peaks["TestCase::test_method"] < 600_000
    assert peaks["test_narrow"] < 100_000, "what a fixture allocates is not the test's"
    assert "test_skipped" not in peaks
    outcomes = [record["outcome"] for record in report if "outcome" in record]
    assert outcomes == ["passed", "passed", "xfailed", "passed", "skipped"]
    assert "end" in report[-1]


def test_a_test_that_counts_itself_is_let_alone(tmp_path: Path) -> None:
    tests = (
        "import tracemalloc\n\n\n"
        "def test_stops():\n    tracemalloc.stop()\n\n\n"
        "def test_next():\n    assert tracemalloc.is_tracing()\n\n\n"
        "def test_starts():\n    tracemalloc.stop()\n    tracemalloc.start(2)\n\n\n"
        "def test_last():\n    pass\n"
    )
    report = report_of(tmp_path, tests)
    assert [record["outcome"] for record in report if "outcome" in record] == ["passed"] * 4
    assert {"test_next", "test_last"} <= peaks_in(report).keys()
    assert "test_stops" not in peaks_in(report)


def test_counting_of_the_project_goes_on(tmp_path: Path) -> None:
    tests = (
        "import tracemalloc\n\ntracemalloc.start(3)\n\n\n"
        "def test_one():\n    assert tracemalloc.get_traceback_limit() == 3\n\n\n"
        "def test_two():\n    assert tracemalloc.get_traceback_limit() == 3\n"
    )
    report = report_of(tmp_path, tests)
    assert [record["outcome"] for record in report if "outcome" in record] == ["passed"] * 2
    assert peaks_in(report) == {}


def test_nothing_is_told_where_nobody_asks(tmp_path: Path) -> None:
    assert peaks_in(report_of(tmp_path, TESTS, SKUA_ALLOCATIONS="")) == {}
