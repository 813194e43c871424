"""Runs the `skua` binary as `python -m skua`, replacing this process."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path


def find_binary() -> Path:
    """The installed binary, in one of pip's folders for scripts: of the environment, of the user,
    or below a folder given as --target."""
    places = [
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))),
        Path(__file__).parents[1] / "bin",
    ]
    for place in places:
        if (place / "skua").is_file():
            return place / "skua"
    searched = ", ".join(map(str, places))
    raise SystemExit(f"skua: the binary is in none of {searched}; install skua-testgen again")


if __name__ == "__main__":
    binary = find_binary()
    os.execv(binary, [str(binary), *sys.argv[1:]])
