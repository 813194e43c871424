"""Writes the tables of figures in README.md and docs/pages from the result files in this folder.

    python3 figures.py              # names the tables that differ; exit code 1 if one does
    python3 figures.py --write      # writes them anew
    python3 figures.py --write --trust OUT/results.json --compare OUT/results.csv    # of new measurements

A table stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`. Other text holds no figure.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean

from common.tables import table

FOLDER = Path(__file__).resolve().parent
PAGES = (FOLDER.parents[1] / "README.md", FOLDER.parents[1] / "docs" / "pages" / "comparison.md")
TRUST = FOLDER / "trust" / "results" / "runs.csv"
COMPARE = FOLDER / "compare" / "results" / "modules.csv"
NOT_MEASURED = "This build was not measured yet: no result file is in the repository."

_Row = dict[str, str]
_BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def _rows(path: Path) -> list[_Row]:
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def first_runs() -> str:
    """A row a project: its first run, and the next one, before which nothing changed."""
    runs = {(row["project"], row["step"]): row for row in _rows(TRUST) if row["speed"] == "idle"}
    body = []
    for project in dict.fromkeys(project for project, _ in runs):
        first, again = runs[project, "first"], runs[project, "again"]
        body.append([project, f"{float(first['branches']):.1f} %", first["tests"], first["failing"],
                     f"{float(first['seconds']):.1f} s", f"{float(again['seconds']):.1f} s"])  # fmt: skip
    return table(["project", "branches", "tests", "failing", "first run", "run again"], body)


def five_runs() -> str:
    """A row a project and speed: its five runs, and how it stands after the last."""
    groups: dict[tuple[str, str], list[_Row]] = {}
    for row in _rows(TRUST):
        groups.setdefault((row["project"], row["speed"]), []).append(row)
    body = []
    for (project, speed), runs in sorted(groups.items(), key=lambda group: group[0][::-1]):
        offences = sum(bool(run["offences"]) for run in runs)
        longest = max(float(run["seconds"]) for run in runs)
        body.append([project, speed, f"{float(runs[-1]['branches']):.1f} %", runs[-1]["tests"],
                     offences, f"{longest:.1f} s"])  # fmt: skip
    return table(
        ["project", "machine", "branches", "tests", "offences", "longest run"], body, texts=2
    )


def generators() -> str:
    """A column a tool and budget: what its tests cover and kill."""
    if not COMPARE.exists():
        return NOT_MEASURED
    columns: dict[str, list[_Row]] = {}
    for row in _rows(COMPARE):
        columns.setdefault(f"{row['tool']}, {float(row['budget']):g} s", []).append(row)

    def of(name: str, rows: Sequence[_Row]) -> int:
        return sum(int(row[name] or 0) for row in rows)

    cells: dict[str, Callable[[list[_Row]], str]] = {
        "runs": lambda rows: f"{len(rows)}",
        "branch coverage, mean over runs": lambda rows: (
            f"{mean(float(row['branch_coverage']) for row in rows):.1f} %"
        ),
        "branches covered": lambda rows: (
            f"{of('covered_branches', rows):,} of {of('branches', rows):,}"
        ),
        "mutants killed": lambda rows: f"{of('mutants_killed', rows):,} of {of('mutants', rows):,}",
        "failing tests": lambda rows: f"{of('failing', rows)} of {of('tests', rows):,}",
        "seconds a run, most": lambda rows: f"{max(float(row['seconds']) for row in rows):.1f}",
    }
    return table(
        ["", *columns],
        [[name, *(cell(rows) for rows in columns.values())] for name, cell in cells.items()],
    )


TABLES = {"first-runs": first_runs, "five-runs": five_runs, "generators": generators}


def renewed(text: str) -> str:
    """The text of a page with its tables as the result files have them."""
    return _BLOCK.sub(lambda it: f"{it[1]}\n{TABLES[it[2]]()}\n\n{it[3]}", text)


def keep_runs(results: Path) -> None:
    """Keeps of `trust`'s OUT/results.json what the tables need: a row a run."""
    TRUST.parent.mkdir(exist_ok=True)
    with open(TRUST, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow("project speed step seconds branches tests failing offences".split())
        for run in json.loads(results.read_text())["runs"]:
            kinds = "; ".join(offence["kind"] for offence in run["offences"])
            cells = [run[name] for name in ("project", "speed", "step", "seconds")]
            cells += [round(run["measured"], 2), run["tests"], len(run["failing"]), kinds]
            writer.writerow(cells)


def main() -> int:
    parser = argparse.ArgumentParser(prog="figures", description="Writes tables of result files.")
    parser.add_argument("--write", action="store_true", help="write what differs")
    parser.add_argument("--trust", type=Path, help="keep the runs of this OUT/results.json")
    parser.add_argument("--compare", type=Path, help="keep this OUT/results.csv")
    options = parser.parse_args()
    if options.trust:
        keep_runs(options.trust)
    if options.compare:
        COMPARE.parent.mkdir(exist_ok=True)
        shutil.copyfile(options.compare, COMPARE)
    stale = [page for page in PAGES if renewed(page.read_text()) != page.read_text()]
    for page in stale:
        print(f"{page}: differs from the result files")
        if options.write:
            page.write_text(renewed(page.read_text()))
    return 1 if stale and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
