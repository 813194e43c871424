"""Options that the programs have in common which keep results in a folder and can be resumed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from . import Trouble

REPOSITORY = Path(__file__).resolve().parents[3]
SKUA = REPOSITORY / "build" / "dev" / "skua"


def ended(name: str, main: Callable[[], int]) -> int:
    """The exit code of a program; Trouble is told, and is 2."""
    try:
        return main()
    except Trouble as trouble:
        print(f"{name}: {trouble}", file=sys.stderr)
        return 2


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def numbers(text: str) -> list[int]:
    found: list[int] = []
    for word in words(text):
        first, _, last = word.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def add_common(parser: argparse.ArgumentParser, out: str, store: str, kill_factor: float) -> None:
    """`out`: the folder for results by default; `store`: what is kept in the other folder."""
    add = parser.add_argument
    add("--out", type=Path, default=Path(out), help="folder for results")
    add("--store", type=Path, help=f"folder for {store} (OUT/store)")
    add("--resume", action="store_true", help="keep the results that are in OUT, and add to them")
    add("--report-only", action="store_true", help="only write the report on the results in OUT")
    add("--skua", type=Path, default=SKUA, help="the binary")
    add("--skua-options", type=str.split, default=[], help="further flags for skua run")
    add("--judge-python", type=Path, help="an interpreter that has pytest and coverage; else they are installed")  # fmt: skip
    add("--kill-factor", type=float, default=kill_factor, help="a tool is killed at so many times its budget")  # fmt: skip
    add("--core", type=int, default=max(os.sched_getaffinity(0)), help="the one that all runs on")
    add("--uncontained", action="store_true", help="for machines that are thrown away afterwards")


def parse(
    parser: argparse.ArgumentParser, adds_nothing: tuple[str, ...] = ()
) -> argparse.Namespace:
    """With whole paths. Ends the program where results would be mixed up; `adds_nothing`: flags that
    leave them alone, beside --report-only."""
    options = parser.parse_args()
    options.out = options.out.resolve()
    options.store = (options.store or options.out / "store").resolve()
    options.skua = options.skua.resolve()
    leaves_alone = options.report_only or any(getattr(options, flag) for flag in adds_nothing)
    if any((options.out / "runs").glob("*")) and not (options.resume or leaves_alone):
        parser.error(f"{options.out} has results: --resume, --report-only, or another --out")
    return options
