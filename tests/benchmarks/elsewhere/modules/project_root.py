"""Finds the root of a project from the current folder, and its settings."""

import os
from pathlib import Path

MARKS = (".git", ".hg", "pyproject.toml", "setup.cfg")


def find_root(start=None) -> Path:
    start = Path(start) if start else Path.cwd()
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in MARKS):
            return folder
    return start


def has_config(name: str = "tool.ini") -> bool:
    return os.path.isfile(name)


def read_config(name: str = "tool.ini") -> dict[str, str]:
    """Lines of the form name = value; an empty dict where there is no file."""
    try:
        with open(name, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip() for key, value in pairs}


def option(name: str, default: str = "none") -> str:
    if not name:
        raise ValueError("an option has a name")
    return read_config().get(name, default)


def sources() -> list[str]:
    return sorted(path.name for path in Path(".").glob("*.py"))


def data_file(name: str) -> str:
    for folder in ("data", "share", "."):
        candidate = os.path.join(folder, name)
        if os.path.exists(candidate):
            return candidate
    raise FileNotFoundError(f"{name}: neither in data nor in share")


def is_repository() -> bool:
    return os.path.isdir(".git")


def title() -> str:
    return os.path.basename(os.getcwd()).replace("-", " ").title()


def count_entries(folder: str = ".") -> int:
    return len(os.listdir(folder))
