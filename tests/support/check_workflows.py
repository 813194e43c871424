"""Checks the workflows, the action and the GitHub pipelines with zizmor, and with actionlint if it
is installed.

zizmor finds security problems, actionlint wrong expressions, keys and scripts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
WORKFLOWS = [*(REPOSITORY / ".github" / "workflows").glob("*.yml"), *(REPOSITORY / "ci-templates").glob("github-*.yml")]


def tool(name: str) -> str | None:
    """The path of a program beside this Python, else in PATH; None if there is none."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def main() -> int:
    """Run both tools; returns the exit code."""
    zizmor, actionlint = tool("zizmor"), tool("actionlint")
    if zizmor is None:
        print("zizmor is missing: it is in tests/requirements.txt")
        return 1
    config = REPOSITORY / "tests" / "support" / "zizmor.yml"
    commands = [[zizmor, "--offline", "--quiet", "--config", str(config), *map(str, WORKFLOWS), str(REPOSITORY / "action")]]
    if actionlint is None:
        print("actionlint is not installed, so expressions and scripts of the workflows are not checked")
    else:
        commands.append([actionlint, *map(str, WORKFLOWS)])
    return max(subprocess.run(command, cwd=REPOSITORY, check=False).returncode for command in commands)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
