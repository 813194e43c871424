"""The command line: `python3 -m trust --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from common import Trouble, runs
from common.containment import Containment
from common.options import add_common, ended, parse, words

from . import conditions, report
from .projects import FILE, Project, fetch
from .sequence import STEPS, Record, Runner, Sequence

SPEEDS = ("idle", "loaded")
QUICK_PROJECT, QUICK_SPEED = "itsdangerous", "idle"


def main() -> int:
    options = _parse()
    tried = {} if options.report_only else _measure(options)
    if options.prepare_only:
        return 0
    records = _read(options.out)
    kept = options.out / "conditions.json"
    tried = _merge(kept, tried)
    print(report.write(records, runs.read_settings(options.out), tried, options.out))
    print(f"\nReport: {options.out / 'results.md'}, details: {options.out / 'results.json'}")
    harm = report.total(records) + sum(len(one.offences) for all_ in tried.values() for one in all_)
    return 1 if harm else 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="trust",
        description="Five runs of Skua on each of some real projects: what harm do they do?",
    )
    add = parser.add_argument
    add("--projects", type=words, default=[], help="names in the projects' file; all of them")
    add("--projects-file", type=Path, default=FILE, help="JSON; by default the one beside this program")  # fmt: skip
    add("--speeds", type=words, default=list(SPEEDS), help="idle,loaded")
    add("--load", type=int, default=6, help="processes that are busy where it is loaded")
    add("--budget", type=float, default=60, help="seconds a run, where the project says nothing; 0: none, with --skua-options='--iterations N'")  # fmt: skip
    add("--orders", type=int, default=10, help="in which own and generated tests run together")
    add("--quick", action="store_true", help=f"only {QUICK_PROJECT}, {QUICK_SPEED}")
    add("--conditions", action="store_true", help="try the last tests in other conditions, too")
    add("--prepare-only", action="store_true", help="only fetch what will be needed")
    add_common(parser, "trust", "projects and environments", kill_factor=3)
    parser.set_defaults(core=None)
    options = parse(parser, adds_nothing=("prepare_only",))
    if options.quick:
        options.projects, options.speeds = options.projects[:1] or [QUICK_PROJECT], [QUICK_SPEED]
    for speed in options.speeds:
        if speed not in SPEEDS:
            parser.error(f"{speed}: none of {', '.join(SPEEDS)}")
    if options.orders < 2:
        parser.error("--orders: at least the two of own first and generated first")
    return options


def _measure(options: argparse.Namespace) -> report.Conditions:
    version = runs.version(options.skua)
    containment = Containment(options.core, wanted=not options.uncontained)
    options.store.mkdir(parents=True, exist_ok=True)
    fetched = [
        fetch(project, options.store, options.judge_python and options.judge_python.absolute())
        for project in _projects(options)
    ]
    if options.prepare_only:
        return {}
    runner = Runner(
        containment,
        options.skua,
        options.budget,
        tuple(options.skua_options),
        options.kill_factor,
        options.load,
        options.core,
        options.orders,
    )
    settings = {
        "skua": version,
        "budget": options.budget,
        "orders": options.orders,
        "load": options.load,
        "options": options.skua_options,
    }
    # What else is installed is each project's own.
    runs.keep_settings(options.out, replace(fetched[0].python, packages={}), settings)
    tried: report.Conditions = {}
    for one in fetched:
        for speed in options.speeds:
            sequence = Sequence(runner, one, speed, options.out)
            for number in range(len(STEPS)):
                record, was_there = sequence.step(number)
                if not was_there:
                    print(_line(record), flush=True)
            if options.conditions and speed == options.speeds[0] and sequence.left:
                folder = options.out / "conditions" / one.project.name
                folder.mkdir(parents=True, exist_ok=True)
                pythons = conditions.other_pythons()
                tried[one.project.name] = conditions.run_all(
                    containment, one, sequence.left, options.store, folder, pythons
                )
    return tried


def _line(record: Record) -> str:
    return (
        f"{record.project}, {record.speed}, {record.step}: {record.tests} tests, "
        f"{record.seconds:.1f} s, {len(record.offences)} offences"
        + "".join(f"; {remark}" for remark in record.remarks)
    )


def _projects(options: argparse.Namespace) -> list[Project]:
    known = Project.read(options.projects_file)
    for name in options.projects:
        if name not in known:
            raise Trouble(f"{name}: {options.projects_file} knows {', '.join(sorted(known))}")
    return [known[name] for name in options.projects or known]


def _read(out: Path) -> list[Record]:
    records = [Record.load(path) for path in out.glob("runs/*/*/*/record.json")]
    return sorted(records, key=lambda one: (one.project, one.speed, STEPS.index(one.step)))


def _merge(kept: Path, tried: report.Conditions) -> report.Conditions:
    """With those that were tried before."""
    if kept.exists():
        before = json.loads(kept.read_text())
        known = {name: [conditions.Outcome(**one) for one in all_] for name, all_ in before.items()}
        tried = known | tried
    if tried:
        told = {name: [vars(one) for one in all_] for name, all_ in tried.items()}
        kept.write_text(json.dumps(told, indent=1) + "\n")
    return tried


if __name__ == "__main__":
    sys.exit(ended("trust", main))
