"""The command line: `python3 -m history --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from common import Trouble, runs
from common import python as pythons
from common.containment import Containment
from common.options import add_common, ended, numbers, parse, words
from common.tables import write_rows

from . import report
from .replay import MEMORY, NAMES, Record, Replay, Runner, Strategy
from .results import Results, read
from .subjects import FILE, History, Repository


def main() -> int:
    options = _parse()
    if not options.report_only:
        _measure(options)
    if options.prepare_only:
        return 0
    records = read(options.out)
    write_rows(Record, records, options.out / "results.csv", ("coverage",))
    done = {record.strategy for record in records}
    results = Results(records, [s.label for s in options.strategies if s.label in done])
    report.write(results, runs.read_settings(options.out), options.out)
    print(f"Report: {options.out / 'results.md'}, all rows: {options.out / 'results.csv'}")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="history",
        description="Replays the commits of projects, with the same budget for each strategy.",
    )
    add = parser.add_argument
    add("--subjects", type=words, default=[], help="names in the subjects' file; all of them")
    add("--subjects-file", type=Path, default=FILE, help="JSON; by default the one beside this program")  # fmt: skip
    add("--repository", action="append", type=_assignment, default=[], metavar="NAME=FOLDER", help="a clone that is here already")  # fmt: skip
    add("--commits", type=int, default=20, help="so many, the last of the subject's; 0: all")
    add("--strategies", type=_strategies, default=_strategies("simple,history,adaptive"), help=f"{', '.join(NAMES)}, and with {MEMORY} those that else begin anew; the first is compared with the others")  # fmt: skip
    add("--seeds", type=numbers, default=[1], help="1,2")
    add(
        "--budget",
        type=float,
        default=20,
        help="seconds for each commit; 0: none, with --skua-options='--iterations N'",
    )
    add("--prepare-only", action="store_true", help="only fetch and count what will be needed")
    add("--set", action="append", type=_setting, default=[], metavar="KEY=JSON", dest="settings", help="for skua.yml: budget.unchanged=false")  # fmt: skip
    add_common(parser, "histories", "repositories and environments", kill_factor=3)
    return parse(parser, adds_nothing=("prepare_only",))


def _assignment(text: str) -> tuple[str, Path]:
    name, equals, folder = text.partition("=")
    if not equals or not Path(folder).is_dir():
        raise argparse.ArgumentTypeError(f"{text}: not NAME=FOLDER")
    return name, Path(folder).resolve()


def _setting(text: str) -> tuple[str, Any]:
    key, _, value = text.partition("=")
    try:
        return key, json.loads(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: not KEY=JSON") from None


def _strategies(text: str) -> list[Strategy]:
    strategies = [Strategy(word) for word in words(text)]
    for strategy in strategies:
        if strategy.name not in NAMES:
            raise argparse.ArgumentTypeError(f"{strategy.label}: none of {', '.join(NAMES)}")
    return strategies


def _measure(options: argparse.Namespace) -> None:
    version = runs.version(options.skua)
    containment = Containment(options.core, wanted=not options.uncontained)
    python = pythons.judging(options.judge_python, options.store)
    runner = Runner(
        containment,
        python,
        options.skua,
        options.budget,
        tuple(options.skua_options),
        tuple(options.settings),
        options.kill_factor,
    )
    work = []
    for history in _histories(options):
        repository = Repository(history, options.store, python)
        commits = repository.commits(options.commits or None)
        for commit in commits:
            repository.version(commit).branches(history.scope, python, containment)
        work.append((repository, commits))
    if options.prepare_only:
        return
    settings = {
        "core": options.core,
        "skua": version,
        "budget": options.budget,
        "options": [*options.skua_options, *(f"{k}={json.dumps(v)}" for k, v in options.settings)],
    }
    runs.keep_settings(options.out, python, settings, free=("skua",))
    total = len(options.seeds) * len(options.strategies) * sum(len(c) for _, c in work)
    number = 0
    for repository, commits in work:
        for seed in options.seeds:
            # Side by side, so that what else the machine does meets all of them.
            replays = [
                Replay(runner, repository, strategy, seed, options.out)
                for strategy in options.strategies
            ]
            for commit in commits:
                for replay in replays:
                    number += 1
                    record, was_there = replay.step(commit)
                    if not was_there:
                        print(f"[{number}/{total}] {_line(record)}", flush=True)


def _line(record: Record) -> str:
    return (
        f"{record.subject} {record.number} {record.commit[:9]} {record.strategy}: "
        f"{record.covered} of {record.branches} branches ({record.coverage:.1f} %), "
        f"{record.chosen} of {record.modules} modules, {record.seconds:.1f} s"
        + "".join(f"; {remark}" for remark in record.remarks)
    )


def _histories(options: argparse.Namespace) -> list[History]:
    known = History.read(options.subjects_file)
    folders = dict(options.repository)
    for name in [*options.subjects, *folders]:
        if name not in known:
            raise Trouble(f"{name}: {options.subjects_file} knows {', '.join(sorted(known))}")
    histories = [known[name] for name in options.subjects or known]
    return [history.at(folders.get(history.name)) for history in histories]


if __name__ == "__main__":
    sys.exit(ended("history", main))
