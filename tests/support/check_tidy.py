"""Runs clang-tidy, with the checks in .clang-tidy, on files of the engine.

    python check_tidy.py              on those that differ from the main branch
    python check_tidy.py FILE...      on these

It takes two seconds for each file, ten minutes for all, so nothing runs it by itself.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# pip puts it beside the interpreter that the package was installed for.
PROGRAM = Path(sys.executable).with_name("clang-tidy")


def output_of(*command: str) -> str:
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return done.stdout


def changed() -> list[str]:
    names = output_of("git", "diff", "--name-only", "--diff-filter=d", "main").splitlines()
    return [name for name in names if name.startswith("src/") and name.endswith(".cc")]


def main() -> int:
    files = [str(Path(name).resolve()) for name in sys.argv[1:]] or changed()
    files = [name for name in files if "/runtime/extension/" not in f"/{name}"]  # needs Python's headers
    if not files:
        return 0
    # The fixed flags of the build, without those that only GCC knows.
    flags = ["-std=c++20", "-Isrc", '-DSKUA_VERSION="0"', "-include", "tests/fuzz/clang_libstdcxx.h"]
    headers = output_of("gcc", "-print-file-name=include").strip()
    command = [str(PROGRAM), "--quiet", *files, "--", *flags, "-isystem", headers]
    return subprocess.run(command, cwd=REPOSITORY).returncode


if __name__ == "__main__":
    sys.exit(main())
