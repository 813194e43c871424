"""From rows to a table: how many tests fail in which world."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from common import tables


@dataclass(frozen=True)
class Row:
    subject: str
    world: str
    tests: int
    failed: int
    changed: int  # files and folders


def write_matrix(rows: Iterable[Row], path: Path) -> None:
    """CSV: a line a subject, a column a world; `2` failing tests, or `2+1` with a changed file."""
    lines: dict[str, dict[str, object]] = {}
    for row in rows:
        line = lines.setdefault(row.subject, {"subject": row.subject, "tests": row.tests})
        line[row.world] = f"{row.failed}+{row.changed}" if row.changed else row.failed
    names = dict.fromkeys(name for line in lines.values() for name in line)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(names), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines.values())


def read_matrix(path: Path) -> list[Row]:
    """The rows of such a file."""
    with open(path, newline="", encoding="utf-8") as file:
        return [
            Row(line["subject"], world, int(line["tests"]), *map(int, f"{cell}+0".split("+")[:2]))
            for line in csv.DictReader(file)
            for world, cell in line.items()
            if cell and world not in ("subject", "tests")
        ]


def _group(world: str) -> str:
    """The hours of a day are one row."""
    return world.rpartition(" ")[0] + ", at eight hours" if world.startswith("at ") else world


def table(results: Sequence[Path]) -> str:
    """A row a world, and two columns a file: failing tests and changed files, each over all subjects."""
    columns = [(path.stem, read_matrix(path)) for path in results]
    worlds = dict.fromkeys(_group(row.world) for _, rows in columns for row in rows)
    head = ["world", *(f"{name}: {what}" for name, _ in columns for what in ("failing", "changed"))]
    body = [[world, *_cells(columns, world)] for world in worlds]
    totals = []
    for _, rows in columns:
        tests = {row.subject: row.tests for row in rows}
        failing = len({row.subject for row in rows if row.failed or row.changed})
        totals += [f"{sum(tests.values())} tests", f"{failing} of {len(tests)} suites"]
    return tables.table(head, [*body, ["**written, not faultless**", *totals]])


def _cells(columns: Sequence[tuple[str, list[Row]]], world: str) -> Iterable[str]:
    for _, rows in columns:
        for count in ("failed", "changed"):
            found = [getattr(row, count) for row in rows if _group(row.world) == world]
            yield str(sum(found)) if found else "–"
