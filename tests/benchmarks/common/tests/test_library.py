"""Containment, options, subjects, settings and tables, as all benchmarks use them."""

import csv
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from common import Trouble, runs, tables
from common.containment import Box, Containment
from common.options import numbers
from common.subjects import named


@dataclass
class Row(tables.Record):
    name: str
    count: int
    seconds: float = 0.5
    remarks: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.count / 3


@dataclass
class Plain:
    name: str
    count: int
    seconds: float


def test_seeds_are_numbers_and_ranges():
    assert numbers("1,4-6") == [1, 4, 5, 6]


def test_subjects_are_a_set_a_package_a_folder_or_a_requirement(tmp_path):
    assert len(named(["development"])) == 10
    assert named(["string_utils"]) == {"string_utils": "python-string-utils==1.0.0"}
    assert named(["a-b==1", "c==2:d"]) == {"a_b": "a-b==1", "d": "c==2"}
    (tmp_path / "p" / "src").mkdir(parents=True)
    assert named([str(tmp_path / "p" / "src")]) == {"p": str(tmp_path / "p" / "src")}
    with pytest.raises(Trouble):
        named(["no-such-thing"])


def test_records_and_rows_come_back_from_their_files(tmp_path):
    row = Row("a", 1, remarks=["x", "y"])
    row.save(tmp_path / "record.json")
    assert Row.load(tmp_path / "record.json") == row
    tables.write_rows(Row, [row], tmp_path / "rows.csv", ("rate",))
    with open(tmp_path / "rows.csv", newline="") as file:
        [cells] = csv.DictReader(file)
    assert cells == {"name": "a", "count": "1", "seconds": "0.5", "remarks": "x; y", "rate": "0.33"}
    assert tables.read_rows(Plain, tmp_path / "rows.csv") == [Plain("a", 1, 0.5)]
    assert tables.read_rows(Plain, tmp_path / "nothing.csv") == []


def test_a_table_has_texts_to_the_left_and_numbers_to_the_right():
    assert tables.table(["a", "b", "n"], [["x", "y", 1]], texts=2).splitlines() == [
        "| a | b | n |",
        "| --- | --- | ---: |",
        "| x | y | 1 |",
    ]


def test_results_measured_otherwise_are_not_added_to():
    before = {"date": "a", "mutants": 1, "pynguin": "0.48", "options": {"skua": []}}
    runs.check_comparable(before | {"date": "b"}, [before], free=["date"])
    runs.check_comparable(before | {"pynguin": None}, [before])
    runs.check_comparable(before | {"options": {"pynguin": ["--x"]}}, [before])
    with pytest.raises(Trouble, match="mutants 1, not 2"):
        runs.check_comparable(before | {"mutants": 2}, [before])
    with pytest.raises(Trouble, match="skua"):
        runs.check_comparable(before | {"options": {"skua": ["--x"]}}, [before])


def test_a_run_is_configured_and_told_in_words(tmp_path):
    runs.configure(tmp_path, python={"path": ["a"]}, search={})
    assert (tmp_path / "skua.yml").read_text() == '{"version": 1, "python": {"path": ["a"]}}\n'
    words = runs.command(Path("skua"), tmp_path, Path("py"), "m", budget=10, fail_under=90, seed=None)
    assert words[:2] == ["skua", "run"] and words[-5:] == ["--fail-under", "90", "--budget", "10s", "m"]
    assert "--seed" not in words
    with pytest.raises(Trouble, match="it: skua: none"):
        runs.run(["sh", "-c", "echo none >&2"], tmp_path, 20, "it")


def test_what_hangs_is_killed_with_all_that_it_started(tmp_path):
    box = Box(tmp_path / "box")
    beat = box.work / "beat"
    child = f"import time\nwhile True: open({str(beat)!r}, 'a').write('x'); time.sleep(0.01)"
    program = (
        "import subprocess, sys, time; data = bytearray(50_000_000);"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True); time.sleep(60)"
    )
    needs = [Path(sys.prefix), Path(sys.base_prefix)]
    run = Containment().run(
        [sys.executable, "-c", program], box, needs, box.environment(), 4, tmp_path / "log"
    )
    assert run.killed and run.exit_code != 0 and run.peak_rss_bytes > 50_000_000
    size = beat.stat().st_size
    assert size > 0
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        assert beat.stat().st_size == size
