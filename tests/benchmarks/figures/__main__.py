"""Compares the lines and branches that Skua counts with those that coverage.py counts, over packages
that are installed beside this interpreter: file by file, while a small program uses the package.

    $ python3 -m figures [PACKAGE…]

Exit code 0: all agree; 1: some differ; 2: none of the packages is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

RUNTIME = Path(__file__).resolve().parents[3] / "src" / "runtime"
sys.path.insert(0, str(RUNTIME))

from skua_runtime.alone.line_coverage import Statements  # noqa: E402
from skua_runtime.alone.statement_lines import statement_lines  # noqa: E402

WORKLOADS = Path(__file__).parent / "workloads"
SETTINGS = "[run]\nbranch = true\ncore = ctrace\n"
# Arguments: the folder of run_watch.py, the program, a list of files, where to write what was seen.
WATCH = """
import json, runpy, sys
sys.path.insert(0, sys.argv[1])
import run_watch
with open(sys.argv[3]) as files:
    watch = run_watch.RunWatch(json.load(files))
watch.start()
try:
    runpy.run_path(sys.argv[2], run_name="__main__")
finally:
    watch.stop()
with open(sys.argv[4], "w") as seen:
    json.dump(watch.seen(), seen)
"""


@dataclass
class Result:
    package: str
    files: int = 0
    files_that_ran: int = 0
    statements: int = 0
    branches: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, file: str, ours: list[tuple[Any, ...]], theirs: dict[str, Any]) -> None:
        summary = theirs["summary"]
        self.files += 1
        self.statements += summary["num_statements"]
        self.branches += summary["num_branches"]
        lines = {line: ran for line, _, _, ran, _, _ in ours}
        expected = dict.fromkeys(theirs["executed_lines"], True)
        expected |= dict.fromkeys(theirs["missing_lines"], False)
        for line in sorted(lines.keys() | expected.keys()):
            if lines.get(line) != expected.get(line):
                self.differences.append(
                    f"{file}:{line}: ran: {lines.get(line)}, by coverage.py: {expected.get(line)}"
                )
        # coverage.py counts all branches of a line that a comment says has none, and lists what ran.
        believed = Statements(file).without_branch()
        taken = {line: into + past for line, *_, into, past in ours if line not in believed}
        listed = dict.fromkeys(taken, 0)
        for line, _ in theirs["executed_branches"]:
            if line not in believed:
                listed[line] = listed.get(line, 0) + 1
        for line in sorted(taken.keys() | listed.keys()):
            if taken.get(line, 0) != listed.get(line, 0):
                self.differences.append(
                    f"{file}:{line}: {taken.get(line, 0)} branches taken, "
                    f"by coverage.py {listed.get(line, 0)}"
                )
        sums = (
            sum(into + past for _, into, past, *_ in ours),
            sum(into + past for *_, into, past in ours),
        )
        their_sums = (summary["num_branches"], summary["covered_branches"])
        if sums != their_sums:
            self.differences.append(
                f"{file}: {sums[1]} of {sums[0]} branches, by coverage.py "
                f"{their_sums[1]} of {their_sums[0]}"
            )


def compare(package: str, workload: Path) -> Result:
    """Runs the workload twice. Raises CalledProcessError when one of the runs fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings").write_text(SETTINGS)
        program = "use.py"  # under its own name it would hide the package
        (folder / program).write_text(workload.read_text())
        settings = ("--rcfile", "settings")
        _python(folder, "-m", "coverage", "run", *settings, "--source", package, program)
        _python(folder, "-m", "coverage", "json", *settings, "-q", "-o", "measured.json")
        measured = json.loads((folder / "measured.json").read_text())["files"]
        files = {str((folder / file).resolve()): counted for file, counted in measured.items()}
        (folder / "files.json").write_text(json.dumps(list(files)))
        alone = RUNTIME / "skua_runtime" / "alone"
        _python(folder, "-c", WATCH, str(alone), program, "files.json", "seen.json")
        seen = json.loads((folder / "seen.json").read_text())
    result = Result(package, files_that_ran=len(seen))
    for file, counted in files.items():
        ran = seen.get(file, {"lines": [], "jumps": []})
        result.add(file, statement_lines(file, None, ran), counted)
    return result


def _python(folder: Path, *words: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, check=True, capture_output=True
    )


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="figures", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("package", nargs="*", help="all that have a workload, by default")
    chosen = parser.parse_args().package
    workloads = {file.stem: file for file in sorted(WORKLOADS.glob("*.py"))}
    results = []
    for package in chosen or workloads:
        if package not in workloads or not _is_installed(package):
            print(f"{package}: not installed, or there is no workload for it")
            continue
        result = compare(package, workloads[package])
        results.append(result)
        print(
            f"{package}: {result.files} files, {result.files_that_ran} of them ran, "
            f"{result.statements} statements, {result.branches} branches, "
            f"{len(result.differences)} differences"
        )
        for difference in result.differences:
            print(f"  {difference}")
    if not results:
        return 2
    print(
        f"all {len(results)}: {sum(one.files for one in results)} files, "
        f"{sum(one.statements for one in results)} statements, "
        f"{sum(one.branches for one in results)} branches, "
        f"{sum(len(one.differences) for one in results)} differences"
    )
    return 1 if any(one.differences for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
