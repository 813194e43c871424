"""Records searches once, so that policies can be compared on them: `python3 -m policy.record --help`.

Each project is run twice, with equal shares for a few of its modules: its first version anew, and
then the next one with the tests of the first, as a build would meet it. A project with one version
is run again as it is. Kept are the discovery curve of each search, what the other passes took, and
what the second run knew of the first.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from common import Trouble, runs
from common.python import pip

HERE = Path(__file__).parent
PROJECTS = HERE / "projects.json"
CURVES = HERE / "curves.json"
MODULES = 2  # of a project
LEAST_STATEMENTS = 15  # of a module, else there is nothing to search
MOST_POINTS = 24  # of a curve
SEED = 1
PASSES = ("loaded", "minimised", "observed", "judged", "made plain", "extended", "verified")


def main() -> int:
    options = _parse()
    projects = json.loads(PROJECTS.read_text())
    records = json.loads(options.out.read_text()) if options.out.exists() else {}
    for name in options.projects or projects:
        if name in records:
            continue
        try:
            records[name] = record(name, projects[name], options)
        except (OSError, ValueError, Trouble) as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        write(records, options.out)
        runs = records[name]["runs"]
        print(f"{name}: {sum(len(run) for run in runs)} searches", flush=True)
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="policy.record", description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("projects", nargs="*", help="names in projects.json; all that are not recorded yet")
    add("--out", type=Path, default=CURVES, help="the records; what is there already stays")
    add("--skua", type=Path, required=True)
    add("--python", type=Path, required=True, help="with pytest; runs the projects, contained")
    add("--sources", type=Path, help="a folder of packages for projects that have no wheel")
    add("--dependencies", type=Path, help="a folder of what the projects import")
    add("--shares", type=float, nargs=2, default=(14.0, 8.0), help="seconds for a module, by run")
    return parser.parse_args()


def record(name: str, project: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    """Both runs of a project, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        root.mkdir()
        trees = [
            _fetch(name, version, project["package"], options) for version in project["versions"]
        ]
        chosen = choose(trees)
        runs = []
        for tree, share in zip((trees[0], trees[-1]), options.shares):
            shutil.rmtree(root / project["package"], ignore_errors=True)
            shutil.copytree(tree, root / project["package"])
            runs.append(_run(root, project["package"], chosen, share, options))
        for search in runs[1].values():
            # Its first suite was lost for want of time: it is searched as other code would be.
            if search["change"] == "new":
                search["change"] = "modified"
        return {"versions": project["versions"], "runs": runs}


def _fetch(name: str, version: str, package: str, options: argparse.Namespace) -> Path:
    """The folder of the package. Nothing of it is executed: a wheel is only unpacked."""
    wheels = f"{name.replace('-', '_')}-{version}.dist-info"
    if options.sources and len(list(options.sources.glob(wheels))) == 1:
        return Path(options.sources) / package
    store = Path(tempfile.mkdtemp())
    wanted = ("--no-deps", "--only-binary=:all:", "-d", store, f"{name}=={version}")
    pip(options.python, "download", *wanted)
    (wheel,) = store.glob("*.whl")
    shutil.unpack_archive(wheel, store / "tree", "zip")
    return store / "tree" / package


