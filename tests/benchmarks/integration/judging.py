"""What the suites are worth: coupled branches that they cover, and mutants of the callee they kill.

Mutants, and how suites are run against them, are those of all benchmarks (../common).
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from importlib.util import decode_source
from pathlib import Path

from common import Trouble
from common.containment import Box, Containment
from common.judging import SUITE_SECONDS, Judgement, Suite, find_failing
from common.mutator import mutants_of, sample
from common.python import Python
from common.subjects import Subject

from .suites import Side

INSIDE = Path(__file__).with_name("inside")
SOURCES = Path(__file__).resolve().parents[3] / "src" / "runtime"
SHUFFLES = (1, 2)


@dataclass
class Worth:
    """What one suite is worth; numbers of coupled branches and of mutants mean the same for every suite."""

    tests: int
    failing: int  # in one of the shuffled runs; left out of the rest
    coupled: int  # branches there are
    covered: frozenset[int]
    mutants: int  # of the sample
    killed: frozenset[int]
    findings: frozenset[tuple[str, str, int]] = frozenset()  # exception, function, line


class Judge:
    def __init__(
        self, containment: Containment, python: Python, native: Path, most_mutants: int
    ) -> None:
        self._containment = containment
        self._python = python
        self._native = native  # folder of the extension
        self._most_mutants = most_mutants

    def judge(self, subject: Subject, pair: tuple[Side, Side], files: Path) -> Worth:
        box = Box(files.parent / "box")
        suite = Suite(self._containment, self._python, subject, pair[1].module, files, box)
        judgement = Judgement(branches=0)
        deselected: list[str] = []
        if any(files.glob("test_*.py")):
            deselected = find_failing(suite, judgement, SHUFFLES)
        if not judgement.measured or judgement.broken_files:
            raise Trouble(f"{files}: cannot be judged: {judgement.remarks or 'broken files'}")
        coupled = self._coupled(subject, pair, files, deselected, box)
        mutants, killed = self._killed(suite, subject, pair[1], deselected, judgement)
        box.remove()
        return Worth(
            tests=judgement.tests,
            failing=judgement.failing,
            coupled=coupled["total"],
            covered=frozenset(coupled["covered"]),
            mutants=mutants,
            killed=killed,
        )

    def _coupled(
        self,
        subject: Subject,
        pair: tuple[Side, Side],
        files: Path,
        deselected: list[str],
        box: Box,
    ) -> dict:
        job, result = box.folder / "coupled-job", box.folder / "coupled"
        caller, callee = (
            {
                **{"name": side.module.name, "part": side.part},
                "file": str((subject.project / side.module.path).resolve()),
            }
            for side in pair
        )
        folders = [str(subject.project.resolve()), str(subject.dependencies.resolve())]
        job.write_text(
            json.dumps(
                {
                    **{"caller": caller, "callee": callee, "path": folders},
                    **{"runtime": [str(SOURCES), str(self._native)], "tests": str(files.resolve())},
                    **{"deselected": deselected, "result": str(result)},
                }
            )
        )
        log = box.folder / "coupled-log"
        self._containment.run(
            [self._python.program, INSIDE / "coupled_runner.py", job],
            box,
            [*self._python.needs, subject.folder, files, INSIDE, SOURCES, self._native],
            box.environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"),
            limit=SUITE_SECONDS,
            log=log,
        )
        if not result.is_file():
            said = log.read_text(errors="replace").strip().splitlines()[-3:]
            raise Trouble(f"{files}: coupled branches could not be measured: {said}")
        return json.loads(result.read_text())

    def _killed(
        self,
        suite: Suite,
        subject: Subject,
        callee: Side,
        deselected: list[str],
        judgement: Judgement,
    ) -> tuple[int, frozenset[int]]:
        """How many mutants of the callee the sample has, and which of them the suite kills."""
        source = decode_source((subject.project / callee.module.path).read_bytes())
        lines_of_callee = _lines_of(callee.part, source)
        candidates = [one for one in mutants_of(source) if one.line in lines_of_callee]
        mutants = sample(candidates, self._most_mutants, callee.module.name)
        if judgement.tests == judgement.failing:
            return len(mutants), frozenset()
        report = suite.coverage(deselected, f"--include={suite.file}")
        if report is None:
            raise Trouble(f"{suite.files}: coverage could not be measured")
        lines = {line for file in report.values() for line in file["executed_lines"]}
        reached = {n: mutant for n, mutant in enumerate(mutants) if mutant.line in lines}
        return len(mutants), suite.kill(deselected, source, reached)


def _lines_of(part: str, source: str) -> range:
    """The lines of a class or function at the top level; of no part all."""
    tree = ast.parse(source)
    for node in tree.body:
        if part and getattr(node, "name", "") == part.partition(".")[0]:
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(1, source.count("\n") + 2)
