"""Projects with test suites of their own: fetched by version and hash, laid out, edited as people edit them."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Trouble
from common import python as pythons
from common.git import begin
from common.python import Python, pip

FILE = Path(__file__).with_name("projects.json")
EDITS = ("refactoring", "bug", "removed name")
TOOLS = ("pytest==8.3.3", "coverage==7.16.2", "pytest-xdist==3.6.1", "pytest-randomly==3.16.0")


@dataclass(frozen=True)
class Replacement:
    """A text in a file that becomes another; it stands there exactly `times`."""

    file: str
    old: str
    new: str
    times: int = 1


@dataclass(frozen=True)
class Project:
    """A project as projects.json tells of it; paths are relative to its folder."""

    name: str
    source: str  # requirement for pip, whose sdist is taken, or a folder
    scope: tuple[str, ...]  # files that tests are for
    edits: dict[str, tuple[Replacement, ...]]  # by what they are: EDITS
    removed_name: str  # what the last edit takes from its module
    sha256: str = ""  # of the sdist
    root: str = "."  # what imports begin at
    own_tests: tuple[str, ...] = ("tests",)
    requirements: tuple[str, ...] = ()
    test_requirements: tuple[str, ...] = ()
    budget: float = 0  # seconds; 0: as the command line says

    @classmethod
    def read(cls, path: Path) -> dict[str, Project]:
        lists = ("scope", "own_tests", "requirements", "test_requirements")
        projects = {}
        for name, entry in json.loads(path.read_text()).items():
            fields: dict[str, Any] = {
                key: tuple(value) if key in lists else value for key, value in entry.items()
            }
            fields["edits"] = {
                kind: tuple(Replacement(**one) for one in entry["edits"][kind]) for kind in EDITS
            }
            projects[name] = cls(name, **fields)
        return projects

    def module_of(self, path: str) -> str:
        """The name by which a file of the scope is imported."""
        parts = list(Path(path).relative_to(self.root).with_suffix("").parts)
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def edit(self, kind: str, tree: Path) -> list[str]:
        """Makes an edit in a tree; the files that it changed. Refuses what does not apply as written."""
        for one in self.edits[kind]:
            path = tree / one.file
            text = path.read_text(encoding="utf-8")
            if text.count(one.old) != one.times:
                raise Trouble(
                    f"{self.name}: {kind}: {one.file} has {text.count(one.old)} times, "
                    f"not {one.times}, {one.old!r}"
                )
            path.write_text(text.replace(one.old, one.new), encoding="utf-8")
        return sorted({one.file for one in self.edits[kind]})


@dataclass(frozen=True)
class Fetched:
    """A project on this machine: its sources, what it needs, and the interpreter of its environment."""

    project: Project
    folder: Path
    python: Python

    @property
    def sources(self) -> Path:
        return self.folder / "sources"

    @property
    def metadata(self) -> Path:
        """What its installation would leave beside the package: tests ask for their own version."""
        return self.folder / "metadata"

    def lay_out(self, tree: Path) -> None:
        """A repository with the sources in one commit."""
        hidden = shutil.ignore_patterns("__pycache__", ".git", ".hypothesis")
        shutil.copytree(self.sources, tree, symlinks=True, ignore=hidden)
        for path in sorted(tree.rglob("skua.yml")):
            path.unlink()
        begin(tree)


def fetch(project: Project, store: Path, python: Path | None) -> Fetched:
    """The project in `store`; fetched and checked at the first time.

    `python`: an interpreter that has all that is needed, where no environment is to be made.
    """
    folder = store / "projects" / project.name
    record = folder / "project.json"
    wanted = json.dumps([project.source, project.sha256])
    if Path(project.source).is_dir() or not record.exists() or record.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if Path(project.source).is_dir():
            shutil.copytree(project.source, folder / "sources")
        else:
            _fetch_sources(project, folder)
        (folder / "metadata").mkdir(exist_ok=True)
        _check_edits(project, folder)
        if python is None and not Path(project.source).is_dir():
            _make_metadata(project, folder)
        record.write_text(wanted)
    if python is not None:
        return Fetched(project, folder, pythons.inspect(python, "pytest", "coverage"))
    return Fetched(project, folder, environment(project, store, None))


def environment(project: Project, store: Path, base: Path | None) -> Python:
    """The project's virtual environment of an interpreter, without the project itself."""
    wanted = [*TOOLS, *project.requirements, *project.test_requirements]
    kind = base.parents[1].name if base else "own"
    # Other versions are in another one.
    digest = hashlib.sha256(" ".join(wanted).encode()).hexdigest()[:8]
    folder = store / "venvs" / f"{project.name}-{kind}-{digest}"
    return pythons.environment(folder, base, *wanted)


def _fetch_sources(project: Project, folder: Path) -> None:
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{project.source} --hash=sha256:{project.sha256}\n")
    name = project.source.partition("==")[0]
    pip(sys.executable, "download", "--no-deps", "--no-binary", name, "-d", folder, "-r", wanted)
    [archive] = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "unpacked", filter="data")
    [unpacked] = (folder / "unpacked").iterdir()
    unpacked.rename(folder / "sources")
    (folder / "unpacked").rmdir()


def _make_metadata(project: Project, folder: Path) -> None:
    partial = folder / "installed"
    install(folder / "sources", partial)
    for path in partial.glob("*.dist-info"):
        path.rename(folder / "metadata" / path.name)
    shutil.rmtree(partial)


def install(sources: Path, target: Path) -> None:
    """What pip makes of the sources, without what they need."""
    copy = target.with_suffix(".build")  # building writes among the sources
    shutil.copytree(sources, copy, symlinks=True)
    pip(sys.executable, "install", "--no-deps", "--target", target, copy)
    shutil.rmtree(copy)


def _check_edits(project: Project, folder: Path) -> None:
    """All edits, one after the other, on a copy: they apply, and what comes of them compiles."""
    tree = folder / "edited"
    shutil.copytree(folder / "sources", tree)
    for kind in EDITS:
        for file in project.edit(kind, tree):
            compile((tree / file).read_text(encoding="utf-8"), file, "exec")
    shutil.rmtree(tree)
