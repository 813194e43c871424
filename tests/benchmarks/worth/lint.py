"""What ruff and the formatter say of the written files, with the settings of their project."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path


def lint_errors(project: Path, files: list[Path]) -> int:
    """What `ruff check` finds; by its own defaults where the project has no settings for it."""
    if not files:
        return 0
    done = _run("ruff", "check", "--no-cache", "--output-format", "json", *files, cwd=project)
    return len(json.loads(done.stdout or "[]"))


def unformatted(project: Path, files: list[Path]) -> int:
    """How many files the project's formatter would change; black where it names none."""
    if not files:
        return 0
    settings = project / "pyproject.toml"
    text = settings.read_text(encoding="utf-8") if settings.exists() else ""
    uses_ruff = (project / "ruff.toml").exists() or ("[tool.ruff" in text and "[tool.black" not in text)
    if uses_ruff:
        done = _run("ruff", "format", "--no-cache", "--check", *files, cwd=project)
        return len(re.findall(r"^Would reformat", done.stdout, re.MULTILINE))
    done = _run("black", "--check", *files, cwd=project)
    return len(re.findall(r"^would reformat", done.stderr, re.MULTILINE))


def _run(tool: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", tool, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
