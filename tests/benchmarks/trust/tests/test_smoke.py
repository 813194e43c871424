"""The whole of it on a small project that is made up here."""

import json
import sys
from pathlib import Path

from common.subjects import write_files

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
    write_files(folder, {"calc/__init__.py": "", "calc/signs.py": CALC, "tests/test_own.py": OWN})
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


def test_five_runs_from_sources_to_table(skua, benchmark, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "projects").write_text(json.dumps({"calc": make_project(tmp_path / "sources")}))
    # By iterations: with as much time as it takes, the same comes of it on every machine.
    words = [
        *("--out", out, "--projects-file", out / "projects", "--speeds", "idle", "--orders", "2"),
        *("--budget", "0", "--skua-options=--iterations 8 --seed 1"),
        *("--skua", skua, "--judge-python", sys.executable),
    ]
    done = benchmark("trust", *words)
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

    again = benchmark("trust", *words)
    assert again.returncode == 2 and "has results" in again.stderr
    # A run that was cut off is done again, from where the one before it ended.
    (out / "runs" / "calc" / "idle" / "5-removed-name" / "record.json").unlink()
    resumed = benchmark("trust", *words, "--resume")
    assert "calc, idle, removed name:" in resumed.stdout, resumed.stderr
    assert "calc, idle, bug:" not in resumed.stdout
