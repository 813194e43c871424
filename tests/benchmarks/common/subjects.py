"""Projects to generate tests for: fetched by version, split into the project and what it needs."""

from __future__ import annotations

import fnmatch
import json
import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import Trouble
from .containment import Box, Containment
from .python import Python, pip

# Requirement for pip → package, the ten projects that are looked at while developing.
DEVELOPMENT = {
    "apimd==1.2.1": "apimd",
    "docstring_parser==0.7.3": "docstring_parser",
    "flutils==0.7": "flutils",
    "isort==5.8.0": "isort",
    "mimesis==4.1.3": "mimesis",
    "pdir2==0.3.2": "pdir",
    "pyMonet==0.12.0": "pymonet",
    "pypara==0.0.24": "pypara",
    "python-string-utils==1.0.0": "string_utils",
    "typesystem==0.2.4": "typesystem",
}
NO_SUBJECT = ("tests", "test", "__pycache__", "build", "dist", "_vendored")
IMPORT_SECONDS = 30


@dataclass
class Module:
    name: str
    path: str  # relative to the project
    branches: int
    trouble: str = ""  # why it cannot be imported


@dataclass
class Subject:
    name: str
    origin: str  # requirement, or folder
    folder: Path
    modules: list[Module] = field(default_factory=list)

    @property
    def project(self) -> Path:
        """Holds the package alone: what a tool is pointed at."""
        return self.folder / "project"

    @property
    def dependencies(self) -> Path:
        return self.folder / "dependencies"


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Writes texts to paths beneath a folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def named(words: Sequence[str]) -> dict[str, str]:
    """Subject's name → origin, from what was given on the command line.

    A word is `development`, a package of that set, a folder, or REQUIREMENT[:PACKAGE] for pip.
    """
    origins: dict[str, str] = {}
    for word in words:
        if word == "development":
            origins |= {package: requirement for requirement, package in DEVELOPMENT.items()}
        elif word in DEVELOPMENT.values():
            origins |= {p: requirement for requirement, p in DEVELOPMENT.items() if p == word}
        elif Path(word).is_dir():
            folder = Path(word).resolve()
            origins[folder.parent.name if folder.name == "src" else folder.name] = str(folder)
        elif "==" in word:
            requirement, _, package = word.partition(":")
            origins[package or requirement.partition("==")[0].replace("-", "_")] = requirement
        else:
            known = ", ".join(sorted(DEVELOPMENT.values()))
            raise Trouble(
                f"{word}: neither a folder, NAME==VERSION[:PACKAGE], development, nor one of {known}"
            )
    return origins


def prepare(
    name: str, origin: str, store: Path, python: Python, containment: Containment
) -> Subject:
    """The subject in `store`, fetched at the first time, with its modules."""
    subject = Subject(name, origin, store / "subjects" / name)
    record = subject.folder / "subject.json"
    if record.exists():
        stored = json.loads(record.read_text())
        # A folder of this machine can have changed; a version of a package cannot.
        if stored["origin"] == origin and not Path(origin).is_dir():
            subject.modules = [Module(**module) for module in stored["modules"]]
            return subject
    shutil.rmtree(subject.folder, ignore_errors=True)
    subject.project.mkdir(parents=True)
    subject.dependencies.mkdir()
    if Path(origin).is_dir():
        hidden = shutil.ignore_patterns("__pycache__", ".*", "build")
        shutil.copytree(origin, subject.project, dirs_exist_ok=True, ignore=hidden)
    else:
        _install(subject, python)
    subject.modules = _list_modules(subject, python, containment)
    stored = {"origin": origin, "modules": [asdict(module) for module in subject.modules]}
    record.write_text(json.dumps(stored, indent=1))
    return subject


def choose(
    subjects: Sequence[Subject], patterns: Sequence[str], most: int | None
) -> list[tuple[Subject, Module]]:
    """The modules that can be imported, have branches and match; of them a sample, always the same."""
    chosen = [
        (subject, module)
        for subject in subjects
        for module in subject.modules
        if module.branches
        and not module.trouble
        and (not patterns or any(fnmatch.fnmatch(module.name, glob) for glob in patterns))
    ]
    if most is not None and len(chosen) > most:
        kept = set(random.Random("sample of modules").sample(range(len(chosen)), most))
        chosen = [pair for index, pair in enumerate(chosen) if index in kept]
    return chosen


def _install(subject: Subject, python: Python) -> None:
    """Its own files into the project, those of what it depends on beside."""
    pip(python.program, "install", "--no-deps", "--target", subject.project, subject.origin)
    pip(python.program, "install", "--target", subject.dependencies, subject.origin)
    for path in subject.project.iterdir():
        twin = subject.dependencies / path.name
        if twin.is_dir() and path.name != "bin":
            shutil.rmtree(twin)
        elif twin.is_file():
            twin.unlink()
    for folder in (subject.project, subject.dependencies):
        shutil.rmtree(folder / "bin", ignore_errors=True)


def _list_modules(subject: Subject, python: Python, containment: Containment) -> list[Module]:
    """All modules of the project, with their branches as coverage.py counts them."""
    modules = []
    for path, branches in count_branches(subject, python, containment).items():
        parts = list(Path(path).with_suffix("").parts)
        if any(part in NO_SUBJECT for part in parts) or parts[-1] in ("setup", "__main__"):
            continue
        if parts[-1] == "__init__":
            parts.pop()
        if not parts or not all(part.isidentifier() for part in parts):
            continue
        module = Module(".".join(parts), path, branches)
        if branches:
            module.trouble = _try_import(subject, module.name, python, containment)
        modules.append(module)
    return sorted(modules, key=lambda module: module.name)


def count_branches(subject: Subject, python: Python, containment: Containment) -> dict[str, int]:
    """Path → branches, of all files: coverage.py reports also those that nothing imported."""
    box = Box(subject.folder / "box")
    data, result, empty, settings = (
        box.folder / name for name in ("data", "coverage.json", "empty.py", "coveragerc")
    )
    empty.write_text("")
    settings.write_text("[report]\ninclude_namespace_packages = true\n")
    script = (
        '"$0" -m coverage run --rcfile="$5" --data-file="$2" --branch --source="$1" "$3"; cd "$1" && '
        '"$0" -m coverage json --rcfile="$5" --data-file="$2" -i -q -o "$4"'
    )
    log = subject.folder / "modules.log"
    containment.run(
        ["sh", "-c", script, python.program, subject.project, data, empty, result, settings],
        box,
        [*python.needs, subject.project],
        box.environment(),
        limit=300,
        log=log,
    )
    if not result.exists():
        raise Trouble(f"{subject.name}: coverage.py finds no modules; see {log}")
    files = json.loads(result.read_text())["files"]
    box.remove()
    return {path: entry["summary"]["num_branches"] for path, entry in files.items()}


def _try_import(subject: Subject, module: str, python: Python, containment: Containment) -> str:
    """Why it cannot be imported; empty when it can."""
    box = Box(subject.folder / "box")
    log = box.folder / "log"
    run = containment.run(
        [python.program, "-c", f"import importlib; importlib.import_module({module!r})"],
        box,
        [*python.needs, subject.folder],
        box.environment(PYTHONPATH=f"{subject.project}:{subject.dependencies}"),
        limit=IMPORT_SECONDS,
        log=log,
    )
    lines = log.read_text(errors="replace").strip().splitlines()
    box.remove()
    if run.killed:
        return f"importing it takes more than {IMPORT_SECONDS} s"
    return "" if run.exit_code == 0 else (lines[-1] if lines else f"exit code {run.exit_code}")
