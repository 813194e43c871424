"""Makes the suites that are compared, with Skua: unit suites of both modules, and that of the pair."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from common import Trouble, runs
from common.subjects import Module, Subject

INTEGRATION = "_integration.py"


@dataclass(frozen=True)
class Side:
    """A module, or a class or function of it by its qualified name; empty: the whole module."""

    module: Module
    part: str = ""


@dataclass(frozen=True)
class Pair:
    """Names of modules of a subject, or of classes or functions of them; a requirement for pip or a
    folder gives the subject."""

    origin: str
    caller: str
    callee: str

    @property
    def name(self) -> str:
        return f"{self.caller} -> {self.callee}"

    def sides(self, subject: Subject) -> tuple[Side, Side]:
        return self._side(subject, self.caller), self._side(subject, self.callee)

    def _side(self, subject: Subject, name: str) -> Side:
        known = {module.name: module for module in subject.modules}
        of, part = name, ""
        while of not in known and "." in of:
            of, _, last = of.rpartition(".")
            part = f"{last}.{part}".rstrip(".")
        if of not in known or known[of].trouble:
            why = known[of].trouble if of in known else "there is no such module"
            raise Trouble(f"{self.origin}: {name}: {why}")
        return Side(known[of], part)


# The type of the exception (or how the test ended), the function and the line that raised it.
Finding = tuple[str, str, int]


@dataclass(frozen=True)
class Made:
    """Suites that Skua wrote: their folder, with what they need, and what the run found."""

    files: Path
    findings: frozenset[Finding]


@dataclass
class Maker:
    skua: Path
    python: Path
    iterations: int  # of each unit suite; the pair's gets as many as both together
    mutants: int  # most of one function, by which Skua chooses assertions
    seconds: float  # after which a run of Skua is given up

    def make(self, pair: Pair, subject: Subject, seed: int, folder: Path) -> tuple[Made, Made]:
        """The unit suites of the modules of both sides, and the pair's."""
        shutil.rmtree(folder, ignore_errors=True)
        project = folder / "project"
        shutil.copytree(subject.project, project)
        report = self._run(pair, subject, seed, project, [], self.iterations)
        generated = project / runs.GENERATED
        units = Made(_copied(generated, folder / "units" / "files"), _findings(report, "modules"))
        # What both modules are is known by now, so that this run is about their pair alone.
        report = self._run(pair, subject, seed, project, [pair.name], 2 * self.iterations)
        together = _copied(generated, folder / "together" / "files")
        for file in together.glob("test_*.py"):
            if not file.name.endswith(INTEGRATION):
                file.unlink()
        return units, Made(together, _findings(report, "pairs"))

    def _run(
        self,
        pair: Pair,
        subject: Subject,
        seed: int,
        project: Path,
        pairs: list[str],
        iterations: int,
    ) -> dict:
        runs.configure(
            project,
            python={"path": [str(subject.dependencies)]},
            oracle={"mutants": self.mutants},
            integration={"pairs": pairs},
        )
        names = sorted({side.module.name for side in pair.sides(subject)})
        command = runs.command(
            self.skua,
            project,
            self.python,
            "--quiet",
            *names,
            iterations=iterations,
            seed=seed,
            jobs=1,
            findings="all",
            format="json",
        )
        return runs.run(command, project, self.seconds, f"{pair.name}, seed {seed}")


def _findings(report: dict, kind: str) -> frozenset[Finding]:
    """What the report tells of modules or of pairs: one for each exception at a place, however many
    calls lead to it."""
    return frozenset(
        (
            finding.get("exception") or finding["verdict"],
            _function_of(finding),
            finding.get("line", 0),
        )
        for module in report.get(kind, [])
        for finding in module.get("findings", [])
    )


def _function_of(finding: dict) -> str:
    """The function in which the exception was raised."""
    place = finding.get("path"), finding.get("line")
    for frame in finding.get("frames", []):
        if (frame.get("path"), frame.get("line")) == place:
            return frame.get("function", "")
    return ""


def _copied(generated: Path, to: Path) -> Path:
    """Copies what pytest is to pass: tests of findings are expected to fail."""
    to.mkdir(parents=True)
    for file in sorted(generated.glob("*.py")):
        if not file.stem.endswith("_findings"):
            shutil.copy(file, to / file.name)
    return to
