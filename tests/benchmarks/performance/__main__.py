"""The command line: `python3 -m performance --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from common import Trouble
from common.options import SKUA, ended, numbers, words
from common.tables import read_rows, write_rows

from .measure import Cost, Maker, Row, Source, Variant, is_there, measure
from .report import distribution, summary, table


def main() -> int:
    options = _parse()
    for file in [options.skua, *options.modules]:
        if not file.is_file():
            raise Trouble(f"{file}: there is no such file")
    options.out.mkdir(parents=True, exist_ok=True)
    results, single = options.out / "results.csv", options.out / "tests.csv"
    rows, costs = read_rows(Row, results), read_rows(Cost, single)
    maker = Maker(
        options.skua, options.python, options.iterations, options.mutants, options.seconds
    )
    # Seed by seed and side by side, so that what else the machine does falls upon both alike.
    for seed in options.seeds:
        for source in map(Source, options.modules):
            for variant in map(Variant, options.variants):
                if is_there(rows, source.name, variant.name, seed):
                    continue
                folder = options.out / "runs" / source.name / variant.name / str(seed)
                try:
                    row, tests = measure(maker, source, variant, seed, folder, options.repeats)
                except Trouble as trouble:
                    print(f"performance: left out: {trouble}", file=sys.stderr)
                    continue
                rows.append(row)
                costs += tests
                write_rows(Cost, costs, single)
                write_rows(Row, rows, results)
                print(row, flush=True)
    first, *others = options.variants
    text = f"{distribution(costs, options.variants)}\n\n" + "".join(
        f"{summary(rows, first, other)}\n\n{table(rows, first, other)}\n\n" for other in others
    )
    (options.out / "results.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def _file(text: str) -> Path:
    """Absolute, but for symbolic links, which make an interpreter that of its environment."""
    return Path(os.path.abspath(text))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="performance",
        description="Compares what the suites of two ways to search cost to run, and are worth.",
    )
    add = parser.add_argument
    add("--modules", type=_file, nargs="+", required=True, help="files of modules; each is copied, with its package")
    add("--variants", type=words, default=["dynamosa", "adynamosa"], help="algorithms, with +fast or +short, +unminimized (search.minimize: false), and :branch:output and so on; the first is compared with the others")  # fmt: skip
    add("--seeds", type=numbers, default=[1, 2, 3, 4, 5], help="1,2,5-9")
    add("--iterations", type=int, default=100, help="of each search")
    add("--mutants", type=int, default=20, help="most mutants of one function")
    add("--repeats", type=int, default=7, help="runs of a suite, of which the median counts")
    add("--seconds", type=float, default=600, help="a run of Skua is given up after so many")
    add("--skua", type=_file, default=SKUA, help="the binary")
    add("--python", type=_file, default=Path(sys.executable), help="an interpreter with pytest")
    add("--out", type=_file, required=True, help="folder for results; what is in it is not done again")  # fmt: skip
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(ended("performance", main))
