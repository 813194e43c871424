"""Policies on the same builds: what each covers and takes beside the one in force.

A build is three projects that follow each other, so that each project is in three; the difference
between two policies is that of each pair of builds, and its noise the standard error over these.
"""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

from .record import PROJECTS

PROJECTS_IN_A_BUILD = 3


def held_out(project: str) -> bool:
    """Every third project in the order of their names: policies are never chosen by these."""
    return sorted(json.loads(PROJECTS.read_text())).index(project) % 3 == 2


@dataclass(frozen=True)
class Scenario:
    """The runs that a policy is replayed in: every pair of these."""

    seconds: tuple[float, ...]  # of the budget, for each module
    jobs: tuple[int, ...]
    strategy: str = "adaptive"


@dataclass(frozen=True)
class Outcome:
    """What came of one build, over its four runs."""

    covered: int
    goals: int
    used: float
    beyond: float  # seconds searched behind the end of the records

    @property
    def coverage(self) -> float:
        """In percent."""
        return 100 * self.covered / self.goals if self.goals else 0.0


@dataclass(frozen=True)
class Difference:
    """How a policy differs from the one in force, over all builds: means and their standard errors."""

    coverage: float  # in percent of all goals
    coverage_error: float
    used: float  # in percent of what the policy in force uses
    used_error: float

    def matters(self) -> bool:
        """Whether it is beyond the noise."""
        return _beyond(self.coverage, self.coverage_error, 0.05) or _beyond(
            self.used, self.used_error, 0.5
        )


def _beyond(value: float, error: float, least: float) -> bool:
    return abs(value) >= least and abs(value) > 2 * error


class Replayer:
    """The program that replays, with the records."""

    def __init__(self, program: Path, curves: Path) -> None:
        self._program = program
        self._curves = curves
        self.records = json.loads(curves.read_text())
        self.projects = sorted(name for name, record in self.records.items() if _usable(record))
        done = subprocess.run([program, "--numbers"], capture_output=True, text=True, check=True)
        self.numbers: dict[str, tuple[str, float]] = json.loads(done.stdout)

    def play(self, jobs: Sequence[Mapping[str, object]]) -> list[Outcome]:
        """One outcome for each job."""
        done = subprocess.run(
            [self._program, self._curves],
            input=json.dumps(jobs),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return [
            Outcome(
                sum(run["covered"] for run in runs),
                sum(run["goals"] for run in runs),
                sum(run["used"] for run in runs),
                sum(run["beyond"] for run in runs),
            )
            for runs in json.loads(done.stdout)
        ]


def _usable(record: Mapping[str, list[dict[str, object]]]) -> bool:
    first, second = record["runs"]
    return any(name in second for name in first)


def builds(projects: Sequence[str]) -> list[list[str]]:
    """Each project with the two that follow it."""
    count = min(PROJECTS_IN_A_BUILD, len(projects))
    return [[projects[(i + k) % len(projects)] for k in range(count)] for i in range(len(projects))]


def jobs_of(
    projects: Sequence[str], scenario: Scenario, policy: Mapping[str, float]
) -> list[dict[str, object]]:
    """All builds in all runs of the scenario."""
    return [
        {
            "policy": dict(policy),
            "projects": build,
            "seconds": seconds,
            "jobs": jobs,
            "strategy": scenario.strategy,
        }
        for build in builds(projects)
        for seconds in scenario.seconds
        for jobs in scenario.jobs
    ]


def compare(
    replayer: Replayer,
    projects: Sequence[str],
    scenario: Scenario,
    policies: Mapping[str, Mapping[str, float]],
) -> dict[str, Difference]:
    """By label. The one in force is replayed along."""
    batch = jobs_of(projects, scenario, {})
    size = len(batch)
    for policy in policies.values():
        batch += jobs_of(projects, scenario, policy)
    outcomes = replayer.play(batch)
    now = outcomes[:size]
    return {
        label: difference(now, outcomes[(i + 1) * size : (i + 2) * size], len(builds(projects)))
        for i, label in enumerate(policies)
    }


def difference(now: Sequence[Outcome], then: Sequence[Outcome], count: int) -> Difference:
    """How `then` differs from `now`; each build has as many of both, one after the other."""
    each = len(now) // count
    covered, used = [], []
    for build in range(count):
        pairs = list(zip(now, then))[build * each : (build + 1) * each]
        covered.append(mean(b.coverage - a.coverage for a, b in pairs))
        used.append(100 * (sum(b.used for _, b in pairs) / sum(a.used for a, _ in pairs) - 1))
    return Difference(mean(covered), _error(covered), mean(used), _error(used))


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean. Builds overlap: a third as many of them are independent."""
    if len(values) < 2:
        return math.inf
    return stdev(values) / math.sqrt(max(1, len(values) / PROJECTS_IN_A_BUILD))


def variations(
    numbers: Mapping[str, tuple[str, float]], prefix: str = ""
) -> dict[str, dict[str, float]]:
    """Each number halved and doubled, as far as its kind allows."""
    policies = {}
    for name, (unit, value) in numbers.items():
        if not name.startswith(prefix):
            continue
        for factor in (0.5, 2.0):
            varied = value * factor
            if unit == "part" and value <= 1:
                varied = min(varied, max(value, 0.95))
            if unit == "count":
                varied = max(1, round(varied))
            if varied != value:
                policies[f"{name} {value:g} → {varied:g}"] = {name: varied}
    return policies
