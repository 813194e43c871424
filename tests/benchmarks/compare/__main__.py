"""The command line: `python3 -m compare --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from common import Trouble, runs
from common import python as pythons
from common.containment import Containment
from common.judging import Judge
from common.options import add_common, ended, numbers, parse, words
from common.subjects import choose, named, prepare
from common.tables import write_rows

from .report import Results, markdown
from .results import Row, folder_of, read
from .tools import Generators, Tool


def main() -> int:
    options = _parse()
    tools = [Tool.parse(name) for name in options.tools]
    budgets = {tool.name: _budget_of(tool, options.budget) for tool in tools}
    if not options.report_only:
        troubles = _measure(options, tools, budgets)
        (options.out / "left-out.txt").write_text("".join(f"{line}\n" for line in troubles))
    _report(options.out, list(budgets.items()))
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="compare",
        description="Runs test generators on the same modules, and judges the files that they write.",
    )
    add = parser.add_argument
    add(
        "--subjects",
        type=words,
        default=["development"],
        help=(named.__doc__ or "").splitlines()[2].strip(),
    )
    add("--tools", type=words, default=["skua", "pynguin"], help="skua or pynguin, with :ALGORITHM, :no-types, :search.OPTION=VALUE (Skua) and :assertions=KIND (Pynguin); the first is compared with the others")  # fmt: skip
    add("--seeds", type=numbers, default=[1, 2, 3], help="1,2,5-9")
    add("--budget", type=words, default=["10"], help="seconds a module: 30, or skua=10,pynguin=100")
    add("--modules", type=words, default=[], help="only modules that match one of these globs")
    add("--sample", type=int, help="only so many modules, always the same")
    add("--rejudge", action="store_true", help="with --resume: judge files again that were judged")
    add("--pynguin-python", type=Path, help="an interpreter that has Pynguin; else the newest is installed")  # fmt: skip
    add("--pynguin-version", help="install this one instead of the newest")
    add("--pynguin-options", type=str.split, default=[], help="further flags for Pynguin")
    add("--mutants", type=int, default=50, help="at most so many a module")
    add_common(parser, "comparison", "subjects and environments", kill_factor=5)
    return parse(parser)


def _budget_of(tool: Tool, words: list[str]) -> float:
    """What is said of the tool itself, else of its program, else of all."""
    said = {name: value for name, _, value in (word.rpartition("=") for word in words)}
    for name in (tool.name, tool.program, ""):
        if name in said:
            return float(said[name])
    raise Trouble(f"--budget says nothing of {tool.name}")


def _measure(
    options: argparse.Namespace, tools: list[Tool], budgets: dict[str, float]
) -> list[str]:
    """Does what is still to be done; what could not be compared, and why."""
    containment = Containment(options.core, wanted=not options.uncontained)
    judge_python = pythons.judging(options.judge_python, options.store)
    given = {"skua": options.skua_options}
    if any(tool.program == "skua" for tool in tools):
        runs.version(options.skua)
    pynguin = None
    if any(tool.program == "pynguin" for tool in tools):
        pynguin = _pynguin(options)
        given["pynguin"] = options.pynguin_options
    generators = Generators(
        containment, judge_python, options.skua, pynguin, given, options.kill_factor
    )
    judge = Judge(containment, judge_python, options.mutants)

    subjects, troubles = [], []
    for name, origin in named(options.subjects).items():
        try:
            subject = prepare(name, origin, options.store, judge_python, containment)
        except Trouble as error:
            troubles.append(str(error))
            continue
        subjects.append(subject)
        troubles += [f"{m.name}: {m.trouble}" for m in subject.modules if m.trouble]
    chosen = choose(subjects, options.modules, options.sample)
    settings = {
        "core": options.core,
        "mutants": options.mutants,
        "kill_factor": options.kill_factor,
        "options": given,
        # Who ran without Pynguin says nothing about its version.
        "pynguin": pynguin.packages["pynguin"] if pynguin else None,
    }
    runs.keep_settings(options.out, judge_python, settings, free=("core",))

    jobs = [
        (subject, module, tool, seed)
        for seed in options.seeds
        for subject, module in chosen
        for tool in tools
    ]
    for number, (subject, module, tool, seed) in enumerate(jobs, start=1):
        budget = budgets[tool.name]
        folder = folder_of(options.out, subject.name, module.name, tool.name, budget, seed)
        prefix = f"[{number}/{len(jobs)}] {module.name} {tool.name} {budget:g} s seed {seed}"
        try:
            if (folder / "judgement.json").exists() and not options.rejudge:
                continue
            if not (folder / "generation.json").exists():
                generators.generate(tool, subject, module, seed, budget, folder)
            result = judge.judge(subject, module, folder)
            print(
                f"{prefix}: {result.covered_branches} of {result.branches} branches, "
                f"{result.killed} of {result.mutants} mutants, "
                f"{result.failing} of {result.tests} tests fail",
                flush=True,
            )
        except Exception:  # one of hundreds: the others go on, and --resume tries it again
            traceback.print_exc()
            troubles.append(f"{prefix}: the comparison itself failed; try again with --resume")
    return troubles


def _pynguin(options: argparse.Namespace) -> pythons.Python:
    if options.pynguin_python is not None:
        python = pythons.inspect(options.pynguin_python.absolute(), "pynguin")
        if not python.packages["pynguin"]:
            raise Trouble(f"{options.pynguin_python} has no Pynguin")
        return python
    version = f"=={options.pynguin_version}" if options.pynguin_version else ""
    folder = options.store / "venvs" / f"pynguin{version.replace('==', '-')}"
    return pythons.environment(folder, None, f"pynguin{version}", "pytest")


def _report(out: Path, columns: list[tuple[str, float]]) -> None:
    rows = read(out)
    write_rows(Row, rows, out / "results.csv", ("branch_coverage", "line_coverage"))
    left_out = out / "left-out.txt"
    troubles = left_out.read_text().splitlines() if left_out.exists() else []
    text = markdown(Results(rows, columns), runs.read_settings(out), troubles)
    (out / "results.md").write_text(text, encoding="utf-8")
    print(f"Report: {out / 'results.md'}, all rows: {out / 'results.csv'}")


if __name__ == "__main__":
    sys.exit(ended("compare", main))
