"""The command line: makes the environment, runs Skua on each module alone, and prints a table."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any, Iterator

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
MODULES = HERE / "modules"
HEADING = f"{'module':<16}{'branches':>10}{'mutants':>12}{'tests':>7}{'seconds':>9}  notes"


def main() -> int:
    options = _parse()
    python = environment(options.venv)
    print(HEADING, flush=True)
    reached = True
    for name in options.modules or module_names(MODULES):
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            report = run(options.skua, python, name, Path(folder), options.budget)
            print(row(name, report, time.monotonic() - started), flush=True)
            reached = reached and share(report) >= options.at_least
    return 0 if reached else 1


def environment(folder: Path) -> Path:
    """The Python of a virtual environment with the frameworks, which is made if it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        words: list[str | Path] = ["-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"]
        subprocess.run([python, *words], check=True)
    return python


def module_names(folder: Path) -> list[str]:
    """Dotted names, sorted."""
    files = sorted(folder.rglob("*.py"))
    return [
        ".".join(file.relative_to(folder).with_suffix("").parts)
        for file in files
        if file.name != "__init__.py"
    ]


def run(skua: Path, python: Path, name: str, folder: Path, budget: str) -> dict[str, Any]:
    """The report of a run on one module, in a copy of its package in `folder`."""
    package = name.partition(".")[0]
    shutil.copytree(MODULES / package, folder / package)
    (folder / "skua.yml").write_text(f"version: 1\npython:\n  interpreter: {python}\n")
    command: list[str | Path] = [skua, "run", "--budget", budget, "--jobs", "1", name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    report = folder / "build" / "skua" / "report.json"
    if not report.exists():
        raise SystemExit(f"skua wrote no report about {name}:\n{done.stdout}{done.stderr}")
    modules = json.loads(report.read_text())["modules"]
    return modules[0] if modules else {}


def share(report: dict[str, Any]) -> float:
    """Percent of branches; 0 where nothing was measured."""
    branches = report.get("branches") or {}
    return 100 * branches["taken"] / branches["total"] if branches.get("total") else 0.0


def row(name: str, report: dict[str, Any], seconds: float) -> str:
    fates = [mutant["fate"] for mutant in report.get("mutants") or []]
    mutants = f"{fates.count('killed')}/{len(fates)}"
    tests = len(report.get("tests") or [])
    return (
        f"{name:<16}{share(report):>8.0f} %{mutants:>12}{tests:>7}{seconds:>9.1f}  "
        + ", ".join(_notes(report))
    ).rstrip()


def _notes(report: dict[str, Any]) -> Iterator[str]:
    for note in report.get("notes") or []:
        yield f"{note['code']} {note.get('detail', '')}".strip()


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m applications", description=__doc__)
    parser.add_argument("modules", nargs="*", help="only these, by dotted name")
    parser.add_argument("--skua", type=Path, default=REPOSITORY / "build" / "dev" / "skua")
    parser.add_argument(
        "--venv",
        type=Path,
        default=REPOSITORY / "build" / "venvs" / "applications",
        help="the environment with the frameworks; made if it is not there",
    )
    parser.add_argument("--budget", default="20s", help="for each module (20s)")
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
