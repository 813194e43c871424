"""What test files are worth, seen from outside and in the same way whoever wrote them.

Which tests fail (three runs in shuffled order, each with another hash seed, under plain pytest)?
What do the others cover of the module by coverage.py? How many of the mutants on what they cover do
they kill? How long are they?
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import decode_source
from pathlib import Path
from typing import Any

from . import Trouble
from .containment import Box, Containment, Run
from .mutator import Mutant, mutants_of, sample
from .python import Python
from .sources import parsed, tests_in
from .subjects import Module, Subject
from .tables import Record

INSIDE = Path(__file__).with_name("inside")
SETTINGS = f"--rcfile={INSIDE}/coveragerc"
SHUFFLES = (1, 2, 3)
TEST_SECONDS = 10  # one test
SUITE_SECONDS = 300  # one run of all
MOST_CRASHES = 10  # tests left out one by one because they end the interpreter
MUTANT_FACTOR, MUTANT_GRACE = 3, 3.0


@dataclass
class Judgement(Record):
    """`branches` and `lines` are the module's; a suite without tests covers nothing."""

    branches: int
    measured: bool = True  # False: the judging went wrong, and the numbers say nothing of the suite
    tests: int = 0
    failing: int = 0  # in at least one run; deselected in what follows
    flaky: int = 0  # of these, those that also passed
    expected_failures: int = 0  # marked xfail
    broken_files: int = 0  # cannot be collected
    covered_branches: int = 0
    lines: int = 0
    covered_lines: int = 0
    mutants: int = 0  # of the sample
    reached: int = 0  # on lines that the suite covers
    killed: int | None = None  # None when the suite does not pass before anything is changed
    statements: int = 0
    assertions: int = 0
    remarks: list[str] = field(default_factory=list)


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
        """Why a test or a file failed."""
        if test == self.crashed:
            return "ends or blocks the interpreter"
        return self.why.get(test) or self.broken.get(test) or "fails"

    @classmethod
    def read(cls, notes: Path, run: Run) -> Session:
        """From what the plug-in noted."""
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


class Watched:
    """Runs Python in a box, where pytest has the plug-in of inside/; what is run is in files there."""

    def __init__(
        self, containment: Containment, python: Python, box: Box, needs: Sequence[Path]
    ) -> None:
        self.box = box
        self.python = python
        self._containment = containment
        self._needs = needs
        self._runs = 0

    def start(
        self,
        command: Sequence[str | Path],
        imported: Sequence[Path],
        plan: Mapping[str, object],
        variables: Mapping[str, str] | None = None,
        needs: Sequence[Path] = (),
        limit: float = SUITE_SECONDS,
    ) -> tuple[Run, Path]:
        """The run, and what the plug-in noted. `imported`: folders where imports begin."""
        self._runs += 1
        notes, path = (self.box.folder / f"{what}-{self._runs}" for what in ("notes", "plan"))
        common = {"log": str(notes), "test_seconds": TEST_SECONDS}
        path.write_text(json.dumps(common | dict(plan)))
        environment = self.box.environment(
            PYTHONPATH=":".join(map(str, [INSIDE, *imported])),
            JUDGE_PLAN=str(path),
            PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        )
        run = self._containment.run(
            command,
            self.box,
            [*self.python.needs, *self._needs, INSIDE, *needs],
            environment | dict(variables or {}),
            limit=limit,
            log=self.box.folder / f"log-{self._runs}",
        )
        return run, notes


