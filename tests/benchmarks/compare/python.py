"""Interpreters: the one that judges and the one that runs Pynguin, each in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
    pip: list[str | Path] = [program, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, *requirements], check=True)
    return inspect(program, *names)
