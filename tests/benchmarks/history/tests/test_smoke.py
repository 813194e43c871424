"""The whole replay, of a small repository that is made up here."""

import csv
import json
import os
import sys
from pathlib import Path

from common.git import begin, commit
from common.subjects import write_files

CALC = """
def sign(number: int) -> int:
    if number > 0:
        return 1
    return -1
"""
WORDS = """
def longest(words: list[str]) -> str:
    most = ""
    for word in words:
        if len(word) > len(most):
            most = word
    return most
"""
CHANGED = """
def sign(number: int) -> int:
    if number == 0:
        return 0
    if number > 0:
        return 1
    return -1
"""


def make_repository(folder: Path) -> None:
    files = {"__init__.py": "", "signs.py": CALC, "words.py": WORDS}
    write_files(folder / "src" / "calc", files)
    begin(folder)
    write_files(folder / "src" / "calc", {"signs.py": CHANGED})
    commit(folder, "Change signs")


def test_two_commits_from_repository_to_report(skua, benchmark, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    make_repository(tmp_path / "repository")
    subject = {
        "repository": str(tmp_path / "repository"),
        "first": "HEAD~1", "last": "main",
        "packages": ["src/calc"], "scope": ["calc"],
    }
    (out / "subjects").write_text(json.dumps({"calc": subject}))
    # By iterations: with as much time as it takes, the same comes of it on every machine.
    words = [
        *("--out", out, "--subjects-file", out / "subjects", "--strategies", "simple,history"),
        *("--budget", "0", "--skua-options=--iterations 3", "--skua", skua),
        *("--judge-python", sys.executable, "--core", min(os.sched_getaffinity(0))),
    ]
    done = benchmark("history", *words)
    assert done.returncode == 0, done.stderr
    with open(out / "results.csv", newline="") as file:
        rows = {(row["strategy"], row["number"]): row for row in csv.DictReader(file)}
    assert rows.keys() == {(s, n) for s in ("simple", "history") for n in ("1", "2")}
    for row in rows.values():
        assert row["measured"] == "True" and row["failing"] == "0" and not row["remarks"]
        assert (row["exit_code"], row["modules"]) == ("0", "3")
        assert 0 < int(row["covered"]) <= int(row["branches"])
    # Branches of both modules count, also of the one that was not chosen at the second commit.
    assert [rows["history", n]["branches"] for n in "12"] == ["6", "8"]
    assert [rows["history", n]["changed"] for n in "12"] == ["3", "1"]
    assert [rows["simple", n]["changed"] for n in "12"] == ["3", "3"]
    assert int(rows["history", "2"]["chosen"]) == 1 < int(rows["simple", "2"]["chosen"])
    assert int(rows["history", "2"]["covered"]) > 6
    assert "## calc" in (out / "results.md").read_text()

    again = benchmark("history", *words)
    assert again.returncode == 2 and "has results" in again.stderr
    resumed = benchmark("history", *words, "--resume")
    assert resumed.returncode == 0 and "[1/" not in resumed.stdout, resumed.stderr
    # A commit that was cut off is done again, from where the one before it ended.
    for path in out.glob("runs/calc/history*/002-*/record.json"):
        path.unlink()
    resumed = benchmark("history", *words, "--resume")
    assert "[4/4] calc 2" in resumed.stdout and "[3/4]" not in resumed.stdout, resumed.stderr
    with open(out / "results.csv", newline="") as file:
        redone = [row for row in csv.DictReader(file) if row["strategy"] == "history"]
    assert [row["changed"] for row in redone] == ["3", "1"]
