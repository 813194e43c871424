"""Runs of Skua: how it is configured, started and read, and what was measured with which versions."""

from __future__ import annotations

import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import Trouble
from .containment import Box
from .python import Python

REPORTS = "build/skua"
GENERATED = "tests/generated"
UNLIMITED_SECONDS = 3600.0  # of a run without a budget


def configure(project: Path, /, **sections: object) -> None:
    """Writes skua.yml; sections that are empty are left out."""
    told = {"version": 1} | {name: section for name, section in sections.items() if section}
    # What is JSON is YAML, too.
    (project / "skua.yml").write_text(json.dumps(told) + "\n")


def command(
    skua: Path,
    project: Path,
    python: Path,
    *words: object,
    budget: float | str = 0,
    **flags: object,
) -> list[str]:
    """A run on a configured project. `budget`: in seconds, or as the command line has it; 0: none.

    Flags that are None are left out.
    """
    if budget:
        flags["budget"] = budget if isinstance(budget, str) else f"{budget:g}s"
    told = [
        word
        for name, value in flags.items()
        if value is not None
        for word in (f"--{name.replace('_', '-')}", value)
    ]
    common = ("--root", project, "--config", project / "skua.yml", "--python", python)
    return list(map(str, [skua, "run", *common, "--color", "never", *told, *words]))


def run(command: Sequence[str], project: Path, seconds: float, what: str) -> dict[str, Any]:
    """The report of a run outside of a box. Trouble tells of `what` where it fails or takes longer."""
    try:
        done = subprocess.run(
            command, cwd=project, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Trouble(f"{what}: skua took {seconds:g} s") from error
    report = read_report(project)
    if done.returncode != 0 or not report:
        raise Trouble(f"{what}: skua: {done.stderr.strip()}")
    return report


def read_report(project: Path, folder: str = REPORTS) -> dict[str, Any]:
    """What report.json says; nothing where there is none."""
    try:
        return json.loads((project / folder / "report.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def carry(box: Box, before: Path) -> None:
    """Copies what an earlier run left, its tree and its home, into a new box."""
    for name in ("project", "home"):
        shutil.copytree(before / name, box.folder / name, symlinks=True, dirs_exist_ok=True)


def leave(box: Box, after: Path) -> None:
    """Copies tree and home out of a box."""
    for name in ("project", "home"):
        shutil.copytree(box.folder / name, after / name, symlinks=True)


def collect(written: Path, files: Path) -> list[str]:
    """Copies the test files; their names."""
    files.mkdir(parents=True)
    names = []
    if written.is_dir():
        for path in sorted(written.rglob("*.py")):
            if path.is_file() and not path.is_symlink():
                shutil.copyfile(path, files / path.name)
                names.append(path.name)
    return names


def version(skua: Path) -> str:
    """The binary's version. Trouble where there is no binary."""
    if not skua.is_file():
        raise Trouble(f"{skua}: there is no such file; name the binary with --skua")
    done = subprocess.run([skua, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]


def read_settings(out: Path) -> list[dict[str, Any]]:
    """What the results in a folder were measured with: an entry for each start of the program."""
    path = out / "settings.json"
    return json.loads(path.read_text()) if path.exists() else []


def keep_settings(out: Path, python: Python, own: Mapping[str, Any], free: Sequence[str] = ()) -> None:
    """Adds an entry to settings.json. Trouble where earlier results were measured otherwise.

    All entries have to be the same but those named by `free`, and where one of two says nothing.
    """
    out.mkdir(parents=True, exist_ok=True)
    settings = {
        "date": datetime.date.today().isoformat(),
        "command": sys.argv[1:],
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}",
        "python": python.version,
        **python.packages,
        **own,
    }
    earlier = read_settings(out)
    check_comparable(settings, earlier, ("date", "command", *free))
    (out / "settings.json").write_text(json.dumps([*earlier, settings], indent=1) + "\n")


def check_comparable(
    settings: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]], free: Sequence[str] = ()
) -> None:
    """Results in one folder stand in one table: they have to be measured alike."""
    for before in earlier:
        for name in sorted(before.keys() & settings.keys() - set(free)):
            was, is_now = before[name], settings[name]
            if isinstance(was, dict) and isinstance(is_now, dict):
                check_comparable(is_now, [was])
            elif was != is_now and None not in (was, is_now):
                raise Trouble(f"--out has results with {name} {was}, not {is_now}: use another")


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
