"""Three runs of Skua on projects with tests of their own, as a new user has them: init, run, again, and after an edit.

`python3 -m elsewhere.fresh --out FOLDER`, in tests/benchmarks.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from common import runs
from common.git import begin, commit, git
from common.options import SKUA, words
from common.python import pip

from . import sessions
from .subjects import environment, generated_below
from .worlds import ROOT, World

FILE = Path(__file__).with_name("fresh.json")
BEGIN = "before-skua"  # the tag of the first commit
STEPS = ("first", "again", "edited")
HEADING = "| project | run | exit | modules with tests | branches | tests | plain pytest | own tests | together | changes | seconds |"  # fmt: skip


@dataclass
class Record:
    project: str
    step: str
    exit: int
    seconds: float
    modules: str
    branches: str
    tests: int
    plain: str
    own: str
    together: str
    changes: int

    def __str__(self) -> str:
        cells = [self.project, self.step, self.exit, self.modules, self.branches, self.tests, self.plain, self.own,
                 self.together, self.changes, f"{self.seconds:.1f}"]  # fmt: skip
        return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    options = _parse()
    if os.getuid() != 0:
        sys.exit("elsewhere: tests run in namespaces, which needs root")
    known = json.loads(FILE.read_text())
    print(HEADING)
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for name in options.projects or known:
        _judge(name, known[name], options)
    return 0


def _judge(name: str, project: dict, options: argparse.Namespace) -> None:
    folder = options.out / "subjects" / name
    root, python = lay_out(name, project, folder)
    before = _own(root, python, project["own"])
    print(f"| {name} | before | | | | | | {before} | | | |", flush=True)
    _logged([options.skua, "init"], root, folder / "init.log")
    commit(root, "Configure Skua")
    records = []
    for step in STEPS:
        if step == "edited":
            _edit(root, project["edit"])
            commit(root, "Edit")
        start = time.monotonic()
        command = [options.skua, "run", "--budget", options.budget, *options.skua_options]
        code = _logged(command, root, folder / f"{step}.log")
        seconds = time.monotonic() - start
        records.append(_measure(name, step, code, seconds, root, python, project))
        print(records[-1], flush=True)
        commit(root, f"Keep what the run named {step} wrote")
    (folder / "records.json").write_text(json.dumps([asdict(one) for one in records], indent=1))


def _measure(
    name: str, step: str, code: int, seconds: float, root: Path, python: Path, project: dict
) -> Record:
    report = runs.read_report(root)
    shutil.copy(root / runs.REPORTS / "report.json", root.parent / f"{step}.json")
    modules = report.get("modules", [])
    branches = report.get("branches") or {}
    plain = sessions.run(ROOT, name, root, python)
    for test, why in plain.failures.items():
        print(f"  {name}, {step}: {test}: {why}", file=sys.stderr)
    return Record(
        name,
        step,
        code,
        seconds,
        f"{sum(bool(module.get('tests')) for module in modules)} of {len(modules)}",
        f"{branches.get('taken', 0)} of {branches.get('total', 0)}",
        sessions.count_tests(root),
        _told(plain),
        _own(root, python, project["own"]),
        _own(root, python, [*project["own"], generated_below(root)]),
        report.get("behaviour_changes", 0),
    )


def _own(root: Path, python: Path, paths: Sequence[str]) -> str:
    """The project's own tests, alone or with the written ones in the same session."""
    alone = () if generated_below(root) in paths else (f"--ignore={generated_below(root)}",)
    own = World("own", ("{python}", "-m", "pytest", "-q", *alone, *paths))
    return _told(sessions.run(own, root.parent.name, root, python, limit=900))


def _told(session: sessions.Session) -> str:
    return f"{session.passed} pass, {session.failed} fail"


def lay_out(name: str, project: dict, folder: Path) -> tuple[Path, Path]:
    """A repository with the project's sources, and an environment in it where it is installed. One that
    is there already is set back to its first commit."""
    root = folder / "checkout"
    if (root / ".git").exists():
        git(root, "reset", "-q", "--hard", BEGIN)
        git(root, "clean", "-qfdx", "-e", ".venv", "-e", "*.egg-info")
        return root, root / ".venv" / "bin" / "python"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    wanted = ("--no-deps", "--no-binary", name, f"{name}=={project['version']}", "-d", folder)
    pip(sys.executable, "download", *wanted)
    [archive] = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder, filter="data")
    (folder / archive.name.removesuffix(".tar.gz")).rename(root)
    python = environment(root / ".venv", [])
    pip(python, "install", *project["needs"], "-e", root)
    (root / ".gitignore").write_text(".venv\n__pycache__\n*.egg-info\n.skua\nbuild\n")
    begin(root)
    git(root, "tag", BEGIN)
    return root, python


def _edit(root: Path, edit: dict) -> None:
    path = root / edit["file"]
    text = path.read_text()
    if text.count(edit["old"]) != 1:
        raise SystemExit(f"{path} does not have the text that is to be edited exactly once")
    path.write_text(text.replace(edit["old"], edit["new"]))


def _logged(command: Sequence[str | Path], root: Path, log: Path) -> int:
    with open(log, "w") as out:
        return subprocess.run(command, cwd=root, stdout=out, stderr=out, check=False).returncode


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="elsewhere.fresh", description=__doc__)
    add = parser.add_argument
    add("--projects", type=words, default=[], help="names in fresh.json; all of them")
    add("--out", type=Path, required=True, help="a folder that any user may enter")
    add("--skua", type=Path, default=SKUA, help="the binary")
    add("--budget", default="120s", help="of each run (120s)")
    add("--skua-options", type=str.split, default=[], help="further flags for skua run")
    options = parser.parse_args()
    options.out, options.skua = options.out.resolve(), options.skua.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
