"""Makes suites with Skua and measures them."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Trouble, runs

INSIDE = Path(__file__).with_name("inside")


# What may follow the algorithm of a variant, each behind a "+".
_SETTINGS: dict[str, dict[str, object]] = {
    "fast": {"prefer": "fast"},
    "short": {"prefer": "short"},
    "unminimized": {"minimize": False},
}


@dataclass(frozen=True)
class Variant:
    """A way to search: an algorithm, what it prefers, whether its tests are made small, and what it
    covers: "dynamosa", "mosa+fast", "adynamosa+unminimized", "dynamosa:branch:output"."""

    name: str

    @property
    def algorithm(self) -> str:
        return self.name.partition(":")[0].partition("+")[0]

    @property
    def settings(self) -> dict[str, object]:
        """The section `search` of skua.yml."""
        way, *criteria = self.name.split(":")
        settings: dict[str, object] = {}
        for word in way.split("+")[1:]:
            settings |= _SETTINGS[word]
        return settings | ({"criteria": criteria} if criteria else {})


@dataclass(frozen=True)
class Source:
    """A module by its file. One in a package is measured in a copy of the whole package."""

    file: Path

    @property
    def package(self) -> Path | None:
        """The folder of the outermost package."""
        outermost = None
        for folder in self.file.parents:
            if not (folder / "__init__.py").is_file():
                break
            outermost = folder
        return outermost

    @property
    def name(self) -> str:
        """The module's name: "shlex", "string_utils.validation"."""
        if self.package is None:
            return self.file.stem
        return ".".join(self.file.relative_to(self.package.parent).with_suffix("").parts)

    def copy_to(self, project: Path) -> str:
        """Copies what the module needs. Returns what it is called in the project."""
        if self.package is None:
            # Under its own name, a module of the standard library would be in everybody's way.
            shutil.copy(self.file, project / f"copied_{self.file.name}")
            return f"copied_{self.file.stem}"
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(self.package, project / self.package.name, ignore=ignored)
        return self.name


@dataclass
class Cost:
    """One test of a suite: medians over repeated runs."""

    module: str
    variant: str
    seed: int
    test: str
    seconds: float
    bytes: float


@dataclass
class Row:
    """One suite. Seconds are the median over repeated runs, and bytes those of one run, of the sum
    over all tests."""

    module: str
    variant: str
    seed: int
    tests: int
    seconds: float
    bytes: float
    goals: int
    covered: int
    mutants: int
    killed: int


@dataclass
class Maker:
    skua: Path
    python: Path
    iterations: int
    mutants: int  # most of one function
    seconds: float  # after which a run of Skua is given up

    def make(self, source: Source, variant: Variant, seed: int, folder: Path) -> dict:
        """A suite for a copy of the module, in a project of its own. Returns the module's part of
        report.json."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        name = source.copy_to(folder)
        runs.configure(folder, oracle={"mutants": self.mutants}, search=variant.settings)
        command = runs.command(
            *(self.skua, folder, self.python, "--quiet", name),
            algorithm=variant.algorithm,
            iterations=self.iterations,
            seed=seed,
            jobs=1,
            findings="none",
            format="json",
        )
        what = f"{source.name}, {variant.name}, seed {seed}"
        report = runs.run(command, folder, self.seconds, what)
        (module,) = [module for module in report["modules"] if module["module"] == name]
        if not module.get("tests"):
            raise Trouble(f"{what}: no tests")
        return module


def costs(python: Path, folder: Path, of: str, repeats: int) -> list[dict[str, float]]:
    """What each test of a project's suite costs, "seconds" or "bytes", in so many fresh
    processes."""
    found: list[dict[str, float]] = []
    for _ in range(repeats):
        file = folder / f"{of}.json"
        environment = os.environ | {
            **{"COST_OF": of, "COST_FILE": str(file), "PYTHONHASHSEED": "0"},
            **{"PYTHONPATH": str(INSIDE), "PYTHONDONTWRITEBYTECODE": "1"},
        }
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "cost_plugin"]
        done = subprocess.run(
            list(map(str, [*command, "tests/generated"])),
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        measured: Any = {"exit": done.returncode}
        if file.is_file():
            measured = json.loads(file.read_text())
        if measured["exit"] != 0:
            raise Trouble(f"{folder}: its tests fail:\n{done.stdout}")
        found.append(measured["costs"])
        file.unlink()
    return found


def measure(
    maker: Maker, source: Source, variant: Variant, seed: int, folder: Path, repeats: int
) -> tuple[Row, list[Cost]]:
    module = maker.make(source, variant, seed, folder)
    fates = [mutant["fate"] for mutant in module.get("mutants", [])]
    seconds = costs(maker.python, folder, "seconds", repeats)
    (peaks,) = costs(maker.python, folder, "bytes", 1)
    row = Row(
        module=source.name,
        variant=variant.name,
        seed=seed,
        tests=len(module["tests"]),
        seconds=statistics.median(sum(run.values()) for run in seconds),
        bytes=sum(peaks.values()),
        goals=module["goals_total"],
        covered=module["goals_covered"],
        mutants=len(fates),
        killed=fates.count("killed"),
    )
    tests = [
        Cost(
            *(row.module, row.variant, row.seed, test.rpartition("::")[2]),
            *(statistics.median(run[test] for run in seconds), peak),
        )
        for test, peak in peaks.items()
    ]
    return row, tests


def is_there(rows: Sequence[Row], module: str, variant: str, seed: int) -> bool:
    return any((row.module, row.variant, row.seed) == (module, variant, seed) for row in rows)
