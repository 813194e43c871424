"""The command line: `python3 -m compare --help`, in tests/benchmarks."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import traceback
from pathlib import Path

from . import python as pythons
from .containment import Containment
from .judge import Judge
from .options import add_common, numbers, parse, words
from .report import Results, markdown
from .results import folder_of, read, read_settings, write_csv, write_settings
from .subjects import Module, Subject, SubjectError, choose, named, prepare
from .tools import Generators, Tool, ToolError


def main() -> int:
    options = _parse()
    try:
        tools = [Tool.parse(name) for name in options.tools]
        budgets = {tool.name: _budget_of(tool, options.budget) for tool in tools}
        columns = [(tool.name, budgets[tool.name]) for tool in tools]
        if not options.report_only:
            troubles = _measure(options, tools, budgets)
            (options.out / "left-out.txt").write_text("".join(f"{line}\n" for line in troubles))
    except (SubjectError, ToolError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    _report(options.out, columns)
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
    raise ToolError(f"--budget says nothing of {tool.name}")


def _measure(
    options: argparse.Namespace, tools: list[Tool], budgets: dict[str, float]
) -> list[str]:
    """Does what is still to be done; what could not be compared, and why."""
    containment = Containment(options.core, wanted=not options.uncontained)
    judge_python = _judge_python(options)
    uses_pynguin = any(tool.program == "pynguin" for tool in tools)
    pynguin = _pynguin(options) if uses_pynguin else None
    if any(tool.program == "skua" for tool in tools) and not options.skua.is_file():
        raise ToolError(f"{options.skua}: there is no such file; name the binary with --skua")
    given = {"skua": options.skua_options, "pynguin": options.pynguin_options}
    given = {
        program: words for program, words in given.items() if uses_pynguin or program == "skua"
    }
    generators = Generators(
        containment, judge_python, options.skua, pynguin, given, options.kill_factor
    )
    judge = Judge(containment, judge_python, options.mutants)

    subjects, troubles = [], []
    for name, origin in named(options.subjects).items():
        try:
            subject = prepare(name, origin, options.store, judge_python, containment)
        except SubjectError as error:
            troubles.append(str(error))
            continue
        subjects.append(subject)
        troubles += [f"{m.name}: {m.trouble}" for m in subject.modules if m.trouble]
    chosen = choose(subjects, options.modules, options.sample)
    options.out.mkdir(parents=True, exist_ok=True)
    settings = _settings(options, judge_python, pynguin, given)
    _check_comparable(settings, read_settings(options.out))
    write_settings(options.out, settings)

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
            _do(
                generators,
                judge,
                subject,
                module,
                tool,
                seed,
                budget,
                folder,
                prefix,
                options.rejudge,
            )
        except Exception:  # one of hundreds: the others go on, and --resume tries it again
            traceback.print_exc()
            troubles.append(f"{prefix}: the comparison itself failed; try again with --resume")
    return troubles


def _do(
    generators: Generators,
    judge: Judge,
    subject: Subject,
    module: Module,
    tool: Tool,
    seed: int,
    budget: float,
    folder: Path,
    prefix: str,
    rejudge: bool,
) -> None:
    """One run and its judgement, as far as they are not there."""
    if (folder / "judgement.json").exists() and not rejudge:
        return
    if not (folder / "generation.json").exists():
        generators.generate(tool, subject, module, seed, budget, folder)
    result = judge.judge(subject, module, folder)
    print(
        f"{prefix}: {result.covered_branches} of {result.branches} branches, {result.killed} of "
        f"{result.mutants} mutants, {result.failing} of {result.tests} tests fail",
        flush=True,
    )


def _judge_python(options: argparse.Namespace) -> pythons.Python:
    if options.judge_python is None:
        folder = options.store / "venvs" / "judge"
        return pythons.environment(folder, None, "pytest", "coverage")
    python = pythons.inspect(options.judge_python.absolute(), "pytest", "coverage")
    if not all(python.packages.values()):
        raise ToolError(f"{options.judge_python} has not both pytest and coverage")
    return python


def _pynguin(options: argparse.Namespace) -> pythons.Python:
    if options.pynguin_python is not None:
        python = pythons.inspect(options.pynguin_python.absolute(), "pynguin")
        if not python.packages["pynguin"]:
            raise ToolError(f"{options.pynguin_python} has no Pynguin")
        return python
    version = f"=={options.pynguin_version}" if options.pynguin_version else ""
    folder = options.store / "venvs" / f"pynguin{version.replace('==', '-')}"
    return pythons.environment(folder, None, f"pynguin{version}", "pytest")


def _settings(
    options: argparse.Namespace,
    python: pythons.Python,
    pynguin: pythons.Python | None,
    given: dict[str, list[str]],
) -> dict:
    return {
        "date": datetime.date.today().isoformat(),
        "command": sys.argv[1:],
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}",
        "core": options.core,
        "python": python.version,
        **python.packages,
        "mutants": options.mutants,
        "kill_factor": options.kill_factor,
        "options": given,
        "pynguin": pynguin.packages["pynguin"] if pynguin else None,
    }


def _check_comparable(settings: dict, earlier: list[dict]) -> None:
    """Results in one folder are compared with each other: they have to be measured alike."""
    for before in earlier:
        for name in (
            "mutants",
            "kill_factor",
            "python",
            "coverage",
            "pytest",
            "machine",
            "pynguin",
        ):
            # Who ran without Pynguin said nothing about its version.
            if before[name] != settings[name] and None not in (before[name], settings[name]):
                raise ToolError(
                    f"--out has results with {name} {before[name]}, not {settings[name]}"
                )
        for program in before["options"].keys() & settings["options"].keys():
            if before["options"][program] != settings["options"][program]:
                raise ToolError(f"--out has results with other options of {program}: use another")


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _report(out: Path, columns: list[tuple[str, float]]) -> None:
    rows = read(out)
    write_csv(rows, out / "results.csv")
    left_out = out / "left-out.txt"
    troubles = left_out.read_text().splitlines() if left_out.exists() else []
    text = markdown(Results(rows, columns), read_settings(out), troubles)
    (out / "results.md").write_text(text, encoding="utf-8")
    print(f"Report: {out / 'results.md'}, all rows: {out / 'results.csv'}")


if __name__ == "__main__":
    sys.exit(main())
