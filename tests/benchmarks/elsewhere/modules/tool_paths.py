"""Finds the programs that a build needs."""

import os
import shutil
import sys
from pathlib import Path

WANTED = ("git", "make", "docker", "node")


def find(name: str) -> str | None:
    if os.sep in name:
        raise ValueError(f"a name, not a path: {name}")
    return shutil.which(name)


def missing(names=WANTED) -> list[str]:
    return [name for name in names if shutil.which(name) is None]


def python_name() -> str:
    return Path(sys.executable).name


def in_virtualenv() -> bool:
    return sys.prefix != sys.base_prefix


def search_path() -> list[str]:
    return os.environ.get("PATH", "").split(os.pathsep)


def has_local_bin() -> bool:
    return str(Path.home() / ".local/bin") in search_path()


def site_kind() -> str:
    for entry in sys.path:
        if entry.endswith("dist-packages"):
            return "debian"
        if entry.endswith("site-packages"):
            return "plain"
    return "none"


def quoted(command: list[str]) -> str:
    if not command:
        raise ValueError("no command")
    return " ".join(f'"{word}"' if " " in word else word for word in command)
