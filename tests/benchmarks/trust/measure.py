"""Runs pytest and coverage.py on a tree, from outside: what passes, in which order, and what it covers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compare.containment import Box, Containment, Run
from compare.judge import notes_in
from compare.python import Python

from .projects import GENERATED, Fetched
from .sources import generated_files, module_of

INSIDE = Path(__file__).with_name("inside")
COMPARE_INSIDE = INSIDE.parents[1] / "compare" / "inside"
TEST_SECONDS = 30  # one test
SESSION_SECONDS = 300  # one run of pytest
MOST_CRASHES = 10  # tests left out one by one because they end the interpreter
OWN_FIRST, GENERATED_FIRST = "own first", "generated first"


@dataclass
class Session:
    """What came of one run of pytest; tests by their node ids."""

    outcomes: dict[str, str] = field(default_factory=dict)  # passed, failed, skipped, xfailed
    why: dict[str, str] = field(default_factory=dict)  # of what failed
    broken: dict[str, str] = field(default_factory=dict)  # files that cannot be collected
    started: bool = False
    crashed: str = ""  # the test that ended it
    never_ended: bool = False  # it was killed at its limit

    @property
    def failed(self) -> set[str]:
        """Tests that fail, files that cannot be collected, and what ended the interpreter."""
        failing = {test for test, outcome in self.outcomes.items() if outcome == "failed"}
        return failing | self.broken.keys() | ({self.crashed} if self.crashed else set())

    @property
    def passed(self) -> set[str]:
        """Those that say what they are expected to say; what is skipped says nothing."""
        return {test for test, outcome in self.outcomes.items() if outcome in ("passed", "xfailed")}

    def reason(self, test: str) -> str:
        if test == self.crashed:
            return "ends or blocks the interpreter"
        return self.why.get(test) or self.broken.get(test) or "fails"

    @classmethod
    def read(cls, notes: Path, run: Run) -> Session:
        session, running, finished = cls(never_ended=run.killed), "", False
        for note in notes_in(notes):
            session.started = True
            if "started" in note:
                running = note["started"]
            elif "test" in note:
                session._add(note)
            elif "broken" in note:
                session.broken[note["broken"]] = note["why"]
            finished = finished or "finished" in note
        session.crashed = "" if finished else running
        return session

    def _add(self, note: dict[str, Any]) -> None:
        test, outcome = note["test"], note["outcome"]
        # Set-up and tear-down matter only when they do not pass.
        if note["when"] == "call" or outcome != "passed":
            if self.outcomes.get(test) != "failed":
                self.outcomes[test] = outcome
        if outcome == "failed":
            self.why.setdefault(test, note["why"])


@dataclass
class Covered:
    """Branches by coverage.py: of all generated tests, and of each module by its own tests that pass."""

    branches: dict[str, int]  # by file of the scope
    by_all: dict[str, int]
    by_own: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> Covered:
        told = json.loads(path.read_text())
        summaries = {name: entry["summary"] for name, entry in told["all"].items()}
        return cls(
            {name: summary["num_branches"] for name, summary in summaries.items()},
            {name: summary["covered_branches"] for name, summary in summaries.items()},
            {
                name: entry["summary"]["covered_branches"]
                for name, entry in told["by_own_tests"].items()
            },
        )

    @property
    def percent(self) -> float:
        branches = sum(self.branches.values())
        return 100 * sum(self.by_all.values()) / branches if branches else 100.0


@dataclass(frozen=True)
class Condition:
    """How pytest is run, where not as usual."""

    name: str
    python: Python | None = None
    before: tuple[str, ...] = ()  # words in front of the interpreter
    words: tuple[str, ...] = ()  # for pytest
    variables: tuple[tuple[str, str], ...] = ()
    metadata: bool = True  # is the project's version known, as where it is installed?
    installed: Path | None = None  # where the package is, other than in the tree


USUAL = Condition("as usual")


class Tree:
    """A copy of a project's tree, to run tests in; it is thrown away afterwards."""

    def __init__(
        self, containment: Containment, fetched: Fetched, tree: Path, folder: Path
    ) -> None:
        self._containment = containment
        self._fetched = fetched
        self._box = Box(folder)
        self.root = self._box.folder / "project"
        shutil.copytree(tree, self.root, symlinks=True)
        self._runs = 0

    def remove(self) -> None:
        self._box.remove()

    @property
    def generated(self) -> Path:
        return self.root / GENERATED

    def own_tests(self) -> list[str]:
        return [path for path in self._fetched.project.own_tests if (self.root / path).exists()]

    def run(
        self,
        paths: Sequence[str],
        order: str | int | None = None,
        deselected: Sequence[str] = (),
        condition: Condition = USUAL,
    ) -> Session:
        """Runs those own and generated tests that stand beneath `paths`, in one process."""
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "trust_plugin"]
        words += ["--continue-on-collection-errors", *condition.words]
        if GENERATED not in paths:
            words.append(f"--ignore={GENERATED}")
        plan = {"order": order, "deselected": list(deselected)}
        # pytest collects only the latter of a folder and one beneath it.
        run, notes = self._python([*words, *_outermost(paths)], plan, condition)
        return Session.read(notes, run)

    def measure(self) -> tuple[Session, Covered | None]:
        """The generated tests by themselves, and what they cover; None where that cannot be said."""
        crashing: list[str] = []
        while True:
            session, covered = self._measure(crashing)
            if not session.crashed or len(crashing) == MOST_CRASHES:
                session.outcomes |= dict.fromkeys(crashing, "failed")
                return session, covered
            crashing.append(session.crashed)

    def _measure(self, crashing: Sequence[str]) -> tuple[Session, Covered | None]:
        project, result = self._fetched.project, self._box.folder / "covered.json"
        self.generated.mkdir(parents=True, exist_ok=True)
        files = generated_files(self.generated)
        names = {path: project.module_of(path) for path in project.scope}
        plan = {
            "order": None,
            "deselected": list(crashing),
            "scope": list(project.scope),
            "tests_of": {
                path: [name for name, text in files.items() if module_of(text) == module]
                for path, module in names.items()
            },
            "result": str(result),
        }
        result.unlink(missing_ok=True)
        run, notes = self._python([INSIDE / "coverage_of_tests.py"], plan, USUAL)
        session = Session.read(notes, run)
        return session, Covered.read(result) if result.exists() else None

    def _python(
        self,
        words: Sequence[str | Path],
        plan: dict[str, Any],
        condition: Condition,
    ) -> tuple[Run, Path]:
        """What Python does with the words; the run, and what the plug-in noted."""
        self._runs += 1
        notes, path = (self._box.folder / f"{what}-{self._runs}" for what in ("notes", "plan"))
        common: dict[str, Any] = {"broken": [], "shuffle": None, "test_seconds": TEST_SECONDS}
        plan = common | plan | {"log": str(notes), "generated": GENERATED}
        path.write_text(json.dumps(plan))
        project, python = self._fetched.project, condition.python or self._fetched.python
        package = condition.installed or self.root / project.root
        imported = [INSIDE, COMPARE_INSIDE, package]
        if condition.metadata and not condition.installed:
            imported.append(self._fetched.metadata)
        variables = {
            "PYTHONPATH": ":".join(map(str, imported)),
            "COMPARE_PLAN": str(path),
            "COVERAGE_CORE": "ctrace",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        command = [*condition.before, python.program, *words]
        needs = [*python.needs, self._fetched.folder, INSIDE, COMPARE_INSIDE]
        run = self._containment.run(
            ["sh", "-c", 'cd "$0" && exec "$@"', self.root, *command],
            self._box,
            [*needs, condition.installed] if condition.installed else needs,
            self._box.environment(**variables) | dict(condition.variables),
            limit=SESSION_SECONDS,
            log=self._box.folder / f"log-{self._runs}",
        )
        return run, notes


def _outermost(paths: Sequence[str]) -> list[str]:
    """Without those that lie in another of them."""
    return [
        path
        for path in paths
        if not any(path != other and Path(path).is_relative_to(other) for other in paths)
    ]
