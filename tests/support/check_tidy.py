"""Runs clang-tidy on files of the engine, with the checks in .clang-tidy.

    python check_tidy.py              files that differ from the main branch
    python check_tidy.py FILE...      these files

Each file takes two seconds, all files ten minutes, so no test runs it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# pip installs programs beside the interpreter.
PROGRAM = Path(sys.executable).with_name("clang-tidy")


def output_of(*command: str) -> str:
    """The output of a command in the repository."""
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return done.stdout


def changed() -> list[str]:
    """The changed C++ files below src/."""
    names = output_of("git", "diff", "--name-only", "--diff-filter=d", "main").splitlines()
    return [name for name in names if name.startswith("src/") and name.endswith(".cc")]


def main() -> int:
    """Run clang-tidy; returns the exit code."""
    files = [str(Path(name).resolve()) for name in sys.argv[1:]] or changed()
    # needs Python's headers
    files = [name for name in files if "/runtime/extension/" not in f"/{name}"]
    if not files:
        return 0
    # Flags of the build that clang knows.
    flags = ["-std=c++20", "-Isrc", '-DSKUA_VERSION="0"', "-include", "tests/fuzz/clang_libstdcxx.h"]
    headers = output_of("gcc", "-print-file-name=include").strip()
    command = [str(PROGRAM), "--quiet", *files, "--", *flags, "-isystem", headers]
    return subprocess.run(command, cwd=REPOSITORY).returncode


if __name__ == "__main__":
    sys.exit(main())
