"""The command line: `python3 -m elsewhere --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from compare.options import REPOSITORY, words

from . import report, sessions
from .report import Row
from .subjects import BESIDE, Subject, environment, own_modules, projects
from .worlds import WORLDS

SUBJECTS = {"modules": own_modules, "projects": projects}


def main() -> int:
    options = _parse()
    if options.what == "table":
        print(report.table(options.files))
        return 0
    if os.getuid() != 0:
        sys.exit("elsewhere: other worlds are made of namespaces and other users, which needs root")
    subjects = SUBJECTS[options.what]()
    python = environment(options.out / "venv", subjects)
    rows: list[Row] = []
    for subject in subjects:
        if not options.names or subject.name in options.names:
            rows += _judge(subject, options, python)
    report.write(rows, options.out / f"{options.what}.csv")
    harm = sum(row.failed + row.changed for row in rows)
    print(f"{len(rows)} sessions, {harm} failures and changed files: {options.out / options.what}.csv")
    return 1 if harm else 0


def _judge(subject: Subject, options: argparse.Namespace, python: Path) -> list[Row]:
    """The rows of a subject: those of an earlier start, or of a run of Skua and its tests in all worlds."""
    folder = options.out / "subjects" / subject.name
    done = folder / "rows.json"
    if done.exists():
        return [Row(**row) for row in json.loads(done.read_text())]
    if not (folder / "run.json").exists():
        _generate(subject, options, folder, python)
    root, rows, told = folder / "checkout", [], []
    tests = sessions.count_tests(root)
    for world in WORLDS if tests else ():
        if options.worlds and world.name not in options.worlds:
            continue
        session = sessions.run(world, subject.name, root, python)
        rows.append(Row(subject.name, world.name, session.tests, session.failed, len(session.changed)))
        told += [f"{world.name}: {test}: {why}" for test, why in session.failures.items()]
        told += [f"{world.name}: changed {path}" for path in session.changed]
    failing = sum(row.failed > 0 for row in rows)
    changing = sum(row.changed > 0 for row in rows)
    print(f"{subject.name}: {tests} tests, which fail in {failing} and change files in "
          f"{changing} of {len(rows)} worlds", flush=True)  # fmt: skip
    (folder / "failures.txt").write_text("".join(f"{line}\n" for line in told))
    if not options.worlds:
        done.write_text(json.dumps([vars(row) for row in rows]))
    return rows


def _generate(subject: Subject, options: argparse.Namespace, folder: Path, python: Path) -> None:
    root = subject.lay_out(folder, python)
    command = [options.skua, "run", "--budget", options.budget, "--jobs", "1", "--seed", "1"]
    start = time.monotonic()
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    seconds = round(time.monotonic() - start, 1)
    (folder / "skua.log").write_text(done.stdout + done.stderr)
    lost = [path for path, text in BESIDE.items() if (folder / path).read_text() != text]
    told = {"exit": done.returncode, "seconds": seconds, "changed beside the project": lost}
    (folder / "run.json").write_text(json.dumps(told) + "\n")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="elsewhere", description="Runs tests that Skua wrote in worlds that differ from its sandbox."
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    for kind in SUBJECTS:
        add = kinds.add_parser(kind, help=f"write tests for the {kind}, and run them").add_argument
        add("names", nargs="*", help="only these")
        add("--out", type=Path, required=True, help="a folder that any user may enter; kept results are not made again")  # fmt: skip
        add("--skua", type=Path, default=REPOSITORY / "build" / "dev" / "skua", help="the binary")
        add("--budget", default="12s", help="for each (12s)")
        add("--worlds", type=words, default=[], help="only these, with tests that are there already; nothing is kept")  # fmt: skip
    table = kinds.add_parser("table", help="Markdown of results")
    table.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    if options.what != "table":
        options.out, options.skua = options.out.resolve(), options.skua.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