class Judge:
    def __init__(self, containment: Containment, python: Python, most_mutants: int) -> None:
        self._containment = containment
        self._python = python
        self._most_mutants = most_mutants

    def judge(self, subject: Subject, module: Module, folder: Path) -> Judgement:
        """Looks at `folder/files`, and leaves `judgement.json` beside."""
        files = folder / "files"
        judgement = Judgement(branches=module.branches)
        source = decode_source((subject.project / module.path).read_bytes())
        for path in sorted(files.glob("*.py")):
            count_statements(path.read_text(encoding="utf-8", errors="replace"), judgement)
        box = Box(folder / "box")
        suite = Suite(self._containment, self._python, subject, module, files, box)
        if any(files.glob("test_*.py")):
            deselected = find_failing(suite, judgement)
            executed = self._measure_coverage(suite, deselected, judgement)
        else:
            deselected, executed = [], set()
        mutants = sample(mutants_of(source), self._most_mutants, module.name)
        reached = {n: mutant for n, mutant in enumerate(mutants) if mutant.line in executed}
        judgement.mutants, judgement.reached, judgement.killed = len(mutants), len(reached), 0
        if judgement.tests > judgement.failing:
            try:
                judgement.killed = len(suite.kill(deselected, source, reached))
            except Trouble as trouble:
                judgement.killed = None
                judgement.remarks.append(str(trouble))
        box.remove()
        judgement.save(folder / "judgement.json")
        return judgement

    def _measure_coverage(
        self, suite: Suite, deselected: list[str], judgement: Judgement
    ) -> set[int]:
        """The lines executed by what passes."""
        reports = suite.coverage(deselected, f"--include={suite.file}")
        if not reports:
            # Without a test that passes the module may never have been imported.
            if judgement.tests > judgement.failing:
                judgement.measured = False
                judgement.remarks.append("coverage could not be measured")
            return set()
        report = next(iter(reports.values()))
        summary = report["summary"]
        judgement.branches = summary["num_branches"]
        judgement.covered_branches = summary["covered_branches"]
        judgement.lines = summary["num_statements"]
        judgement.covered_lines = summary["covered_lines"]
        return set(report["executed_lines"])


class Suite(Watched):
    """Test files, and the ways to run them."""

    def __init__(
        self,
        containment: Containment,
        python: Python,
        subject: Subject,
        module: Module,
        files: Path,
        box: Box,
    ) -> None:
        self.files = files.resolve()
        super().__init__(containment, python, box, [subject.folder, self.files])
        self._subject = subject
        self._module = module
        self.file = (subject.project / module.path).resolve()
        self.broken: list[str] = []  # files that cannot be collected: left out once they are known
        self._pytest = ["-p", "judge_plugin", "-c", f"{INSIDE}/pytest.ini"]
        self._pytest.append(f"--rootdir={self.files}")

    def run_shuffled(self, shuffle: int, deselected: list[str]) -> Session:
        """One run of all tests but those deselected."""
        # A file that is broken is no reason not to run the others.
        words = ["-m", "pytest", "-q", "--continue-on-collection-errors", *self._pytest]
        run, notes = self._run([*words, str(self.files)], deselected, shuffle)
        return Session.read(notes, run)

    def coverage(self, deselected: list[str], selection: str) -> dict[str, dict] | None:
        """What coverage.py says, by file, of what its --include or --source selects."""
        data, report = self.box.folder / "coverage", self.box.folder / "coverage.json"
        run = ["-m", "coverage", "run", "--branch", selection, f"--data-file={data}", SETTINGS]
        self._run([*run, "-m", "pytest", "-q", *self._pytest, str(self.files)], deselected)
        told = ["-m", "coverage", "json", f"--data-file={data}", SETTINGS]
        self._run([*told, "-o", str(report)], [])
        try:
            return json.loads(report.read_text())["files"]
        except (OSError, ValueError, KeyError):
            return None

    def kill(
        self, deselected: list[str], source: str, mutants: Mapping[int, Mutant]
    ) -> frozenset[int]:
        """The numbers of the mutants that the tests notice. Trouble where that cannot be said."""
        if not mutants:
            return frozenset()
        sources = [source, *(mutant.apply(source) for mutant in mutants.values())]
        verdicts = self._run_mutants(deselected, sources)
        if [verdict for number, verdict in verdicts if number == 0] != ["passed", "passed"]:
            raise Trouble("does not pass again without a mutant")
        if len(verdicts) != len(sources) + 1:
            raise Trouble("mutants could not be run to the end")
        numbers = list(mutants)
        return frozenset(numbers[n - 1] for n, verdict in verdicts if n and verdict != "passed")

    def _run_mutants(self, deselected: list[str], sources: list[str]) -> list[tuple[int, str]]:
        """Number of the source and `passed`, `failed` or `timeout`; the first source is run twice."""
        results = self.box.folder / "mutants"
        job = {
            "module": self._module.name,
            "file": str(self.file),
            "tests": str(self.files),
            "config": self._pytest,
            "mutants": sources,
            "results": str(results),
            "factor": MUTANT_FACTOR,
            "grace": MUTANT_GRACE,
            "first_seconds": SUITE_SECONDS,
        }
        path = self.box.folder / "job"
        path.write_text(json.dumps(job))
        self._run([INSIDE / "mutant_runner.py", path], deselected, limit=3600, log="/dev/null")
        return [(note["mutant"], note["verdict"]) for note in notes_in(results)]

    def _run(
        self,
        words: Sequence[str | Path],
        deselected: list[str],
        shuffle: int | None = None,
        limit: float = SUITE_SECONDS,
        **plan: object,
    ) -> tuple[Run, Path]:
        return self.start(
            [self.python.program, *words],
            [self._subject.project, self._subject.dependencies],
            {"deselected": deselected, "broken": self.broken, "order": shuffle} | plan,
            {"PYTHONHASHSEED": str(shuffle or 0)},
            limit=limit,
        )


