"""Checks that clang-format would not change a C++ file: prints each place, exits with 1 if there is
one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def sources() -> list[str]:
    """All C++ files of sources and tests, without build folders."""
    return sorted(
        str(path)
        for folder in ("src", "tests")
        for suffix in ("*.h", "*.cc")
        for path in (REPOSITORY / folder).rglob(suffix)
    )


def main() -> int:
    """Run clang-format; returns the exit code."""
    # pip installs programs beside the interpreter.
    program = Path(sys.executable).with_name("clang-format")
    return subprocess.run([program, "--dry-run", "-Werror", *sources()], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
