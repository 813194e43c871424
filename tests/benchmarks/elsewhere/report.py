"""From rows to a table: how many tests fail in which world."""

from __future__ import annotations

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


def _group(world: str) -> str:
    """The hours of a day are one row."""
    return world.rpartition(" ")[0] + ", at eight hours" if world.startswith("at ") else world


def table(results: Sequence[Path]) -> str:
    """A row a world, and two columns a file: failing tests and changed files, each over all subjects."""
    columns = [(path.stem, tables.read_rows(Row, path)) for path in results]
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
