"""The command line: `python3 -m policy --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from common.options import numbers, words

from . import report
from .comparison import Replayer, Scenario, compare, held_out, variations
from .record import CURVES


def main() -> int:
    options = _parse()
    replayer = Replayer(options.replay, options.curves)
    groups = {
        "tuning": [name for name in replayer.projects if not held_out(name)],
        "held out": [name for name in replayer.projects if held_out(name)],
    }
    scenario = Scenario(tuple(options.seconds), tuple(options.jobs), options.strategy)
    if options.set:
        policies = {" ".join(f"{k}={v:g}" for k, v in options.set): dict(options.set)}
    else:
        policies = variations(replayer.numbers, options.only)
    print(report.heading(replayer, groups, scenario))
    results = {
        label: compare(replayer, projects, scenario, policies) for label, projects in groups.items()
    }
    print(report.table(results))
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="policy",
        description="Replays recorded searches with other time policies, and compares what they cover "
        "and take with the policy as it is.",
    )
    add = parser.add_argument
    add("--replay", type=Path, required=True, help="the built policy_replay")
    add("--curves", type=Path, default=CURVES, help="the records; by default those beside this program")  # fmt: skip
    add("--set", action="append", type=_number, default=[], metavar="NAME=VALUE", help="this one policy; else each number is halved and doubled")  # fmt: skip
    add("--only", default="", help="vary numbers whose name begins so: gain.")
    add("--seconds", type=_seconds, default=[5.0, 12.0], help="of the budget, for each module: 5,12")  # fmt: skip
    add("--jobs", type=numbers, default=[1, 2], help="1,2")
    add("--strategy", default="adaptive")
    return parser.parse_args()


def _number(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: not NAME=VALUE") from None


def _seconds(text: str) -> list[float]:
    return [float(word) for word in words(text)]


if __name__ == "__main__":
    sys.exit(main())
