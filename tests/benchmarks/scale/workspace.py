"""A project of hundreds of modules: packages from PyPI, side by side."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from common.runs import configure
from common.subjects import NO_SUBJECT, Subject

# Requirement for pip → package: pure Python, none of them looked at while developing.
WIDER = {
    "httpie==2.4.0": "httpie",
    "flake8==3.9.0": "flake8",
    "pytutils==0.4.1": "pytutils",
    "py-backwards==0.7": "py_backwards",
    "dataclasses-json==0.5.2": "dataclasses_json",
    "flutes==0.3.0": "flutes",
    "codetiming==1.3.0": "codetiming",
    "packaging==24.1": "packaging",
    "mistune==3.0.2": "mistune",
}


def build(subjects: Sequence[Subject], project: Path, most: int) -> int:
    """Copies packages into `project` until it has so many source files; how many it has."""
    files = 0
    project.mkdir(parents=True)
    for subject in subjects:
        for package in _packages(subject.project):
            for source in sorted(package.rglob("*.py")):
                inside = source.relative_to(subject.project)
                if files < most and not any(part in NO_SUBJECT for part in inside.parts):
                    files += 1
            _copy(package, project / package.name)
        for information in subject.project.glob("*.dist-info"):  # some ask for their own version
            _copy(information, project / ".installed" / information.name)
        if files >= most:
            break
    path = [str(subject.dependencies) for subject in subjects]
    if (project / ".installed").exists():
        path.insert(0, ".installed")
    configure(project, python={"path": path})
    return files


def _packages(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name.isidentifier() and path.name not in NO_SUBJECT:
            yield path


def _copy(folder: Path, target: Path) -> None:
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
