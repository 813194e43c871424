"""Histories: what a project's package was at each of its commits, and what it needs."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from common import Trouble
from common.containment import Containment
from common.python import Python, pip
from common.subjects import Subject, count_branches

FILE = Path(__file__).with_name("subjects.json")


@dataclass(frozen=True)
class History:
    """A stretch of a project's first-parent history, as subjects.json tells of it."""

    name: str
    repository: str  # address, or folder of a repository of any kind
    first: str
    last: str
    packages: tuple[str, ...]  # folders in the repository; their parents are left out
    scope: tuple[str, ...]  # files and folders that tests are for, relative to the packages' parent
    requirements: tuple[str, ...] = ()  # for pip

    @classmethod
    def read(cls, path: Path) -> dict[str, History]:
        lists = ("packages", "scope", "requirements")
        histories = {}
        for name, entry in json.loads(path.read_text()).items():
            fields: dict[str, Any] = entry | {
                key: tuple(value) for key, value in entry.items() if key in lists
            }
            histories[name] = cls(name, **fields)
        return histories

    def at(self, folder: Path | None) -> History:
        """The same, from a clone that is on this machine, if there is one."""
        return replace(self, repository=str(folder)) if folder else self


@dataclass(frozen=True)
class Commit:
    number: int  # from 1
    sha: str
    date: str
    summary: str


@dataclass
class Version(Subject):
    """A history's project at one commit."""

    sha: str = ""

    @property
    def project(self) -> Path:
        return self.folder / "commits" / self.sha

    def branches(
        self, scope: Sequence[str], python: Python, containment: Containment
    ) -> dict[str, int]:
        """Path → branches as coverage.py counts them, of all files in the scope; counted once."""
        record = self.folder / "commits" / f"{self.sha}.json"
        if not record.exists():
            counted = count_branches(self, python, containment)
            record.write_text(json.dumps(counted, indent=1))
        counted = json.loads(record.read_text())
        return {path: count for path, count in counted.items() if is_inside(path, scope)}


def is_inside(path: str, scope: Sequence[str]) -> bool:
    return any(path == part or path.startswith(f"{part}/") for part in scope)


class Repository:
    """A history's repository, with the commits that were asked for below `store`."""

    def __init__(self, history: History, store: Path, python: Python) -> None:
        self.history = history
        self._folder = store / "histories" / history.name
        self._git_folder = Path(history.repository)
        if not self._git_folder.is_dir():
            self._git_folder = self._folder / "repository"
            if not self._git_folder.exists():
                self._clone()
        wanted = "".join(f"{word}\n" for word in history.requirements)
        installed = self._folder / "dependencies" / "requirements.txt"
        if not installed.exists() or installed.read_text() != wanted:
            self._install(python, wanted)

    def commits(self, most: int | None) -> list[Commit]:
        """Oldest first; of more than `most` the last ones."""
        last = self.history.last
        text = self._git("log", "--first-parent", "--reverse", "--format=%H%x09%cs%x09%s", last)
        rows = [line.split("\t", 2) for line in text.splitlines()]
        first = self._git("rev-parse", f"{self.history.first}^{{commit}}").strip()
        shas = [row[0] for row in rows]
        if first not in shas:
            raise Trouble(f"{self.history.name}: {last} has no first-parent ancestor {first}")
        rows = rows[shas.index(first) :]
        rows = rows[-most:] if most else rows
        return [Commit(number, *row) for number, row in enumerate(rows, start=1)]

    def version(self, commit: Commit) -> Version:
        """The packages at that commit, extracted at the first time."""
        version = Version(self.history.name, self.history.repository, self._folder, sha=commit.sha)
        if not version.project.exists():
            partial = version.project.with_suffix(".partial")
            shutil.rmtree(partial, ignore_errors=True)
            for package in self.history.packages:
                self._extract(commit, package, partial)
            partial.rename(version.project)
        return version

    def _extract(self, commit: Commit, package: str, folder: Path) -> None:
        unpacked = folder / ".unpacked"
        unpacked.mkdir(parents=True)
        archive = subprocess.run(
            ["git", "-C", self._git_folder, "archive", commit.sha, "--", package],
            stdout=subprocess.PIPE,
            check=True,
        )
        subprocess.run(["tar", "-x", "-C", unpacked], input=archive.stdout, check=True)
        (unpacked / package).rename(folder / Path(package).name)
        shutil.rmtree(unpacked)

    def _clone(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        command = ["git", "clone", "-q", "--bare", self.history.repository, str(self._git_folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"{self.history.repository}: {done.stderr.strip()}")

    def _install(self, python: Python, wanted: str) -> None:
        partial = self._folder / "dependencies.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        (partial / "requirements.txt").write_text(wanted)
        if self.history.requirements:
            pip(python.program, "install", "--target", partial, *self.history.requirements)
        shutil.rmtree(self._folder / "dependencies", ignore_errors=True)
        partial.rename(self._folder / "dependencies")

    def _git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", "-C", self._git_folder, *words], capture_output=True, text=True
        )
        if done.returncode:
            raise Trouble(f"{self.history.name}: git {words[0]}: {done.stderr.strip()}")
        return done.stdout
