"""The whole of it on a small project that is made up here."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[4]
CALC = """
def sign(number: int) -> int:
    if number > 0:
        return 1
    return -1


def clamp(number: int, low: int) -> int:
    return low if number < low else number


def double(number: int) -> int:
    return number * 2
"""
OWN = "from calc.signs import sign\n\n\ndef test_sign():\n    assert sign(3) == 1\n"


def make_project(folder: Path) -> dict:
    for name, text in {
        "calc/__init__.py": "",
        "calc/signs.py": CALC,
        "tests/test_own.py": OWN,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    edits = {
        "refactoring": ("low if number < low else number", "number if number >= low else low"),
        "bug": ("return number * 2", "return number * 3"),
        "removed name": ("def clamp(", "def at_least("),
    }
    return {
        "source": str(folder),
        "scope": ["calc/signs.py"],
        "edits": {
            kind: [{"file": "calc/signs.py", "old": old, "new": new}]
            for kind, (old, new) in edits.items()
        },
        "removed_name": "clamp",
    }


def trust(out: Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [
            *(sys.executable, "-m", "trust", "--out", out, "--projects-file", out / "projects"),
            *("--skua", os.environ["SKUA_BINARY"], "--judge-python", sys.executable),
            *("--speeds", "idle", "--orders", "2", *words),
        ],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY / "tests" / "benchmarks")},
        capture_output=True,
        text=True,
        timeout=500,
    )


@pytest.mark.skipif("SKUA_BINARY" not in os.environ, reason="needs the binary: $SKUA_BINARY")
def test_five_runs_from_sources_to_table(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "projects").write_text(json.dumps({"calc": make_project(tmp_path / "sources")}))
    # By iterations: with as much time as it takes, the same comes of it on every machine.
    words = ["--budget", "0", "--skua-options=--iterations 8 --seed 1"]
    done = trust(out, *words)
    assert done.returncode in (0, 1), done.stderr
    details = json.loads((out / "results.json").read_text())
    runs = {run["step"]: run for run in details["runs"]}
    assert list(runs) == ["first", "again", "refactoring", "bug", "removed name"]
    assert not any(run["remarks"] for run in runs.values())
    for run in runs.values():
        assert run["own_tests"] == 1 and run["tests"] > 0 and run["measured"] is not None
        assert run["exit_code"] in (0, 1)
    # The edits reach the tree that Skua is run on, one after the other.
    left = out / "runs" / "calc" / "idle" / "5-removed-name" / "after" / "project"
    text = (left / "calc" / "signs.py").read_text()
    assert "number * 3" in text and "at_least" in text and "clamp" not in text
    assert "| calc | idle | 5 |" in (out / "results.md").read_text()

    again = trust(out, *words)
    assert again.returncode == 2 and "has results" in again.stderr
    # A run that was cut off is done again, from where the one before it ended.
    (out / "runs" / "calc" / "idle" / "5-removed-name" / "record.json").unlink()
    resumed = trust(out, *words, "--resume")
    assert "calc, idle, removed name:" in resumed.stdout, resumed.stderr
    assert "calc, idle, bug:" not in resumed.stdout
