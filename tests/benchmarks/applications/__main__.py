"""The command line: makes the environment, runs Skua on each module alone, and prints a table."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any, Iterator

from common import runs
from common.options import REPOSITORY, SKUA
from common.python import pip
from common.tables import line, table

from .judging import Judgement, judge
from .subjects import applications, own_modules, put

HERE = Path(__file__).resolve().parent
LONGEST = 300  # seconds that a run may take where iterations bound it
HEADING = ["module", "branches", "mutants", "tests", "failing", "outside", "lint", "seconds", "notes"]


def main() -> int:
    options = _parse()
    python = environment(options.venv)
    print(table(HEADING, []), flush=True)
    reached = True
    for name in options.modules or own_modules() + (applications() if options.real else []):
        with tempfile.TemporaryDirectory(prefix="skua-applications-") as folder:
            began = time.monotonic()
            report = run(options, python, name, Path(folder))
            seconds = time.monotonic() - began
            judgement = judge(python, python.with_name("ruff"), Path(folder))
            print(row(name, report, judgement, seconds), flush=True)
            reached = reached and share(report) >= options.at_least
            if options.keep is not None:
                _keep(Path(folder), options.keep / name)
    return 0 if reached else 1


def environment(folder: Path) -> Path:
    """The Python of a virtual environment with the frameworks, which is made if it is not there, or
    was made of another list."""
    python, wanted = folder / "bin" / "python", (HERE / "requirements.txt").read_text()
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_text() != wanted:
        venv.create(folder, with_pip=True, clear=True)
        pip(python, "install", "-r", HERE / "requirements.txt")
        installed.write_text(wanted)
    return python


def run(options: argparse.Namespace, python: Path, name: str, folder: Path) -> dict[str, Any]:
    """The report of a run on one module, in a copy of its package in `folder`."""
    [site_packages] = python.parents[1].glob("lib/python*/site-packages")
    file = put(name, site_packages, folder)
    runs.configure(folder, oracle={} if options.mutants is None else {"mutants": options.mutants})
    command = runs.command(
        *(options.skua, folder, python, file),
        budget=options.budget if options.iterations is None else 0,
        iterations=options.iterations,
        seed=1,
        jobs=1,
    )
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return {"notes": [{"code": "none", "detail": f"it was ended after {LONGEST} s"}]}
    report = runs.read_report(folder)
    if not report:
        raise SystemExit(f"skua wrote no report about {name}:\n{done.stdout}{done.stderr}")
    return next((one for one in report["modules"] if one.get("name", name) == name), {})


def share(report: dict[str, Any]) -> float:
    """Percent of branches; 0 where nothing was measured."""
    branches = report.get("branches") or {}
    return 100 * branches["taken"] / branches["total"] if branches.get("total") else 0.0


def row(name: str, report: dict[str, Any], judgement: Judgement, seconds: float) -> str:
    fates = [mutant["fate"] for mutant in report.get("mutants") or []]
    tests = len(report.get("tests") or [])
    cells = [
        f"`{name}`",
        f"{share(report):.0f} %",
        f"{fates.count('killed')}/{len(fates)}",
        str(tests),
        *map(str, (judgement.failing, judgement.outside, judgement.lint)),
        f"{seconds:.0f}",
        ", ".join(_notes(report)),
    ]
    return line(cells).replace("  |", " |")


def _notes(report: dict[str, Any]) -> Iterator[str]:
    for note in report.get("notes") or []:
        yield f"{note['code']} {note.get('detail', '')}".strip()


def _keep(folder: Path, kept: Path) -> None:
    """Moves what was written for a module to where it can be read."""
    kept.mkdir(parents=True, exist_ok=True)
    for file in [*folder.glob("tests/generated/*"), folder / "build" / "skua" / "report.json"]:
        if file.is_file():
            (kept / file.name).write_bytes(file.read_bytes())


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m applications", description=__doc__)
    parser.add_argument("modules", nargs="*", help="only these, by dotted name")
    parser.add_argument("--skua", type=Path, default=SKUA)
    parser.add_argument(
        "--venv",
        type=Path,
        default=REPOSITORY / "build" / "venvs" / "applications",
        help="the environment with the frameworks; made if it is not there",
    )
    parser.add_argument("--budget", default="20s", help="for each module (20s)")
    parser.add_argument(
        "--iterations", type=int, help="search steps for each module, instead of a budget"
    )
    parser.add_argument("--mutants", type=int, help="faults tried in one function; 0: none")
    parser.add_argument("--real", action="store_true", help="also modules of applications of others")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="what was written goes there")
    parser.add_argument(
        "--at-least",
        type=float,
        default=0,
        metavar="PERCENT",
        help="exit with 1 when a module has fewer branches",
    )
    options = parser.parse_args()
    options.skua = options.skua.resolve()
    options.venv = options.venv.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
