"""The table: what two variants' suites cost and are worth, module by module."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

from common import tables
from common.significance import a12, magnitude, mann_whitney

from .measure import Cost, Row

SIGNIFICANT = 0.05
MEASURES: dict[str, Callable[[Row], float]] = {
    "run time": lambda row: row.seconds,
    "memory": lambda row: row.bytes,
    "goals covered": lambda row: row.covered,
    "mutants killed": lambda row: row.killed,
    "tests": lambda row: row.tests,
}
_UNITS = {"run time": (1e6, " µs"), "memory": (1 / 1024, " KiB")}


def table(rows: Sequence[Row], first: str, second: str) -> str:
    """Markdown that compares the second variant with the first. Â12 below 0.5: the second has the
    smaller values."""
    body = []
    for module in sorted({row.module for row in rows}):
        for name, value in MEASURES.items():
            pair = samples(rows, module, value, first, second)
            if all(pair):
                body.append([module, name, *_compared(name, *pair)])
    head = ["module", "measure", first, second, "change", "p", "Â12", "effect"]
    return tables.table(head, body, texts=2)


def summary(rows: Sequence[Row], first: str, second: str) -> str:
    """For each measure the change over all modules, and how many modules changed significantly."""
    head = [f"{second} against {first}", "change", f"smaller (p < {SIGNIFICANT})"]
    body = []
    for name, value in MEASURES.items():
        pairs = [samples(rows, m, value, first, second) for m in sorted({row.module for row in rows})]
        pairs = [pair for pair in pairs if all(pair)]
        ratios = [ratio for ratio in (_ratio(*pair) for pair in pairs) if ratio is not None]
        clear = [pair for pair in pairs if mann_whitney(*pair) < SIGNIFICANT]
        smaller = sum(a12(after, before) < 0.5 for before, after in clear)
        mean = math.exp(statistics.mean(map(math.log, ratios))) if ratios else math.nan
        counts = (smaller, len(clear) - smaller, len(pairs) - len(clear))
        body.append([name, _percent(mean), *counts])
    return tables.table([*head, "greater", "neither"], body)


def distribution(costs: Sequence[Cost], variants: Sequence[str]) -> str:
    """How much single tests cost, over all modules and seeds, and which part of all run time the
    dearest tenth of them takes."""
    head = ["tests of", "number", "median", "90 % take less than", "slowest", "dearest tenth takes"]
    body = []
    for variant in variants:
        seconds = sorted(cost.seconds for cost in costs if cost.variant == variant)
        if not seconds:
            continue
        tenth = len(seconds) - math.ceil(len(seconds) / 10)
        micros = (1e6 * seconds[at] for at in (len(seconds) // 2, tenth, -1))
        part = sum(seconds[tenth:]) / (sum(seconds) or 1)
        cells = [f"{value:.4g} µs" for value in micros]
        body.append([variant, len(seconds), *cells, f"{100 * part:.0f} %"])
    return tables.table(head, body)


def samples(
    rows: Sequence[Row], module: str, value: Callable[[Row], float], first: str, second: str
) -> tuple[list[float], list[float]]:
    """The values of both variants, by seed; only of seeds that both have."""
    found = {
        variant: {
            row.seed: value(row) for row in rows if (row.module, row.variant) == (module, variant)
        }
        for variant in (first, second)
    }
    seeds = sorted(found[first].keys() & found[second].keys())
    return [found[first][seed] for seed in seeds], [found[second][seed] for seed in seeds]


def _ratio(before: Sequence[float], after: Sequence[float]) -> float | None:
    one, other = statistics.median(before), statistics.median(after)
    return other / one if one > 0 and other > 0 else None


def _compared(name: str, before: Sequence[float], after: Sequence[float]) -> list[str]:
    factor, unit = _UNITS.get(name, (1, ""))
    medians = [f"{statistics.median(values) * factor:.4g}{unit}" for values in (before, after)]
    effect = a12(after, before)
    ratio = _ratio(before, after)
    change = "–" if ratio is None else _percent(ratio)
    p = mann_whitney(before, after)
    return [*medians, change, f"{p:.3f}", f"{effect:.2f}", magnitude(effect)]


def _percent(ratio: float) -> str:
    return "–" if math.isnan(ratio) else f"{100 * (ratio - 1):+.0f} %"
