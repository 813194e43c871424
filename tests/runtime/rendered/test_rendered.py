"""Runs rendered files as they are, under pytest and unittest, against the module they are about.

The files are the golden files of `render_test`, whose tests know what shapes.py does.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
GOLDEN = HERE.parents[1] / "golden" / "render"
UNITTEST = sorted(GOLDEN.glob("unittest_shapes_*.py.txt"))
RENDERED = [*sorted(GOLDEN.glob("shapes_*.py.txt")), *UNITTEST]


def test_there_are_rendered_files() -> None:
    assert UNITTEST
    assert len(RENDERED) > len(UNITTEST)


def in_project(golden: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The rendered file beside the module that it is about."""
    shutil.copy(HERE / "shapes.py", folder)
    file = folder / f"test_{golden.name.removesuffix('.txt')}"
    shutil.copy(golden, file)
    return file


@pytest.mark.parametrize("golden", RENDERED, ids=lambda path: path.name.partition(".")[0])
def test_every_test_of_the_file_does_what_it_says(
    golden: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    file = in_project(golden, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]

    done = subprocess.run(
        [*command, file.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "no tests ran" not in done.stdout


@pytest.mark.parametrize("golden", UNITTEST, ids=lambda path: path.name.partition(".")[0])
def test_unittest_alone_runs_every_test_of_the_file(
    golden: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    file = in_project(golden, tmp_path)
    tests = golden.read_text(encoding="utf-8").count("\n    def test_")

    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-m", "unittest", file.stem],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    # A character a test; Python 3.12.1 does not count the skipped ones in "Ran N tests".
    assert len(done.stderr.split("\n", 1)[0]) == tests
