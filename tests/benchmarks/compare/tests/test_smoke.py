"""The whole comparison on two small projects of this repository.

Against Pynguin where it is installed ($SKUA_PYNGUIN_PYTHON, or a store at $SKUA_COMPARE_STORE); elsewhere
Skua's algorithms are compared with each other, which says nothing about Pynguin.
"""

import csv
import os
import sys
from pathlib import Path

from common.options import REPOSITORY

SUBJECTS = [REPOSITORY / "samples/parcel/src", REPOSITORY / "samples/textkit"]


def pynguin_python() -> Path | None:
    store = os.environ.get("SKUA_COMPARE_STORE", REPOSITORY / "build" / "compare")
    candidates = [os.environ.get("SKUA_PYNGUIN_PYTHON"), f"{store}/venvs/pynguin/bin/python"]
    return next((Path(path) for path in candidates if path and Path(path).exists()), None)


def test_two_subjects_from_generation_to_report(skua, benchmark, tmp_path, record_property):
    out = tmp_path / "out"
    pynguin = pynguin_python()
    tools = ["skua", "pynguin:assertions=simple" if pynguin else "skua:random"]
    record_property("compared", " and ".join(tools))
    words = [
        *("--out", out, "--subjects", ",".join(map(str, SUBJECTS))),
        *("--modules", "parcel.rates,textkit", "--tools", ",".join(tools)),
        *("--budget", "6", "--seeds", "1", "--mutants", "3"),
        *("--skua", skua, "--judge-python", sys.executable),
        *(("--pynguin-python", pynguin) if pynguin else ()),
    ]
    done = benchmark("compare", *words)
    assert done.returncode == 0, done.stderr
    with open(out / "results.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted((row["module"], row["tool"]) for row in rows) == sorted(
        (module, tool) for module in ("parcel.rates", "textkit") for tool in tools
    )
    for row in rows:
        assert 0 < float(row["seconds"]) and 0 < float(row["peak_rss_mib"])
        if row["tool"].startswith("skua"):
            assert int(row["tests"]) > 0 and row["failing"] == "0"
            assert 0 < int(row["covered_branches"]) <= int(row["branches"])
            assert 0 <= int(row["mutants_killed"]) <= int(row["mutants_reached"]) <= 3
    report = (out / "results.md").read_text()
    assert "2 modules of 2 subjects" in report and f"against {tools[1]}" in report

    again = benchmark("compare", *words)
    assert again.returncode == 2 and "has results" in again.stderr
    resumed = benchmark("compare", *words, "--resume")
    assert resumed.returncode == 0 and "[1/" not in resumed.stdout, resumed.stderr
