"""Runs pytest and coverage.py on a tree, from outside: what passes, in which order, and what it covers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common.containment import Box, Containment, Run
from common.judging import MOST_CRASHES, Session, Watched
from common.python import Python
from common.runs import GENERATED
from common.sources import generated_files, module_of

from .projects import Fetched

INSIDE = Path(__file__).with_name("inside")
TEST_SECONDS = 30  # one test
OWN_FIRST, GENERATED_FIRST = "own first", "generated first"


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


class Tree(Watched):
    """A copy of a project's tree, to run tests in; it is thrown away afterwards."""

    def __init__(
        self, containment: Containment, fetched: Fetched, tree: Path, folder: Path
    ) -> None:
        super().__init__(containment, fetched.python, Box(folder), [fetched.folder, INSIDE])
        self._fetched = fetched
        self.root = self.box.folder / "project"
        shutil.copytree(tree, self.root, symlinks=True)

    def remove(self) -> None:
        """Removes the copy."""
        self.box.remove()

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
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "judge_plugin"]
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
        project, result = self._fetched.project, self.box.folder / "covered.json"
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
        self, words: Sequence[str | Path], plan: dict[str, Any], condition: Condition
    ) -> tuple[Run, Path]:
        """What Python does with the words; the run, and what the plug-in noted."""
        project = self._fetched.project
        imported = [INSIDE, condition.installed or self.root / project.root]
        if condition.metadata and not condition.installed:
            imported.append(self._fetched.metadata)
        program = (condition.python or self.python).program
        return self.start(
            ["sh", "-c", 'cd "$0" && exec "$@"', self.root, *condition.before, program, *words],
            imported,
            {"test_seconds": TEST_SECONDS, "generated": GENERATED} | plan,
            {"COVERAGE_CORE": "ctrace"} | dict(condition.variables),
            [
                *([condition.installed] if condition.installed else []),
                *(condition.python.needs if condition.python else []),
            ],
        )


def _outermost(paths: Sequence[str]) -> list[str]:
    """Without those that lie in another of them."""
    return [
        path
        for path in paths
        if not any(path != other and Path(path).is_relative_to(other) for other in paths)
    ]
