"""Five runs of Skua on one project, as its people meet them: each after an edit, each measured."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from common import runs, tables
from common.containment import Box, Containment, Run
from common.git import commit
from common.judging import Session
from common.runs import GENERATED
from common.sources import generated_files, module_of, without_name

from . import judge
from .judge import Change, Offence
from .load import busy
from .measure import GENERATED_FIRST, OWN_FIRST, Covered, Tree
from .projects import EDITS, Fetched

STEPS = ("first", "again", *EDITS)
FIRST_GATE = 90.0  # percent
GATE_ABOVE = 0.5  # points: later gates ask for a little more than there was


@dataclass
class Record(tables.Record):
    """What came of one run."""

    project: str
    speed: str
    step: str
    contained: bool
    budget: float
    seconds: float
    exit_code: int
    told: float | None = None  # percent of branches
    measured: float | None = None
    gate: float = FIRST_GATE
    tests: int = 0
    own_tests: int = 0
    failing: list[str] = field(default_factory=list)  # generated tests, by themselves
    changed_lines: int = 0
    lines_of_tests: int = 0
    open_changes: list[dict[str, str]] = field(default_factory=list)
    offences: list[dict[str, str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Runner:
    """How Skua is started and measured."""

    containment: Containment
    skua: Path
    budget: float  # seconds; 0: what the options say instead
    options: tuple[str, ...]
    kill_factor: float
    load: int  # busy processes
    core: int | None
    orders: int


@dataclass
class Before:
    """What stands before a run, on the code as it is now."""

    stood: dict[str, str]  # the generated files
    files: dict[str, str]  # the same, without what needs a name that is gone
    session: Session
    covered: Covered | None


class Sequence:
    """The runs on one project at one speed, in a folder; tree and state go from run to run."""

    def __init__(self, runner: Runner, fetched: Fetched, speed: str, out: Path) -> None:
        self._runner = runner
        self._fetched = fetched
        self._speed = speed
        self._folder = out / "runs" / fetched.project.name / speed
        self._last: tuple[Record, Path] | None = None  # the run before, and what it left

    @property
    def left(self) -> Path | None:
        """The tree after the last run."""
        return self._last[1] / "project" if self._last else None

    def step(self, number: int) -> tuple[Record, bool]:
        """Does one run, as far as it was not done; the record, and whether it was there before."""
        name = f"{number + 1}-{STEPS[number].replace(' ', '-')}"
        path = self._folder / name / "record.json"
        there = path.exists()
        record = Record.load(path) if there else self._run(STEPS[number], path.parent)
        if not there:
            record.save(path)
        self._last = record, path.parent / "after"
        return record, there

    def _run(self, step: str, folder: Path) -> Record:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        project, runner = self._fetched.project, self._runner
        # At one place for all runs: a tree does not move between two builds.
        box = Box(self._folder / "box")
        root = box.folder / "project"
        if self._last is None:
            self._fetched.lay_out(root)
            self._configure(root)
        else:
            runs.carry(box, self._last[1])
        edited = project.edit(step, root) if step in EDITS else []
        commit(root, step)
        before = self._before(step, root, folder)
        gate = self._gate()
        run = self._run_skua(root, box, gate, folder / "log")
        record = Record(
            project=project.name,
            speed=self._speed,
            step=step,
            contained=runner.containment.contained,
            budget=project.budget or runner.budget,
            seconds=round(run.seconds, 2),
            exit_code=run.exit_code,
            gate=gate,
        )
        commit(root, "Tests")
        runs.leave(box, folder / "after")
        box.remove()
        self._judge(record, before, edited, folder)
        return record

    def _configure(self, root: Path) -> None:
        runs.configure(
            root,
            project={"source": list(self._fetched.project.scope)},
            python={"path": [str(self._fetched.metadata)]},
            reports={"formats": ["json"]},
        )

    def _gate(self) -> float:
        if self._last is None or self._last[0].measured is None:
            return FIRST_GATE
        return min(100.0, round(self._last[0].measured + GATE_ABOVE, 1))

    def _run_skua(self, root: Path, box: Box, gate: float, log: Path) -> Run:
        runner, python = self._runner, self._fetched.python
        budget = self._fetched.project.budget or runner.budget
        (root / runs.REPORTS / "report.json").unlink(missing_ok=True)
        command = runs.command(
            runner.skua,
            root,
            python.program,
            *runner.options,
            budget=budget,
            fail_under=f"{gate:g}",
        )
        needs = [runner.skua, *python.needs, self._fetched.folder]
        limit = runner.kill_factor * budget or runs.UNLIMITED_SECONDS
        start = runner.containment.run
        with busy(runner.load if self._speed == "loaded" else 0, runner.core):
            # What the containment takes is no part of the run.
            idle = start(["true"], box, needs, box.environment(), limit=60, log=log)
            run = start(command, box, needs, box.environment(), limit=limit, log=log)
        run.seconds -= min(idle.seconds, run.seconds)
        return run

    def _before(self, step: str, root: Path, folder: Path) -> Before | None:
        """What the tests that stand are worth on the edited code; nothing before the first run."""
        if not (root / GENERATED).exists():
            return None
        tree = Tree(self._runner.containment, self._fetched, root, folder / "box")
        if step == EDITS[-1]:
            for path in tree.generated.glob("*.py"):
                name = self._fetched.project.removed_name
                path.write_text(without_name(path.read_text(encoding="utf-8"), name))
        session, covered = tree.measure()
        files = generated_files(tree.generated)
        tree.remove()
        return Before(generated_files(root / GENERATED), files, session, covered)

    def _judge(
        self, record: Record, before: Before | None, edited: list[str], folder: Path
    ) -> None:
        left = folder / "after" / "project"
        report = runs.read_report(left)
        tree = Tree(self._runner.containment, self._fetched, left, folder / "box")
        files = generated_files(tree.generated)
        offences = judge.bad_run(record.seconds, record.budget, record.exit_code, bool(report))
        alone, offended = self._run_tests(tree, record)
        offences += offended
        session, covered = tree.measure()
        tree.remove()
        record.tests = len(session.outcomes)
        record.failing = sorted(session.failed)
        record.own_tests = len(alone.outcomes)
        offences += judge.assertion_free(files)
        offences += self._judge_figures(record, report, covered)
        stood = before.stood if before else {}
        changes = judge.churn(stood, files, before.files if before else None)
        record.changed_lines = sum(one.lines for one in changes)
        record.lines_of_tests = sum(one.of_tests for one in changes)
        if before:
            offences += judge.churned(changes)
            offences += self._judge_change(before, edited, files, session, covered)
        offences += self._judge_told(record, report, before, edited)
        record.offences = [asdict(offence) for offence in offences]

    def _run_tests(self, tree: Tree, record: Record) -> tuple[Session, list[Offence]]:
        """Own tests alone, and beside the generated ones in several orders."""
        own = tree.own_tests()
        alone = tree.run(own, OWN_FIRST)
        if alone.failed:
            record.remarks.append(f"{len(alone.failed)} own tests fail alone")
        orders: list[str | int] = [OWN_FIRST, GENERATED_FIRST, *range(1, self._runner.orders - 1)]
        if not tree.generated.exists():
            return alone, []
        together = {order: tree.run([*own, GENERATED], order) for order in orders}
        if not all(session.started for session in together.values()):
            record.remarks.append("pytest did not start")
        offences = judge.own_failures(alone, together, lambda order: tree.run(own, order))
        return alone, offences + judge.generated_failures(together)

    def _judge_figures(
        self, record: Record, report: Mapping[str, Any], covered: Covered | None
    ) -> list[Offence]:
        record.told = report.get("branch_coverage")
        if covered is None:
            record.remarks.append("coverage could not be measured")
            return []
        record.measured = covered.percent
        if not report:
            return []
        return judge.wrong_gate(record.told, covered.percent, record.gate, record.exit_code)

    def _judge_change(
        self,
        before: Before,
        edited: list[str],
        files: dict[str, str],
        session: Session,
        covered: Covered | None,
    ) -> list[Offence]:
        project = self._fetched.project
        unchanged = [project.module_of(path) for path in project.scope if path not in edited]
        offences = judge.removed_tests(
            before.session.passed, before.files, files, session.outcomes, unchanged
        )
        if before.covered and covered:
            offences += judge.worsened(before.covered, covered)
        return offences

    def _judge_told(
        self, record: Record, report: Mapping[str, Any], before: Before | None, edited: list[str]
    ) -> list[Offence]:
        """Behaviour changes are told in the run that meets them, and stay told."""
        told = Change.told_in(report)
        still_open = [Change(**one) for one in self._last[0].open_changes] if self._last else []
        gone = self._fetched.project.removed_name
        if record.step == EDITS[-1]:
            still_open = [one for one in still_open if gone not in f"{one.call} {one.test}"]
        offences = judge.lost_changes(still_open, told)
        if before and edited:
            outcomes = before.session.outcomes
            failing = {test for test, outcome in outcomes.items() if outcome == "failed"}
            if self._last:
                failing -= set(self._last[0].failing)
            modules = {name: module_of(text) for name, text in before.files.items()}
            # A finding that is gone is no change of what the code is expected to do.
            failing = {test for test in failing if not test.split("::")[0].endswith("_findings.py")}
            offences += judge.untold_changes(failing, modules, [*told, *still_open])
        fresh = [change for change in told if not change.is_told_by(still_open)]
        record.open_changes = [asdict(change) for change in [*still_open, *fresh]]
        return offences
