"""What is measured is what tests cost, and the report tells it."""

import sys
from pathlib import Path

import pytest
from common import Trouble
from common.subjects import write_files
from common.tables import read_rows
from performance.measure import Cost, Row, Source, Variant, costs
from performance.report import MEASURES, distribution, samples, summary, table

TWO_TESTS = """
import time

def test_slow():
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass

def test_large():
    assert len(bytearray(1_000_000)) == 1_000_000
"""


def suite(tmp_path, text):
    write_files(tmp_path, {"tests/generated/test_it.py": text})
    return tmp_path


def row(variant, seed, seconds=1.0, covered=10, module="m"):
    return Row(module, variant, seed, 3, seconds, 1024.0, 12, covered, 8, 7)


def test_seconds_and_bytes_are_those_of_the_bodies(tmp_path):
    project = suite(tmp_path, TWO_TESTS)
    seconds = costs(Path(sys.executable), project, "seconds", 2)
    assert len(seconds) == 2 and all(min(run.values()) < 0.05 <= max(run.values()) for run in seconds)
    (peaks,) = costs(Path(sys.executable), project, "bytes", 1)
    assert len(peaks) == 2 and 1_000_000 <= max(peaks.values()) < 1_500_000


def test_a_suite_that_fails_is_no_result(tmp_path):
    project = suite(tmp_path, "def test_it():\n    assert False\n")
    with pytest.raises(Trouble, match="its tests fail"):
        costs(Path(sys.executable), project, "seconds", 1)


def test_a_variant_is_an_algorithm_and_a_preference():
    assert (Variant("dynamosa").algorithm, Variant("dynamosa").settings) == ("dynamosa", {})
    fast = Variant("mosa+fast")
    assert (fast.algorithm, fast.settings) == ("mosa", {"prefer": "fast"})
    whole = Variant("adynamosa+unminimized")
    assert (whole.algorithm, whole.settings) == ("adynamosa", {"minimize": False})
    both = Variant("mosa+fast+unminimized")
    assert both.settings == {"prefer": "fast", "minimize": False}
    with pytest.raises(KeyError):
        _ = Variant("mosa+quick").settings
    several = Variant("mio+short:branch:output")
    assert several.algorithm == "mio"
    assert several.settings == {"prefer": "short", "criteria": ["branch", "output"]}


def test_a_module_of_a_package_comes_with_its_package(tmp_path):
    package = tmp_path / "from" / "shop" / "parts"
    files = ("../__init__.py", "../money.py", "__init__.py", "rates.py")
    write_files(package, dict.fromkeys(files, ""))
    source = Source(package / "rates.py")
    assert source.name == "shop.parts.rates"
    project = tmp_path / "to"
    project.mkdir()
    assert source.copy_to(project) == "shop.parts.rates"
    assert (project / "shop/money.py").is_file() and (project / "shop/parts/rates.py").is_file()
    alone = tmp_path / "rates.py"
    alone.touch()
    assert (Source(alone).name, Source(alone).copy_to(project)) == ("rates", "copied_rates")
    assert (project / "copied_rates.py").is_file()


def test_the_distribution_is_that_of_single_tests():
    tests = [Cost("m", "a", 1, f"test_{i}", 1e-6 * (i + 1), 10.0) for i in range(19)]
    tests.append(Cost("m", "a", 1, "test_slow", 810e-6, 10.0))
    (line,) = distribution(tests, ["a", "b"]).splitlines()[2:]
    assert line == "| a | 20 | 11 µs | 19 µs | 810 µs | 83 % |"


def test_only_seeds_that_both_have_are_compared():
    rows = [row("a", 1), row("a", 2), row("b", 2, seconds=3.0), row("b", 3)]
    assert samples(rows, "m", MEASURES["run time"], "a", "b") == ([1.0], [3.0])


def test_the_report_tells_change_and_significance():
    rows = [row("a", seed, seconds=4.0 + seed / 100) for seed in range(5)]
    rows += [row("b", seed, seconds=1.0 + seed / 100) for seed in range(5)]
    lines = table(rows, "a", "b").splitlines()
    (time,) = [line for line in lines if "| run time |" in line]
    assert "-75 %" in time and "0.008" in time and "0.00 | large" in time
    (covered,) = [line for line in lines if "| goals covered |" in line]
    assert "+0 %" in covered and "1.000" in covered and "negligible" in covered
    (total,) = [line for line in summary(rows, "a", "b").splitlines() if line.startswith("| run")]
    assert total == "| run time | -75 % | 1 | 0 | 0 |"


def test_two_variants_of_one_module_from_search_to_table(skua, benchmark, tmp_path):
    source = tmp_path / "clamp.py"
    source.write_text(
        "def clamp(x: int, low: int, high: int) -> int:\n"
        "    if x < low:\n"
        "        return low\n"
        "    return high if x > high else x\n"
    )
    words = [
        *("--modules", source, "--out", tmp_path / "out", "--seeds", "1,2", "--iterations", "5"),
        *("--repeats", "1", "--mutants", "3", "--skua", skua, "--python", sys.executable),
    ]
    done = benchmark("performance", *words)
    assert done.returncode == 0, done.stderr
    rows = read_rows(Row, tmp_path / "out" / "results.csv")
    tests = read_rows(Cost, tmp_path / "out" / "tests.csv")
    assert len(tests) == sum(row.tests for row in rows)
    assert sorted((row.variant, row.seed) for row in rows) == [
        ("adynamosa", 1),
        ("adynamosa", 2),
        ("dynamosa", 1),
        ("dynamosa", 2),
    ]
    for row in rows:
        assert 0 < row.covered <= row.goals and row.killed <= row.mutants and row.seconds > 0
    assert "| clamp | mutants killed |" in (tmp_path / "out" / "results.md").read_text()
    again = benchmark("performance", *words, timeout=60)
    assert "Row(" not in again.stdout, "what is there is not done again"


def test_a_missing_file_is_told(benchmark):
    done = benchmark("performance", "--modules", "nowhere.py", "--out", "out")
    assert done.returncode == 2 and "there is no such file" in done.stderr
