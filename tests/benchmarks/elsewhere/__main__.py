"""The command line: `python3 -m elsewhere --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common.options import SKUA, words

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
    chosen = [one for one in subjects if not options.names or one.name in options.names]
    with ThreadPoolExecutor(options.jobs) as pool:
        judged = pool.map(lambda subject: _judge(subject, options, python), chosen)
        rows = [row for rows in judged for row in rows]
    report.write_matrix(rows, options.out / f"{options.what}.csv")
    harm = sum(row.failed + row.changed for row in rows)
    print(f"{len(rows)} sessions, {harm} failures and changed files: {options.out / options.what}.csv")
    return 1 if harm else 0


def _judge(subject: Subject, options: argparse.Namespace, python: Path) -> list[Row]:
    """The rows of a subject: a run of Skua, and its tests in all worlds; what is done is not done again."""
    folder = options.out / "subjects" / subject.name
    if not (folder / "run.json").exists():
        _generate(subject, options, folder, python)
    root, kept = folder / "checkout", folder / "rows.json"
    rows = [Row(**row) for row in json.loads(kept.read_text())] if kept.exists() else []
    done, tests = {row.world for row in rows}, sessions.count_tests(root)
    for world in WORLDS if tests else ():
        if world.name in done or (options.worlds and world.name not in options.worlds):
            continue
        session = sessions.run(world, subject.name, root, python)
        rows.append(Row(subject.name, world.name, tests, session.failed, len(session.changed)))
        with open(folder / "failures.txt", "a") as told:
            told.writelines(f"{world.name}: {test}: {why}\n" for test, why in session.failures.items())
            told.writelines(f"{world.name}: changed {path}\n" for path in session.changed)
        if session.failed:
            (folder / "output").mkdir(exist_ok=True)
            (folder / "output" / f"{world.name.replace('/', '+')}.txt").write_text(session.output)
        kept.write_text(json.dumps([vars(row) for row in rows]))
    failing = sum(row.failed > 0 for row in rows)
    changing = sum(row.changed > 0 for row in rows)
    print(f"{subject.name}: {tests} tests, which fail in {failing} and change files in {changing} of "
          f"{len(rows)} worlds", flush=True)  # fmt: skip
    return rows


def _generate(subject: Subject, options: argparse.Namespace, folder: Path, python: Path) -> None:
    root = subject.lay_out(folder, python)
    bound = ["--budget", options.budget]
    if options.iterations:
        bound = ["--iterations", str(options.iterations)]
    command = [options.skua, "run", *bound, "--jobs", "1", "--seed", "1"]
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
        add("--skua", type=Path, default=SKUA, help="the binary")
        add("--budget", default="12s", help="for each (12s)")
        add("--iterations", type=int, help="search steps for each, instead of a budget: for busy machines")
        add("--jobs", type=int, default=1, help="subjects at the same time (1)")
        add("--worlds", type=words, default=[], help="only these")  # fmt: skip
    table = kinds.add_parser("table", help="Markdown of results")
    table.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    if options.what != "table":
        options.out, options.skua = options.out.resolve(), options.skua.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