def choose(trees: list[Path]) -> list[str]:
    """Modules that all trees have, evenly over those that have something to search, by size."""
    sizes = []
    for path in sorted(trees[0].rglob("*.py")):
        relative = path.relative_to(trees[0])
        if {"tests", "test", "_vendor", "__main__.py", "conftest.py"} & set(relative.parts):
            continue
        if any(not (tree / relative).exists() for tree in trees):
            continue
        code = ast.parse(path.read_text(encoding="utf-8"))
        inner = [
            node
            for node in ast.walk(code)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        statements = sum(isinstance(node, ast.stmt) for f in inner for node in ast.walk(f))
        if statements >= LEAST_STATEMENTS:
            sizes.append((statements, str(relative)))
    sizes.sort()
    count = min(MODULES, len(sizes))
    return [sizes[(2 * i + 1) * len(sizes) // (2 * count)][1] for i in range(count)]


def _run(
    root: Path, package: str, chosen: list[str], share: float, options: argparse.Namespace
) -> dict[str, Any]:
    """One run with equal shares; its searches by module."""
    runs.configure(
        root,
        project={"source": [package]},
        python={"path": [str(options.dependencies)] if options.dependencies else []},
        budget={"strategy": "simple", "jobs": 1},
        output={"reports": "reports"},
        reports={"formats": ["json"]},
    )
    command = runs.command(
        *(options.skua, root, options.python, *(f"{package}/{file}" for file in chosen)),
        budget=round(share * len(chosen) / 0.95),
        seed=SEED,
        debug="stats",
    )
    log, code = _watched(command, root)
    if code not in (0, 1):
        raise ValueError("\n".join(line for _, _, line in log)[-500:])
    report = runs.read_report(root, "reports")
    passes = passes_in(log)
    searches = {}
    for module in report["modules"]:
        if module["module"] in passes and module.get("goals_total"):
            name = module["module"]
            searches[name] = search_in(module, passes[name])
    return searches


Log = list[tuple[float, float, str]]  # wall clock, processor time, a line


def _watched(command: list[Any], root: Path) -> tuple[Log, int]:
    """What a run says on stderr, with the time at which it says so; and its exit code.

    Processor time is that of all its processes, where the kernel counts it: a busy machine stretches
    the wall clock, and the records are to be of an idle one.
    """
    group = Path("/sys/fs/cgroup/cpuacct") / f"policy_record_{os.getpid()}"
    counts = group.parent.exists() and os.access(group.parent, os.W_OK)
    start: list[Any] = []
    if counts:
        group.mkdir(exist_ok=True)
        start = ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"]

    def now() -> tuple[float, float]:
        wall = time.monotonic()
        return wall, int((group / "cpuacct.usage").read_text()) / 1e9 if counts else wall

    log: Log = [(*now(), "")]
    with subprocess.Popen(
        [*start, *command], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        log.extend((*now(), line) for line in process.stderr)
    return log, process.returncode


def passes_in(log: Log) -> dict[str, dict[str, float]]:
    """Seconds of each pass, by module, and how many tests the search kept.

    `--debug stats` tells of loading, of the search, and of all passes when a campaign ends. Each
    stretch between two of these is scaled to what it would take on an idle machine.
    """
    passes: dict[str, dict[str, float]] = {}
    wall_before, busy_before, _ = log[0]
    for wall, busy, line in log[1:]:
        found = re.match(r"skua stats: ([\w.]+): (.*)", line)
        if not found:
            continue
        module, text = found.groups()
        loaded = re.match(r"loaded in (\d+) ms", text)
        searched = re.match(r"searched (\d+) ms: .* (\d+) kept", text)
        ended = re.match(r"(ran existing tests \d+ ms, )?loaded \d+ ms, ", text)
        if not (loaded or searched or ended):
            continue
        scale = min(1.0, (busy - busy_before) / max(wall - wall_before, 1e-3))
        wall_before, busy_before = wall, busy
        taken = passes.setdefault(module, {})
        if loaded:
            taken["loaded"] = int(loaded[1]) / 1000 * scale
        elif searched:
            taken["searched"] = int(searched[1]) / 1000 * scale
            taken["scale"] = scale
            taken["kept"] = int(searched[2])
        else:
            for name, milliseconds in re.findall(r"([a-z ]+?) (\d+) ms", text):
                if name.strip() not in ("loaded", "searched"):
                    taken[name.strip()] = int(milliseconds) / 1000 * scale
    return passes


def search_in(module: dict[str, Any], passes: dict[str, float]) -> dict[str, Any]:
    """What is kept of a module's search."""
    scale = passes.get("scale", 1)
    discovery = module.get("discovery", [])
    curve = [[round(point["seconds"] * scale, 3), point["covered"]] for point in discovery]
    return {
        "change": module["change"],
        "goals": module["goals_total"],
        "searched": round(passes.get("searched", 0), 3),
        "reason": module.get("reason", {}).get("code", ""),
        "kept": int(passes.get("kept", 0)),
        "written": len(module.get("tests", [])),
        "passes": [round(passes.get(name, 0), 3) for name in PASSES],
        "curve": thinned(curve),
    }


def thinned(curve: list[list[float]]) -> list[list[float]]:
    """So many points at most: those where the least is lost go first."""
    curve = list(curve)
    while len(curve) > MOST_POINTS:
        # Area between the curve and what it is without the point, relative to its time.
        losses = [
            (curve[i][1] - curve[i - 1][1]) * (curve[i + 1][0] - curve[i][0]) / curve[i + 1][0]
            for i in range(1, len(curve) - 1)
        ]
        del curve[1 + losses.index(min(losses))]
    return curve


def write(records: dict[str, Any], path: Path) -> None:
    """A line a search, so that a change of the records can be read."""
    lines = ["{"]
    for i, (name, project) in enumerate(sorted(records.items())):
        lines.append(f'"{name}": {{"versions": {json.dumps(project["versions"])}, "runs": [')
        for r, run in enumerate(project["runs"]):
            rows = [
                f'  "{m}": {json.dumps(s, separators=(",", ":"))}' for m, s in sorted(run.items())
            ]
            lines.append(" {\n" + ",\n".join(rows) + "\n }" + ("," if r == 0 else ""))
        lines.append("]}" + ("," if i + 1 < len(records) else ""))
    path.write_text("\n".join([*lines, "}"]) + "\n")


if __name__ == "__main__":
    sys.exit(main())
