"""Results on disk: records as JSON, rows as CSV, tables as Markdown."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TypeVar, get_type_hints

Row = TypeVar("Row")


class Record:
    """A dataclass that is kept as a JSON file."""

    def save(self, path: Path) -> None:
        """In one step: where the file is, the record is whole."""
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(vars(self), indent=1) + "\n")
        partial.rename(path)

    @classmethod
    def load(cls: type[Row], path: Path) -> Row:
        return cls(**json.loads(path.read_text()))


def write_rows(
    kind: type, rows: Iterable[object], path: Path, properties: Sequence[str] = ()
) -> None:
    """CSV with a column for each field of the dataclass and each of the properties named, rounded."""
    names = [field.name for field in fields(kind)]
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*names, *properties])
        for row in rows:
            cells = [getattr(row, name) for name in names]
            cells = ["; ".join(cell) if isinstance(cell, list) else cell for cell in cells]
            writer.writerow([*cells, *(round(getattr(row, name), 2) for name in properties)])


def read_rows(kind: type[Row], path: Path) -> list[Row]:
    """The rows of a CSV file; none where there is no file. Fields are of type str, int or float."""
    if not path.is_file():
        return []
    types = get_type_hints(kind)
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [kind(**{name: type_(row[name]) for name, type_ in types.items()}) for row in rows]


def table(head: Sequence[object], body: Iterable[Sequence[object]], texts: int = 1) -> str:
    """Markdown; all columns but the first `texts` are aligned to the right."""
    rules = ["---"] * texts + ["---:"] * (len(head) - texts)
    return "\n".join(line(cells) for cells in (head, rules, *body))


def line(cells: Iterable[object]) -> str:
    """One line of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"
