"""A project of a few modules, run in parts: what test_shards, test_merge and test_gates share."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from conftest import Project, Result

SETTINGS = ("--iterations", "2", "--seed", "1")
TABLES = ("runs", "sources", "campaigns", "suites", "reports", "scans", "scanner")

MODULES = {
    "shop.basket": "def total(prices: list[int]) -> int:\n    return sum(p for p in prices if p > 0)\n",
    "shop.label": "def label(name: str) -> str:\n    return name.upper() if name else 'nobody'\n",
    "shop.rates": (
        "from shop.label import label\n\n\n"
        "def quote(weight: int) -> str:\n"
        "    if weight <= 0:\n        return label('')\n"
        "    if weight <= 1000:\n        return '449'\n    return '699'\n"
    ),
    "shop.stock": (
        "class Stock:\n"
        "    def __init__(self) -> None:\n        self.items: dict[str, int] = {}\n\n"
        "    def add(self, name: str, count: int) -> int:\n"
        "        if count < 0:\n            raise ValueError('count')\n"
        "        self.items[name] = self.items.get(name, 0) + count\n"
        "        return self.items[name]\n"
    ),
    # What cannot be covered, so that a gate has something to fail on.
    "shop.secret": (
        "import hashlib\n\n\n"
        "def check(text: str) -> bool:\n"
        "    if hashlib.sha256(text.encode()).hexdigest().startswith('000000'):\n"
        "        return True\n"
        "    return False\n"
    ),
}


def write_shop(project: Project) -> None:
    project.write("skua.yml", "version: 1\nproject:\n  source: [shop]\noracle:\n  mutants: 0\n")
    project.write("shop/__init__.py", '"""A shop."""\n')
    for name, text in MODULES.items():
        project.write(name.replace(".", "/") + ".py", text)


def copy(project: Project, folder: Path) -> Project:
    shutil.copytree(project.root, folder)
    return Project(folder)


def run_shard(source: Project, folder: Path, shard: str, *options: str) -> Project:
    """A copy of `source` on a machine of its own."""
    machine = copy(source, folder)
    result = machine.skua("run", *SETTINGS, "--shard", shard, *options)
    assert result.exit_code == 0, result.output + result.errors
    return machine


def run_shards(source: Project, folder: Path, total: int, *options: str) -> list[Project]:
    return [
        run_shard(source, folder / f"{index}-of-{total}", f"{index}/{total}", *options)
        for index in range(1, total + 1)
    ]


def merge(into: Project, shards: list[Project], *options: str) -> Result:
    return into.skua("merge", *options, *(str(shard.root) for shard in shards))


def texts(project: Project) -> dict[str, str]:
    """All that a merge writes, but for the state: path → text."""
    found = {}
    for folder in ("tests/generated", "build/skua"):
        for file in sorted((project.root / folder).rglob("*")):
            if file.is_file():
                found[str(file.relative_to(project.root))] = file.read_text(encoding="utf-8")
    return found


def state(project: Project) -> dict[str, list]:
    """Every row of the state."""
    connection = sqlite3.connect(project.root / ".skua/state.db")
    try:
        return {
            table: (
                connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                if table != "scanner"
                else connection.execute(f"SELECT * FROM {table}").fetchall()
            )
            for table in TABLES
        }
    finally:
        connection.close()
