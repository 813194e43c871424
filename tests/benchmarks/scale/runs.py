"""What a run made of each module, as its report tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from common.tables import line, table

NO_BUDGET_LEFT = "SKUA-N202"
# Reasons of modules for which no campaign is ever started: they do not parse, or define nothing.
NOTHING_TO_DO = ("SKUA-N101", "SKUA-N105", "SKUA-N201")


@dataclass
class Run:
    number: int
    seconds: float
    exit_code: int
    modules: set[str] = field(default_factory=set)
    started: set[str] = field(default_factory=set)  # a campaign for it
    idle: set[str] = field(default_factory=set)  # nothing to do for it
    silent: set[str] = field(default_factory=set)  # neither tests nor a reason
    with_tests: int = 0
    cut_short: int = 0
    coverage: float = 0
    lengths: list[float] = field(default_factory=list)  # seconds a campaign
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, number: int, seconds: float, exit_code: int, told: Mapping[str, Any]) -> Run:
        run = cls(number, seconds, exit_code)
        if not told:
            return run
        run.coverage = told["branch_coverage"]
        for module in told["modules"]:
            run._add(module)
        return run

    def _add(self, module: dict[str, Any]) -> None:
        name, code = module["module"], module.get("reason", {}).get("code", "")
        self.modules.add(name)
        self.reasons[code] += 1
        if module.get("seconds_used", 0) > 0:
            self.started.add(name)
            self.lengths.append(module["seconds_used"])
            self.cut_short += code == NO_BUDGET_LEFT
            self.with_tests += bool(not code and module.get("tests"))
        elif code in NOTHING_TO_DO:
            self.idle.add(name)
        if not code and not module.get("tests"):
            self.silent.add(name)

    def row(self, reached: set[str]) -> str:
        median_length = f"{median(self.lengths):.1f} s" if self.lengths else "–"
        cells = [self.number, f"{self.seconds:.1f} s", len(self.started), len(reached)]
        return line([*cells, self.with_tests, self.cut_short, median_length, f"{self.coverage:.1f} %"])


_COLUMNS = ("run", "wall clock", "campaigns", "reached so far", "with tests", "cut short", "median")
HEADING = table([*_COLUMNS, "branches"], [])


def faults(runs: list[Run], budget: float) -> list[str]:
    """In what the promises were not kept."""
    found = []
    for run in runs:
        if run.exit_code != 0:
            found.append(f"run {run.number} ended with exit code {run.exit_code}")
        if run.seconds > budget + 2:
            found.append(f"run {run.number} took {run.seconds:.1f} s")
        if run.silent:
            found.append(f"run {run.number} says nothing of {', '.join(sorted(run.silent)[:5])}")
    reached = set().union(*(run.started for run in runs))
    idle = runs[0].idle
    missed = runs[-1].modules - reached - idle
    if missed:
        names = ", ".join(sorted(missed)[:10])
        found.append(f"{len(missed)} modules were not reached in {len(runs)} runs: {names} …")
    return found
