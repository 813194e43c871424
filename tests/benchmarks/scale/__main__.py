"""The command line: builds the workspace, runs Skua on it, and judges.

Everything that executes other people's code runs contained.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from common import Trouble, runs
from common import python as pythons
from common.containment import Box, Containment
from common.options import SKUA, ended
from common.subjects import DEVELOPMENT, Subject, prepare

from .runs import HEADING, Run, faults
from .workspace import WIDER, build

GRACE_SECONDS = 60  # beyond its budget, until a run is killed


def main() -> int:
    options = _parse()
    containment = Containment(options.core)
    python = pythons.judging(options.python, options.store)
    subjects = _subjects(options, python, containment)
    box = Box(options.out / "box")
    project = box.folder / "project"
    files = build(subjects, project, options.modules)
    print(f"{files} source files of {len(subjects)} packages\n\n{HEADING}", flush=True)

    overhead = _overhead(containment, box, options)
    done: list[Run] = []
    reached: set[str] = set()
    for number in range(1, options.runs + 1):
        done.append(_run(options, containment, python, subjects, box, number))
        done[-1].seconds -= overhead
        reached |= done[-1].started
        print(done[-1].row(reached), flush=True)
    found = faults(done, options.budget)
    print("\n" + "\n".join(f"FAULT: {fault}" for fault in found) if found else "\nNo fault.")
    return 1 if found else 0


def _overhead(containment: Containment, box: Box, options: argparse.Namespace) -> float:
    """Seconds that the containment alone takes."""
    log = options.out / "overhead.log"
    times = [
        containment.run(["true"], box, [], box.environment(), limit=60, log=log).seconds
        for _ in range(3)
    ]
    return min(times)


def _run(
    options: argparse.Namespace,
    containment: Containment,
    python: pythons.Python,
    subjects: list[Subject],
    box: Box,
    number: int,
) -> Run:
    project = box.folder / "project"
    (project / runs.REPORTS / "report.json").unlink(missing_ok=True)
    command = runs.command(
        *(options.skua, project, python.program, *options.skua_options),
        budget=options.budget,
        jobs=options.jobs,
        seed=number,
        debug="stats,explain",
    )
    done = containment.run(
        command,
        box,
        [options.skua, *python.needs, *(subject.dependencies for subject in subjects)],
        box.environment(),
        limit=options.budget + GRACE_SECONDS,
        log=options.out / f"run-{number}.log",
    )
    return Run.read(number, done.seconds, done.exit_code, runs.read_report(project))


def _subjects(
    options: argparse.Namespace, python: pythons.Python, containment: Containment
) -> list[Subject]:
    found = []
    for requirement, package in (DEVELOPMENT | WIDER).items():
        try:
            found.append(prepare(package, requirement, options.store, python, containment))
        except Trouble as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scale",
        description="Several runs of Skua on hundreds of modules: each must end in time, tell what "
        "it skipped, and all together must reach every module.",
    )
    add = parser.add_argument
    add("--modules", type=int, default=300, help="source files in the workspace, about")
    add("--runs", type=int, default=5)
    add("--budget", type=float, default=60, help="seconds a run")
    add("--jobs", type=int, default=2)
    add("--core", type=int, help="the one that all runs on; else all are used")
    add("--out", type=Path, default=Path("scale"), help="folder for logs and the workspace")
    add("--store", type=Path, help="folder for packages and the environment (OUT/store)")
    add("--python", type=Path, help="an interpreter that has pytest and coverage; else they are installed")  # fmt: skip
    add("--skua", type=Path, default=SKUA, help="the binary")
    add("--skua-options", type=str.split, default=[], help="further flags for skua run")
    options = parser.parse_args()
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    options.store = (options.store or options.out / "store").resolve()
    options.skua = options.skua.resolve()
    return options


if __name__ == "__main__":
    sys.exit(ended("scale", main))
