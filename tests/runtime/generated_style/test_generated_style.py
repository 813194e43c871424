"""Runs black, ruff, mypy and Python's compiler over rendered files.

SKUA_RENDERED_DIR names a folder of them: `render_test` with the same variable set leaves a few
hundred there, of random tests. The golden files are checked in any case.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import warnings

import pytest

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "render"
OLDEST_PYTHON = "py310"

# What the rendered files import from: they do not say what types there are.
ANY_MODULE = """\
from typing import Any


def __getattr__(name: str) -> Any:
    return type(name, (), {"HOME": object(), "ABROAD": object()})
"""


def tool(name: str) -> list[str]:
    """The command line of a tool of this interpreter's environment, or else of PATH."""
    beside = pathlib.Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: pip install {name}")
    return [found]


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A project with the rendered files in it, and modules of the names that they import."""
    project = tmp_path_factory.mktemp("project")
    (project / "parcel").mkdir()
    (project / "parcel" / "__init__.py").touch()
    for module in ("parcel/rates.py", "shapes.py"):
        (project / module).write_text(ANY_MODULE, "utf-8")
    files = project / "tests"
    files.mkdir()
    for golden in GOLDEN.glob("*.py.txt"):
        shutil.copy(golden, files / f"test_golden_{golden.name.removesuffix('.txt')}")
    folder = os.environ.get("SKUA_RENDERED_DIR")
    if folder is not None:
        corpus = list(pathlib.Path(folder).glob("*.py"))
        assert corpus, f"SKUA_RENDERED_DIR={folder} holds no rendered files"
        for file in corpus:
            shutil.copy(file, files / file.name)
    assert list(files.iterdir()), "nothing was rendered"
    return project


def run(command: list[str], folder: pathlib.Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_python_compiles_them_without_a_warning(rendered: pathlib.Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file in sorted((rendered / "tests").glob("*.py")):
            compile(file.read_text("utf-8"), str(file), "exec")


def test_black_would_change_nothing(rendered: pathlib.Path) -> None:
    run([*tool("black"), "--quiet", "--diff", "--check", "tests"], rendered)


def test_ruff_finds_nothing(rendered: pathlib.Path) -> None:
    run(
        [*tool("ruff"), "check", "--no-cache", "--target-version", OLDEST_PYTHON, "tests"], rendered
    )


def test_ruff_would_leave_the_imports_as_they_are(rendered: pathlib.Path) -> None:
    command = ["check", "--no-cache", "--select", "I", "--target-version", OLDEST_PYTHON, "tests"]
    run([*tool("ruff"), *command], rendered)


def test_pytest_finds_their_tables_rows_by_the_foretold_names(rendered: pathlib.Path) -> None:
    folder = os.environ.get("SKUA_RENDERED_DIR")
    if folder is None:
        pytest.skip("SKUA_RENDERED_DIR is not set")
    foretold = {
        f"tests/{file.stem}.py::{name}"
        for file in pathlib.Path(folder).glob("test_tables_*.names")
        for name in file.read_text("utf-8").splitlines()
    }
    files = sorted({name.partition("::")[0] for name in foretold})
    assert files, f"SKUA_RENDERED_DIR={folder} holds no names"
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": "."}

    done = subprocess.run(
        [*command, "--collect-only", "--rootdir=.", *files],
        cwd=rendered,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-4000:]
    assert {line for line in done.stdout.splitlines() if "::" in line} == foretold


def test_mypy_accepts_them(rendered: pathlib.Path, tmp_path: pathlib.Path) -> None:
    command = [*tool("mypy"), "--strict-equality", "--cache-dir", str(tmp_path), "--no-error-summary"]
    run([*command, "--python-executable", sys.executable, "tests"], rendered)
