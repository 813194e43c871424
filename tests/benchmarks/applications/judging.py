"""What is told of written tests: whether they pass under a plain pytest, reach outside, are clean."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

# Rules that ask for tests without unused names, imports out of order, or comparisons of odd forms.
LINT = "E,F,I,PT,UP"


@dataclass(frozen=True)
class Judgement:
    failing: int  # tests that fail or cannot be set up
    outside: int  # sockets, processes, and files written outside of pytest's folders
    lint: int


def judge(python: Path, ruff: Path, project: Path) -> Judgement:
    """REQUIRES: Skua wrote its tests into the default folder of the project."""
    tests = project / "tests" / "generated"
    if not tests.is_dir():
        return Judgement(0, 0, 0)
    results, events = project / "junit.xml", project / "outside.txt"
    here = Path(__file__).resolve().parent
    words: list[str | Path] = [
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "outside_watch",
        f"--basetemp={project / 'temporary'}", f"--junitxml={results}", "--", tests,
    ]  # fmt: skip
    environment = {
        **os.environ,
        "PYTHONPATH": f"{here / 'inside'}{os.pathsep}{project}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OUTSIDE_EVENTS": str(events),
        "OUTSIDE_ALLOWED": str(project),
    }
    subprocess.run(
        [python, *words], cwd=project, env=environment, capture_output=True, check=False, timeout=300
    )
    outside = len(events.read_text().splitlines()) if events.exists() else 0
    return Judgement(failing(results), outside, lint(ruff, project, tests))


def failing(results: Path) -> int:
    """How many tests of pytest's JUnit file failed; all of them count as one where there is no file.
    """
    if not results.exists():
        return 1
    suites = ElementTree.parse(results).getroot().iter("testsuite")
    return sum(int(one.get("failures", 0)) + int(one.get("errors", 0)) for one in suites)


def lint(ruff: Path, project: Path, folder: Path) -> int:
    """How many things ruff objects to in a folder of the project, in which it knows what is imported."""
    command: list[str | Path] = [
        ruff, "check", "--isolated", "--no-cache", "--select", LINT, "--line-length=100",
        "--output-format=json", folder,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return len(json.loads(done.stdout or "[]"))
