"""What the benchmark says of a report; the runs themselves are made by hand."""

import os
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[2]
from applications.__main__ import HEADING, row, share
from applications.judging import Judgement, failing
from applications.subjects import own_modules, put

REPORT = {
    "branches": {"taken": 9, "total": 12},
    "mutants": [{"fate": "killed"}, {"fate": "survived"}, {"fate": "not_run"}],
    "tests": [{}, {}, {}],
    "notes": [{"code": "SKUA-N305", "detail": "1 was flaky"}],
}


def cells(text):
    return [cell.strip() for cell in text.strip("|").split("|")]


def test_every_module_is_named():
    assert {"blog", "blog.posts", "shop.api", "sci.arr", "tools.flags"} <= set(own_modules())
    assert "shop" not in own_modules()


def test_a_row_has_a_cell_for_each_heading():
    shown = cells(row("shop.api", REPORT, Judgement(1, 0, 2), 12.34))
    assert len(shown) == len(HEADING)
    expected = ["`shop.api`", "75 %", "1/3", "3", "1", "0", "2", "12", "SKUA-N305 1 was flaky"]
    assert shown == expected


def test_a_module_that_was_not_measured_has_nothing():
    assert share({}) == share({"branches": {"taken": 0, "total": 0}}) == 0
    assert cells(row("shop.api", {}, Judgement(0, 0, 0), 1.0))[1:4] == ["0 %", "0/0", "0"]


def test_a_package_is_copied_without_its_tests(tmp_path):
    package = tmp_path / "site" / "isso"
    (package / "tests").mkdir(parents=True)
    (package / "__init__.py").touch()
    put("isso.db.comments", tmp_path / "site", tmp_path)
    assert [one.name for one in (tmp_path / "isso").iterdir()] == ["__init__.py"]


def test_failures_and_errors_of_junit_are_counted(tmp_path):
    results = tmp_path / "junit.xml"
    assert failing(results) == 1
    results.write_text('<testsuites><testsuite failures="2" errors="1"/></testsuites>')
    assert failing(results) == 3


def test_what_a_test_does_outside_is_noted(tmp_path):
    (tmp_path / "test_one.py").write_text(
        """
import socket, subprocess, sys
def test_inside(tmp_path): (tmp_path / "a").write_text("")
def test_process(): subprocess.run([sys.executable, "-c", ""])
def test_socket(): socket.socket().bind(("127.0.0.1", 0))
def test_file(): open("/tmp/skua-outside-watch-test", "w").close()
"""
    )
    events = tmp_path / "events"
    environment = {
        **os.environ,
        "PYTHONPATH": str(BENCHMARKS / "applications" / "inside"),
        "OUTSIDE_EVENTS": str(events),
        "OUTSIDE_ALLOWED": str(tmp_path),
    }
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "outside_watch"]
    words += [f"--basetemp={tmp_path / 'temporary'}", "test_one.py"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert "4 passed" in done.stdout, done.stdout + done.stderr
    noted = events.read_text()
    assert "test_inside" not in noted
    assert all(name in noted for name in ("test_process", "test_socket", "test_file"))
    Path("/tmp/skua-outside-watch-test").unlink()
