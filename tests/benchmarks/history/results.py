"""The records of all commits, in the order of subject, strategy, seed and number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from .replay import Record


class Results:
    """The records of the commits and seeds of each subject that every one of the strategies has done."""

    def __init__(self, records: Iterable[Record], strategies: Sequence[str]) -> None:
        self.strategies = list(strategies)
        self._cells = {(r.subject, r.strategy, r.number, r.seed): r for r in records}
        self.subjects = sorted({key[0] for key in self._cells})
        self._seeds: dict[tuple[str, int], list[int]] = {}
        for subject, _, number, seed in sorted(self._cells):
            seeds = self._seeds.setdefault((subject, number), [])
            wanted = [self._cells.get((subject, name, number, seed)) for name in strategies]
            # What could not be judged is no 0: it is left out for all.
            if seed not in seeds and all(record and record.measured for record in wanted):
                seeds.append(seed)

    def numbers(self, subject: str) -> list[int]:
        """The numbers of the commits that count, ascending."""
        return [
            number for (name, number), seeds in self._seeds.items() if name == subject and seeds
        ]

    def unmeasured(self, subject: str) -> list[int]:
        return [n for (name, n), seeds in self._seeds.items() if name == subject and not seeds]

    def of(self, subject: str, strategy: str, number: int) -> list[Record]:
        """One for each seed."""
        seeds = self._seeds[subject, number]
        return [self._cells[subject, strategy, number, seed] for seed in seeds]

    def means(
        self, subject: str, strategy: str, value: str, numbers: Sequence[int] | None = None
    ) -> list[float]:
        """The means of an attribute of the records, over seeds, for each commit."""
        numbers = self.numbers(subject) if numbers is None else numbers
        return [
            mean(getattr(record, value) for record in self.of(subject, strategy, number))
            for number in numbers
        ]


def read(out: Path) -> list[Record]:
    records = [Record.load(path) for path in out.glob("runs/*/*/*/record.json")]
    return sorted(records, key=lambda r: (r.subject, r.strategy, r.seed, r.number))
