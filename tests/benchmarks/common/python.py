"""Interpreters, their environments, and what pip puts into them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from . import Trouble

_QUESTION = """
import importlib.metadata, json, platform, sys
def version(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
print(json.dumps({
    "version": platform.python_version(),
    "needs": sorted({sys.prefix, sys.base_prefix}),
    "packages": {name: version(name) for name in sys.argv[1:]},
}))
"""


@dataclass(frozen=True)
class Python:
    program: Path  # not resolved: the link is what makes it the environment's
    version: str
    needs: tuple[Path, ...]  # folders that it has to see to run
    packages: dict[str, str | None]


def inspect(program: Path, *packages: str) -> Python:
    """Asks an interpreter for itself and the versions of `packages`; None for what it does not have."""
    done = subprocess.run(
        [program, "-I", "-c", _QUESTION, *packages], capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    needs = tuple(Path(path) for path in answer["needs"] if path not in ("/usr", "/"))
    return Python(program, answer["version"], needs, answer["packages"])


def environment(folder: Path, base: Path | None, *requirements: str) -> Python:
    """A virtual environment with `requirements` in it, made at the first time."""
    program = folder / "bin" / "python"
    names = [requirement.partition("==")[0] for requirement in requirements]
    if program.exists():
        python = inspect(program, *names)
        if all(python.packages.values()):
            return python
    print(f"Installing with pip in {folder}: {', '.join(requirements)}", file=sys.stderr)
    subprocess.run([base or sys.executable, "-m", "venv", "--clear", folder], check=True)
    pip(program, "install", *requirements)
    return inspect(program, *names)


def judging(given: Path | None, store: Path) -> Python:
    """An interpreter with pytest and coverage.py: the one given, else that of an environment in the store."""
    if given is None:
        return environment(store / "venvs" / "judge", None, "pytest", "coverage")
    python = inspect(given.absolute(), "pytest", "coverage")
    if not all(python.packages.values()):
        raise Trouble(f"{given} has not both pytest and coverage")
    return python


def pip(program: str | Path, *words: object) -> None:
    """Runs pip, which says nothing. Trouble tells why it failed."""
    quiet = ("-q", "--disable-pip-version-check")
    command = [str(program), "-m", "pip", *map(str, words), *quiet]
    environment = os.environ | {"PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise Trouble(f"pip {words[0]} {words[-1]}: {done.stderr.strip()[-500:]}")
