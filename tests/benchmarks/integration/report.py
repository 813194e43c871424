"""Rows, and the table made of them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from common import tables
from common.significance import a12, magnitude, mann_whitney

from .judging import Worth


@dataclass
class Row:
    """One pair and seed: `units` are the unit suites of caller and callee as one, `pair` that of both
    together."""

    pair: str
    seed: int
    units_tests: int
    pair_tests: int
    coupled: int
    units_coupled: int
    pair_coupled: int
    mutants: int
    units_killed: int
    pair_killed: int
    pair_alone_killed: int  # by no unit suite
    units_findings: int = 0
    pair_findings: int = 0
    pair_alone_findings: int = 0  # of no unit run


def row_of(pair: str, seed: int, units: Worth, together: Worth) -> Row:
    return Row(
        pair=pair,
        seed=seed,
        units_tests=units.tests,
        pair_tests=together.tests,
        coupled=together.coupled,
        units_coupled=len(units.covered),
        pair_coupled=len(together.covered),
        mutants=together.mutants,
        units_killed=len(units.killed),
        pair_killed=len(together.killed),
        pair_alone_killed=len(together.killed - units.killed),
        units_findings=len(units.findings),
        pair_findings=len(together.findings),
        pair_alone_findings=len(together.findings - units.findings),
    )


def table(rows: Sequence[Row]) -> str:
    """Markdown: medians over seeds. Â12 above 0.5: the pair's suites cover more."""
    head = [
        *("caller -> callee", "seeds", "coupled branches", "units", "pair", "p", "Â12", "effect"),
        *("mutants", "units kill", "pair kills", "pair alone"),
        *("units find", "pair finds", "pair alone finds"),
    ]
    body = []
    for pair in sorted({row.pair for row in rows}):
        of_pair = [row for row in rows if row.pair == pair]
        units = [row.units_coupled for row in of_pair]
        together = [row.pair_coupled for row in of_pair]
        effect = a12(together, units)
        coupled, mutants = of_pair[0].coupled, of_pair[0].mutants
        cells = [
            *(pair, len(of_pair), coupled, _part(units, coupled), _part(together, coupled)),
            *(f"{mann_whitney(together, units):.3f}", f"{effect:.2f}", magnitude(effect), mutants),
            _part([row.units_killed for row in of_pair], mutants),
            _part([row.pair_killed for row in of_pair], mutants),
            _part([row.pair_alone_killed for row in of_pair], mutants),
            f"{statistics.median(row.units_findings for row in of_pair):g}",
            f"{statistics.median(row.pair_findings for row in of_pair):g}",
            f"{statistics.median(row.pair_alone_findings for row in of_pair):g}",
        ]
        body.append(cells)
    return tables.table(head, body)


def _part(values: Sequence[int], of: int) -> str:
    median = statistics.median(values)
    return f"{median:g} ({100 * median / of:.0f} %)" if of else f"{median:g}"
