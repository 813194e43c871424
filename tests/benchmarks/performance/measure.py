"""Makes suites with Skua and measures them."""

from __future__ import annotations

import csv
import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

INSIDE = Path(__file__).with_name("inside")


class Trouble(Exception):
    """What kept a suite from being made or measured."""


@dataclass(frozen=True)
class Variant:
    """A way to search: an algorithm, what it prefers, and what it covers: "dynamosa", "mosa+fast",
    "dynamosa:branch:output"."""

    name: str

    @property
    def algorithm(self) -> str:
        return self.name.partition(":")[0].partition("+")[0]

    @property
    def settings(self) -> str:
        way, *criteria = self.name.split(":")
        preference = way.partition("+")[2]
        settings = [f"prefer: {preference}"] if preference else []
        if criteria:
            settings.append(f"criteria: [{', '.join(criteria)}]")
        return f"search: {{{', '.join(settings)}}}\n" if settings else ""


@dataclass
class Row:
    """One suite. Seconds and bytes are medians over repeated runs of the sum over all tests."""

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

    def make(self, source: Path, variant: Variant, seed: int, folder: Path) -> dict:
        """A suite for a copy of the module, in a project of its own. Returns the module's part of
        report.json."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # Under its own name, a module of the standard library would be in everybody's way.
        shutil.copy(source, folder / f"copied_{source.name}")
        settings = f"oracle: {{mutants: {self.mutants}}}\n{variant.settings}"
        (folder / "skua.yml").write_text(settings)
        command = [
            *(self.skua, "run", "--python", self.python, "--algorithm", variant.algorithm),
            *("--iterations", self.iterations, "--seed", seed, "--jobs", 1, "--quiet"),
            *("--findings", "none", "--format", "json"),
        ]
        done = subprocess.run(
            list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=self.seconds
        )
        report = folder / "build/skua/report.json"
        if done.returncode != 0 or not report.is_file():
            raise Trouble(f"{source.name}, {variant.name}, seed {seed}: skua: {done.stderr.strip()}")
        (module,) = json.loads(report.read_text())["modules"]
        if not module.get("tests"):
            raise Trouble(f"{source.name}, {variant.name}, seed {seed}: no tests")
        return module


def costs(python: Path, folder: Path, of: str, repeats: int) -> list[float]:
    """The sums over all tests of a project's suite, "seconds" or "bytes", in so many fresh
    processes."""
    found = []
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
        measured = json.loads(file.read_text()) if file.is_file() else {"exit": done.returncode}
        if measured["exit"] != 0:
            raise Trouble(f"{folder}: its tests fail:\n{done.stdout}")
        found.append(sum(measured["costs"].values()))
        file.unlink()
    return found


def measure(
    maker: Maker, source: Path, variant: Variant, seed: int, folder: Path, repeats: int
) -> Row:
    module = maker.make(source, variant, seed, folder)
    fates = [mutant["fate"] for mutant in module.get("mutants", [])]
    return Row(
        module=source.stem,
        variant=variant.name,
        seed=seed,
        tests=len(module["tests"]),
        seconds=statistics.median(costs(maker.python, folder, "seconds", repeats)),
        bytes=statistics.median(costs(maker.python, folder, "bytes", 1)),
        goals=module["goals_total"],
        covered=module["goals_covered"],
        mutants=len(fates),
        killed=fates.count("killed"),
    )


def write(rows: Iterable[Row], path: Path) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)])
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


def read(path: Path) -> list[Row]:
    if not path.is_file():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        kinds = {"str": str, "int": int, "float": float}
        return [
            Row(**{field.name: kinds[field.type](row[field.name]) for field in fields(Row)})
            for row in csv.DictReader(file)
        ]


def is_there(rows: Sequence[Row], module: str, variant: str, seed: int) -> bool:
    return any((row.module, row.variant, row.seed) == (module, variant, seed) for row in rows)
