"""The command line: fetches the projects, learns from their tests, and writes the table; or measures
it on projects that it was not made from.

Nothing of a project is executed but what pip does to tell its metadata.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tarfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from common import Trouble
from common.options import ended
from common.python import environment, pip

from . import RUNTIME, fit, measure
from .harvest import Passed, harvest

HERE = Path(__file__).resolve().parent
TABLE = RUNTIME / "skua_runtime" / "expected" / "prior.tsv"
LARGEST = 300_000  # bytes of the table
# What builds most of the projects, so that pip need not fetch it for each.
BUILDERS = ("setuptools<81", "wheel", "hatchling", "hatch-vcs", "hatch-fancy-pypi-readme",
            "poetry-core", "flit-core", "setuptools-scm", "pdm-backend", "cython", "expandvars")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="values", description=__doc__)
    add = parser.add_argument
    add("--store", type=Path, required=True, help="folder for the projects' files")
    add("--table", type=Path, default=TABLE, help="the table to write or to measure")
    add("--measure", action="store_true", help="measure the table on the projects held out")
    add("--projects", type=Path, help="a list in place of projects.txt or held-out.txt")
    options = parser.parse_args()
    own = HERE / ("held-out.txt" if options.measure else "projects.txt")
    names = listed(options.projects or own)
    rows = harvested(names, options.store.resolve())
    if options.measure:
        print(measure.report(rows, options.table))
        return 0
    text = fit.table(rows, pseudo_counts(), origin(names))
    if len(text.encode()) > LARGEST:
        raise Trouble(f"the table has {len(text.encode())} bytes, more than {LARGEST}")
    options.table.write_text(text)
    print(f"{options.table}: {len(text.encode())} bytes")
    return 0


def listed(path: Path) -> list[str]:
    """Requirements NAME==VERSION, one a line."""
    lines = [line.strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def pseudo_counts() -> list[tuple[str, str]]:
    """Words and literals that too few projects have to be learned."""
    with open(HERE / "pseudo-counts.csv", newline="") as file:
        return [(row["word"], row["literal"]) for row in csv.DictReader(file)]


def origin(names: Sequence[str]) -> str:
    """What the table was made from."""
    return (
        "What people pass for parameters: written by tests/benchmarks/values, read by prior.py.\n"
        f"Counted in the tests of the sdists of {' '.join(names)}"
    )


def harvested(names: Sequence[str], store: Path) -> dict[str, list[Passed]]:
    """What the projects' tests pass, by project; they are fetched at the first time."""
    for name in names:
        fetch(name, store)
    folders = [store / name for name in names]
    with ProcessPoolExecutor() as pool:
        rows = dict(zip(names, pool.map(harvest, folders)))
    for name, passed in rows.items():
        print(f"{name}: {len(passed)} parameters", file=sys.stderr)
    return {name: passed for name, passed in rows.items() if passed}


def fetch(requirement: str, store: Path) -> None:
    """Unpacks the Python files of a project's sdist into the store."""
    folder, name = store / requirement, requirement.partition("==")[0]
    if folder.exists():
        return
    python = environment(store / "builders", None, *BUILDERS)
    archives = store / "sdists" / requirement
    shutil.rmtree(archives, ignore_errors=True)
    alone = ("--no-deps", "--no-build-isolation", "--no-binary", name)
    pip(python.program, "download", *alone, "-d", archives, requirement)
    [archive] = archives.iterdir()
    partly = store / f"{requirement}.part"
    shutil.rmtree(partly, ignore_errors=True)
    if tarfile.is_tarfile(archive):
        with tarfile.open(archive) as files:
            sources = [one for one in files if one.isfile() and one.name.endswith(".py")]
            files.extractall(partly, sources, filter="data")
    partly.mkdir(exist_ok=True)
    partly.rename(folder)


if __name__ == "__main__":
    sys.exit(ended("values", main))
