"""Runs rendered files as they are, under pytest, against the module that they are about.

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
RENDERED = sorted(GOLDEN.glob("shapes_*.py.txt"))


def test_there_are_rendered_files() -> None:
    assert RENDERED


@pytest.mark.parametrize("golden", RENDERED, ids=lambda path: path.name.partition(".")[0])
def test_every_test_of_the_file_does_what_it_says(
    golden: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    shutil.copy(HERE / "shapes.py", tmp_path)
    file = tmp_path / f"test_{golden.name.removesuffix('.txt')}"
    shutil.copy(golden, file)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]

    done = subprocess.run(
        [*command, file.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "no tests ran" not in done.stdout
