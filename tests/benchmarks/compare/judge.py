"""What test files are worth, seen from outside and in the same way whoever wrote them.

Which tests fail (three runs in shuffled order, each with another hash seed, under plain pytest)?
What do the others cover of the module by coverage.py? How many of the mutants on what they cover do
they kill? How long are they?
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import decode_source
from pathlib import Path

from .containment import Box, Containment, Run
from .mutator import mutants_of, sample
from .python import Python
from .subjects import Module, Subject

INSIDE = Path(__file__).with_name("inside")
SETTINGS = f"--rcfile={INSIDE}/coveragerc"
SHUFFLES = (1, 2, 3)
TEST_SECONDS = 10  # one test
SUITE_SECONDS = 300  # one run of all
MOST_CRASHES = 10  # tests left out one by one because they end the interpreter
MUTANT_FACTOR, MUTANT_GRACE = 3, 3.0


@dataclass
class Judgement:
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

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def load(cls, path: Path) -> Judgement:
        return cls(**json.loads(path.read_text()))


@dataclass
class Session:
    """What the plugin noted of one run of pytest."""

    started: bool = False
    outcomes: dict[str, set[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    crashed: str | None = None  # the test that ended it


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
        reached = [mutant.apply(source) for mutant in mutants if mutant.line in executed]
        judgement.mutants, judgement.reached = len(mutants), len(reached)
        if judgement.tests > judgement.failing and reached:
            judgement.killed = self._kill(suite, deselected, [source, *reached], judgement)
        else:
            judgement.killed = 0
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

    def _kill(
        self, suite: Suite, deselected: list[str], sources: list[str], judgement: Judgement
    ) -> int | None:
        verdicts = suite.run_mutants(deselected, sources)
        if [verdict for mutant, verdict in verdicts if mutant == 0] != ["passed", "passed"]:
            judgement.remarks.append("does not pass again without a mutant")
            return None
        outcomes = Counter(verdict for mutant, verdict in verdicts if mutant)
        if sum(outcomes.values()) != len(sources) - 1:
            judgement.remarks.append("mutants could not be run to the end")
            return None
        return outcomes["failed"] + outcomes["timeout"]


class Suite:
    """Test files, and the ways to run them in a box."""

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
        self._containment = containment
        self._python = python
        self._subject = subject
        self._module = module
        self.file = (subject.project / module.path).resolve()
        self._box = box
        self._runs = 0
        self.broken: list[str] = []  # files that cannot be collected: left out once they are known
        self._pytest = ["-p", "compare_plugin", "-c", f"{INSIDE}/pytest.ini"]
        self._pytest.append(f"--rootdir={self.files}")

    def run_shuffled(self, shuffle: int, deselected: list[str]) -> Session:
        # A file that is broken is no reason not to run the others.
        words = ["-m", "pytest", "-q", "--continue-on-collection-errors", *self._pytest, self.files]
        log = self._run(words, deselected, shuffle)[1]
        session = Session()
        running, finished = None, False
        for note in notes_in(log):
            session.started = True
            if "started" in note:
                running = note["started"]
            elif "test" in note:
                seen = session.outcomes.setdefault(note["test"], set())
                # Set-up and tear-down matter only when they fail.
                if note["when"] == "call" or note["outcome"] != "passed":
                    seen.add(note["outcome"])
            elif "broken" in note:
                session.broken.append(note["broken"])
            finished = finished or "finished" in note
        if not finished:
            session.crashed = running
        return session

    def coverage(self, deselected: list[str], selection: str) -> dict[str, dict] | None:
        """What coverage.py says, by file, of what its --include or --source selects."""
        data, report = self._box.folder / "coverage", self._box.folder / "coverage.json"
        self._run(
            [
                *("-m", "coverage", "run", "--branch", selection, f"--data-file={data}"),
                SETTINGS,
                *("-m", "pytest", "-q", *self._pytest, self.files),
            ],
            deselected,
        )
        self._run(
            ["-m", "coverage", "json", f"--data-file={data}", SETTINGS, "-o", report],
            [],
        )
        try:
            return json.loads(report.read_text())["files"]
        except (OSError, ValueError, KeyError):
            return None

    def run_mutants(self, deselected: list[str], sources: list[str]) -> list[tuple[int, str]]:
        """Number of the source and `passed`, `failed` or `timeout`; the first source is run twice."""
        results = self._box.folder / "mutants"
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
        path = self._box.folder / "job"
        path.write_text(json.dumps(job))
        self._run([INSIDE / "mutant_runner.py", path], deselected, limit=3600, log="/dev/null")
        return [(note["mutant"], note["verdict"]) for note in notes_in(results)]

    def _run(
        self,
        words: list,
        deselected: list[str],
        shuffle: int | None = None,
        limit: float = SUITE_SECONDS,
        log: str | None = None,
    ) -> tuple[Run, Path]:
        """Runs Python with the plan for the plugin; the run and the plugin's log."""
        self._runs += 1
        box = self._box
        notes = Path(log or box.folder / f"notes-{self._runs}")
        plan = box.folder / "plan"
        plan.write_text(
            json.dumps(
                {
                    "log": str(notes),
                    "deselected": deselected,
                    "broken": self.broken,
                    "shuffle": shuffle,
                    "test_seconds": TEST_SECONDS,
                }
            )
        )
        path = f"{INSIDE}:{self._subject.project}:{self._subject.dependencies}"
        environment = box.environment(
            PYTHONPATH=path,
            COMPARE_PLAN=str(plan),
            PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
            PYTHONHASHSEED=str(shuffle or 0),
        )
        run = self._containment.run(
            [self._python.program, *words],
            box,
            [*self._python.needs, self._subject.folder, self.files, INSIDE],
            environment,
            limit=limit,
            log=box.folder / f"log-{self._runs}",
        )
        return run, notes


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
            for test, outcomes in session.outcomes.items():
                verdicts.setdefault(test, set()).update(outcomes)
            broken.update(session.broken)
            if not session.started:
                judgement.measured = False
                judgement.remarks.append("pytest did not start")
            if session.crashed is None or len(crashes) == MOST_CRASHES:
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


def _test_functions(source: str) -> list[ast.AST]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, functions) and node.name.startswith("test")
    ]


def count_tests(source: str) -> int:
    return len(_test_functions(source))


def count_statements(source: str, judgement: Judgement) -> None:
    """Adds the statements in test functions, and of these the assertions, to the judgement."""
    for function in _test_functions(source):
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
