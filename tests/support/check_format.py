"""Whether clang-format would change a C++ file of the repository: prints each such place, exits with 1."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def sources() -> list[str]:
    """All C++ files of the sources and tests, without what a build made."""
    return sorted(
        str(path)
        for folder in ("src", "tests")
        for suffix in ("*.h", "*.cc")
        for path in (REPOSITORY / folder).rglob(suffix)
    )


def main() -> int:
    # pip puts the program beside the interpreter that the package was installed for.
    program = Path(sys.executable).with_name("clang-format")
    return subprocess.run([program, "--dry-run", "-Werror", *sources()], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
