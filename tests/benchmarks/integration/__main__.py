"""The command line: `python3 -m integration --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from common import Trouble
from common.containment import Containment
from common.options import SKUA, ended, numbers
from common.python import judging
from common.subjects import named, prepare
from common.tables import read_rows, write_rows

from .judging import Judge
from .report import Row, row_of, table
from .suites import Maker, Pair

# Callers and callees of real projects.
PAIRS = [
    Pair("intervaltree==3.1.0", "intervaltree.intervaltree", "intervaltree.node"),
    Pair("mistune==3.1.3", "mistune.block_parser", "mistune.core"),
    Pair("typesystem==0.2.4", "typesystem.fields", "typesystem.unique"),
    Pair("packaging==25.0", "packaging.requirements", "packaging.specifiers"),
    Pair("mimesis==4.1.3", "mimesis.builtins.pl", "mimesis.providers.date"),
    Pair("httpie==2.4.0", "httpie.output.streams", "httpie.output.processing"),
    Pair("flake8==3.9.0", "flake8.checker", "flake8.processor"),
    Pair("mistune==3.1.3", "mistune.markdown", "mistune.block_parser"),
    Pair("packaging==26.0", "packaging.pylock", "packaging.specifiers"),
    Pair("lark==1.2.2", "lark.parsers.lalr_parser", "lark.parsers.lalr_parser_state"),
    Pair("typesystem==0.2.4", "typesystem.base.BaseError", "typesystem.base.Message"),
    Pair(
        "flake8==3.9.0",
        "flake8.plugins.manager.PluginTypeManager",
        "flake8.plugins.manager.PluginManager",
    ),
    Pair("mimesis==4.1.3", "mimesis.providers.person.Person", "mimesis.random.Random"),
]


def main() -> int:
    options = _parse()
    native = options.native or options.skua.parent / "src" / "runtime"
    for name, what in ((options.skua, "the binary"), (native, "the extension's folder")):
        if not name.exists():
            raise Trouble(f"{name}: {what} is not there")
    python = judging(options.python, options.out)
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "results.csv"
    rows = read_rows(Row, results)
    containment = Containment()
    maker = Maker(
        options.skua, options.python, options.iterations, options.skua_mutants, options.seconds
    )
    judge = Judge(containment, python, native.resolve(), options.mutants)
    # Seed by seed, so that a run that is ended early has something of every pair.
    for seed in options.seeds:
        for pair in options.pair or PAIRS:
            if any((row.pair, row.seed) == (pair.name, seed) for row in rows):
                continue
            try:
                ((name, origin),) = named([pair.origin]).items()
                subject = prepare(name, origin, options.out / "store", python, containment)
                sides = pair.sides(subject)
                folder = options.out / "runs" / pair.name.replace(" -> ", "-") / str(seed)
                units, together = (
                    replace(judge.judge(subject, sides, made.files), findings=made.findings)
                    for made in maker.make(pair, subject, seed, folder)
                )
            except Trouble as trouble:
                print(f"integration: left out: {trouble}", file=sys.stderr)
                continue
            rows.append(row_of(pair.name, seed, units, together))
            write_rows(Row, rows, results)
            print(rows[-1], flush=True)
    (options.out / "results.md").write_text(table(rows) + "\n", encoding="utf-8")
    print(table(rows))
    return 0 if rows else 1


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="integration",
        description="Compares tests of two modules together with the unit tests of both.",
    )
    add = parser.add_argument
    add("--pair", nargs=3, action="append", metavar=("ORIGIN", "CALLER", "CALLEE"), help="a requirement for pip, or a folder, and two of its modules, or of their classes or functions; without any, those of real projects in __main__.py")  # fmt: skip
    add("--seeds", type=numbers, default=[1, 2, 3], help="1,2,5-9")
    add("--iterations", type=int, default=100, help="of each unit suite; the pair's gets twice as many")  # fmt: skip
    add("--mutants", type=int, default=60, help="most mutants of a callee that suites are asked about")  # fmt: skip
    add("--skua-mutants", type=int, default=5, help="most of one function by which Skua itself chooses assertions")  # fmt: skip
    add("--seconds", type=float, default=900, help="a run of Skua is given up after so many")
    add("--skua", type=Path, default=SKUA, help="the binary")
    add("--native", type=Path, help="the folder of its skua_native (beside the binary)")
    add("--python", type=Path, default=Path(sys.executable), help="an interpreter with pytest and coverage")  # fmt: skip
    add("--out", type=Path, required=True, help="folder for results; what is in it is not done again")  # fmt: skip
    options = parser.parse_args()
    options.out = options.out.resolve()
    options.skua = options.skua.absolute()
    options.python = options.python.absolute()  # not resolved: the link makes it the environment's
    options.pair = [Pair(*words) for words in options.pair or []]
    return options


if __name__ == "__main__":
    sys.exit(ended("integration", main))
