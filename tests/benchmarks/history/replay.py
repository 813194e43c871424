"""One strategy's way through a history: at each commit the tree changes, Skua runs, its files are judged.

What a strategy remembers is what a project's tree and state hold: its folder goes from commit to
commit. A strategy without memory begins each commit with the sources alone.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from common import runs, tables
from common.containment import Box, Containment, Run
from common.judging import Judgement, Suite, find_failing
from common.python import Python
from common.subjects import Module

from .subjects import Commit, History, Repository, Version

REPORTS = "reports"
NAMES = ("simple", "budget", "seeding", "budget-seeding", "history", "adaptive")
REMEMBER = ("history", "adaptive")
MEMORY = "+memory"


@dataclass(frozen=True)
class Strategy:
    """`simple` as in the paper: each commit by itself. `simple+memory`: with what Skua remembers."""

    label: str

    @property
    def name(self) -> str:
        return self.label.removesuffix(MEMORY)

    @property
    def remembers(self) -> bool:
        return self.name in REMEMBER or self.label.endswith(MEMORY)


@dataclass
class Record(tables.Record):
    """What came of one commit."""

    subject: str
    strategy: str
    seed: int
    budget: float
    number: int
    commit: str
    date: str
    summary: str
    contained: bool
    seconds: float  # of wall clock, from outside
    exit_code: int
    modules: int = 0  # in scope
    changed: int = 0  # new, modified, affected, renamed
    chosen: int = 0  # that time was spent on
    findings: int = 0  # of this run
    undeclared: int = 0  # exceptions that tests show, in all modules
    behaviour_changes: int = 0
    branches: int = 0
    covered: int = 0
    tests: int = 0
    failing: int = 0
    measured: bool = True
    remarks: list[str] = field(default_factory=list)

    @property
    def coverage(self) -> float:
        """In percent."""
        return 100 * self.covered / self.branches if self.branches else 100.0


@dataclass(frozen=True)
class Runner:
    """How Skua is started, and who judges."""

    containment: Containment
    python: Python  # the project's own, and the judge's
    skua: Path
    budget: float  # seconds; 0: what the options say instead
    options: tuple[str, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()  # of skua.yml: budget.unchanged → False
    kill_factor: float = 3.0


class Replay:
    """The commits of one history under one strategy and seed, in a folder."""

    def __init__(
        self, runner: Runner, repository: Repository, strategy: Strategy, seed: int, out: Path
    ) -> None:
        self._runner = runner
        self._repository = repository
        self._strategy = strategy
        self._seed = seed
        name = f"{strategy.label}-{runner.budget:g}s-seed{seed}"
        self._folder = out / "runs" / repository.history.name / name
        self._after: Path | None = None  # what the commit before left

    def step(self, commit: Commit) -> tuple[Record, bool]:
        """Does one commit, as far as it was not done; commits come in their order.

        The record, and whether it was there before.
        """
        folder = self._folder / f"{commit.number:03}-{commit.sha[:9]}"
        path = folder / "record.json"
        before, self._after = self._after, folder / "after"
        if path.exists():
            return Record.load(path), True
        record = self._run(commit, folder, before)
        record.save(path)
        return record, False

    def _run(self, commit: Commit, folder: Path, before: Path | None) -> Record:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        history, runner = self._repository.history, self._runner
        version = self._repository.version(commit)
        # At one place for all commits: a tree does not move between two builds.
        box = Box(self._folder / "box")
        project = box.folder / "project"
        if before is not None and self._strategy.remembers:
            runs.carry(box, before)
        _put_sources(version, history, project)
        run = runner.containment.run(
            self._command(version, history, project),
            box,
            [runner.skua, *runner.python.needs, version.dependencies],
            box.environment(),
            limit=runner.kill_factor * runner.budget or runs.UNLIMITED_SECONDS,
            log=folder / "log",
        )
        record = Record(
            subject=history.name,
            strategy=self._strategy.label,
            seed=self._seed,
            budget=runner.budget,
            number=commit.number,
            commit=commit.sha,
            date=commit.date,
            summary=commit.summary,
            contained=runner.containment.contained,
            seconds=round(run.seconds, 3),
            exit_code=run.exit_code,
        )
        _describe(run, runs.read_report(project, REPORTS), record)
        runs.collect(project / runs.GENERATED, folder / "files")
        if self._strategy.remembers:
            runs.leave(box, folder / "after")
        self._judge(version, history, folder / "files", box, record)
        box.remove()
        return record

    def _command(self, version: Version, history: History, project: Path) -> list[str]:
        config: dict[str, Any] = {
            "project": {"source": [part for part in history.scope if (project / part).exists()]},
            "python": {"path": [str(version.dependencies)]},
            "output": {"reports": REPORTS},
            "reports": {"formats": ["json"]},
            "budget": {"strategy": self._strategy.name},
        }
        runner = self._runner
        for option, value in runner.settings:
            section, _, key = option.rpartition(".")
            (config.setdefault(section, {}) if section else config)[key] = value
        runs.configure(project, **config)
        python, budget = runner.python.program, runner.budget
        return runs.command(
            runner.skua, project, python, *runner.options, budget=budget, jobs=1, seed=self._seed
        )

    def _judge(
        self, version: Version, history: History, files: Path, box: Box, record: Record
    ) -> None:
        """Coverage of the whole scope, by all generated tests that are there now and pass."""
        runner = self._runner
        branches = version.branches(history.scope, runner.python, runner.containment)
        record.branches = sum(branches.values())
        if not any(files.glob("test_*.py")):
            return
        judgement = Judgement(branches=record.branches)
        suite = Suite(
            runner.containment, runner.python, version, Module("", ".", record.branches), files, box
        )
        deselected = find_failing(suite, judgement, shuffles=(record.number,))
        reports = suite.coverage(deselected, f"--source={version.project}")
        record.tests, record.failing = judgement.tests, judgement.failing
        record.remarks += judgement.remarks
        record.measured = judgement.measured and reports is not None
        for path, report in (reports or {}).items():
            if Path(path).relative_to(version.project).as_posix() in branches:
                record.covered += report["summary"]["covered_branches"]


def _put_sources(version: Version, history: History, project: Path) -> None:
    """Exchanges the packages; what else is in the tree stays, but for the last report."""
    project.mkdir(exist_ok=True)
    shutil.rmtree(project / REPORTS, ignore_errors=True)
    for package in history.packages:
        name = Path(package).name
        shutil.rmtree(project / name, ignore_errors=True)
        shutil.copytree(version.project / name, project / name, symlinks=True)


def undeclared_exceptions(modules: list[dict[str, Any]]) -> int:
    """Pairs of a function and a type of exception among the findings, as Campos et al. count.

    Of a module that this run left alone, the findings are those of its last campaign.
    """
    found = set()
    for module in modules:
        for finding in module.get("earlier", module).get("findings", ()):
            if "exception" in finding:
                function = finding["call"].partition("(")[0]
                found.add((module["module"], function, finding["exception"]))
    return len(found)


def _describe(run: Run, said: Mapping[str, Any], record: Record) -> None:
    """What Skua says of its run."""
    if run.killed:
        record.remarks.append("killed at its limit")
    elif run.exit_code not in (0, 1):  # 1: a gate of the project's
        record.remarks.append(f"ended with exit code {run.exit_code}")
    if not said:
        record.remarks.append("left no report")
        return
    modules = [module for module in said["modules"] if module["change"] != "deleted"]
    changes = Counter(module["change"] for module in modules)
    record.modules = len(modules)
    record.changed = len(modules) - changes["unchanged"]
    record.chosen = sum("seconds_used" in module for module in modules)
    record.findings = said["findings"]
    record.undeclared = undeclared_exceptions(modules)
    record.behaviour_changes = said["behaviour_changes"]
