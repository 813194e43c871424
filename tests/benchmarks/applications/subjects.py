"""What Skua is run on: modules of our own, and applications that others wrote."""

from __future__ import annotations

import shutil
from pathlib import Path

MODULES = Path(__file__).resolve().parent / "modules"
# By package, what stands beside it at the root of its project: settings, manage.py.
ROOTS = MODULES.with_name("roots")
# By package, which pip installs with the frameworks: modules of its command line, its store and its
# web layer.
APPLICATIONS = {
    "isso": ("isso", "isso.db.comments", "isso.views.comments"),
    "datasette": ("datasette.cli", "datasette.database", "datasette.views.special"),
    "pypiserver": ("pypiserver._app", "pypiserver.backend", "pypiserver.config"),
}


def own_modules(folder: Path = MODULES) -> list[str]:
    """Dotted names, sorted; files `__init__.py` count where something is in them."""
    names = []
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if parts[-1] == "__init__":
            if not file.read_text().strip():
                continue
            parts = parts[:-1]
        names.append(".".join(parts))
    return sorted(names)


def applications() -> list[str]:
    """Dotted names of the modules of all applications."""
    return [name for names in APPLICATIONS.values() for name in names]


def put(name: str, site_packages: Path, folder: Path) -> Path:
    """Copies the package of a module into a folder, and returns the module's file from there."""
    package = name.partition(".")[0]
    source = MODULES if package not in APPLICATIONS else site_packages
    ignored = shutil.ignore_patterns("tests", "__pycache__")
    shutil.copytree(source / package, folder / package, ignore=ignored)
    if (ROOTS / package).is_dir() and source is MODULES:
        shutil.copytree(ROOTS / package, folder, ignore=ignored, dirs_exist_ok=True)
    file = Path(*name.split("."))
    is_package = (folder / file).is_dir()
    return file / "__init__.py" if is_package else file.with_suffix(".py")