def find_failing(
    suite: Suite, judgement: Judgement, shuffles: Sequence[int] = SHUFFLES
) -> list[str]:
    """Node ids of the tests that do not always pass."""
    verdicts: dict[str, set[str]] = {}
    crashes: list[str] = []
    broken: set[str] = set()
    for shuffle in shuffles:
        while True:
            session = suite.run_shuffled(shuffle, crashes)
            for test, outcome in session.outcomes.items():
                verdicts.setdefault(test, set()).add(outcome)
            broken.update(session.broken)
            if not session.started:
                judgement.measured = False
                judgement.remarks.append("pytest did not start")
            if not session.crashed or len(crashes) == MOST_CRASHES:
                break
            crashes.append(session.crashed)
            verdicts.setdefault(session.crashed, set()).add("failed")
    failing = sorted(test for test, seen in verdicts.items() if "failed" in seen)
    if len(crashes) == MOST_CRASHES:
        judgement.remarks.append(f"more than {MOST_CRASHES} tests end the interpreter")
    suite.broken = sorted(broken)
    lost = 0
    for name in broken:
        path = suite.files / name
        lost += count_tests(path.read_text(errors="replace")) if path.is_file() else 1
    judgement.broken_files = len(broken)
    judgement.tests = len(verdicts) + lost
    judgement.failing = len(failing) + lost
    judgement.flaky = sum(len(verdicts[test]) > 1 for test in failing)
    judgement.expected_failures = sum("xfailed" in seen for seen in verdicts.values())
    return failing


def notes_in(path: Path) -> list[dict]:
    """The objects in a file of JSON lines; the last may be cut off."""
    notes = []
    if path.is_file():
        for line in path.read_text(errors="replace").splitlines():
            try:
                notes.append(json.loads(line))
            except ValueError:
                break
    return notes


def count_tests(source: str) -> int:
    """The test functions of a file."""
    return sum(1 for _ in tests_in(parsed(source)))


def count_statements(source: str, judgement: Judgement) -> None:
    """Adds the statements in test functions, and of these the assertions, to the judgement."""
    for _, function in tests_in(parsed(source)):
        for node in ast.walk(function):
            if not isinstance(node, ast.stmt) or node is function:
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            judgement.statements += 1
            if isinstance(node, ast.Assert) or (
                isinstance(node, ast.With) and "raises(" in ast.unparse(node.items[0])
            ):
                judgement.assertions += 1
