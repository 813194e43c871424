"""The results of all runs as rows: one a subject, module, tool, budget and seed; read from their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common.judging import Judgement

from .tools import Generation

OF_THE_JUDGEMENT = (
    *("measured", "tests", "failing", "flaky", "expected_failures", "broken_files", "branches"),
    *("covered_branches", "lines", "covered_lines", "mutants", "statements", "assertions"),
)


@dataclass(frozen=True)
class Row:
    subject: str
    module: str
    tool: str
    budget: float
    seed: int
    version: str
    contained: bool
    seconds: float
    peak_rss_mib: float
    exit_code: int
    killed_at_limit: bool
    measured: bool
    files: int
    tests: int
    failing: int
    flaky: int
    expected_failures: int
    broken_files: int
    branches: int
    covered_branches: int
    lines: int
    covered_lines: int
    mutants: int
    mutants_reached: int
    mutants_killed: int | None
    statements: int
    assertions: int
    remarks: str

    @property
    def branch_coverage(self) -> float:
        """In percent."""
        return 100 * self.covered_branches / self.branches if self.branches else 100.0

    @property
    def delivered(self) -> bool:
        """Whether there is a file at all; without one, coverage is 0 whatever the search had found."""
        return self.files > 0

    @property
    def line_coverage(self) -> float:
        return 100 * self.covered_lines / self.lines if self.lines else 0.0


def folder_of(out: Path, subject: str, module: str, tool: str, budget: float, seed: int) -> Path:
    """Where everything about one run is: one folder, so that work can be split and resumed."""
    name = f"{tool.replace(':', '+')}-{budget:g}s-seed{seed}"
    return out / "runs" / subject / module / name


def read(out: Path) -> list[Row]:
    return sorted(
        _rows(out), key=lambda row: (row.subject, row.module, row.tool, row.budget, row.seed)
    )


def _rows(out: Path) -> Iterator[Row]:
    for path in out.glob("runs/*/*/*/judgement.json"):
        generation = Generation.load(path.with_name("generation.json"))
        judgement = Judgement.load(path)
        yield Row(
            subject=path.parents[2].name,
            module=path.parents[1].name,
            tool=generation.tool,
            budget=generation.budget,
            seed=generation.seed,
            version=generation.version,
            contained=generation.contained,
            seconds=round(generation.seconds, 2),
            peak_rss_mib=round(generation.peak_rss_bytes / 2**20, 1),
            exit_code=generation.exit_code,
            killed_at_limit=generation.killed,
            files=sum(name.startswith("test") for name in generation.files),
            mutants_reached=judgement.reached,
            mutants_killed=judgement.killed,
            remarks="; ".join(judgement.remarks),
            **{name: getattr(judgement, name) for name in OF_THE_JUDGEMENT},
        )
