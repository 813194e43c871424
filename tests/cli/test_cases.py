"""Each folder of cases/ is one test: a project, a command, and what it prints.

    cases/<name>/project/   the tree that the command runs in
    cases/<name>/command    the arguments, one line
    cases/<name>/expected   the exit code on the first line, then standard output and error

UPDATE_GOLDEN=1 rewrites `expected`; read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from conftest import PYTHON, Project

CASES = Path(__file__).parent / "cases"


def normalise(text: str, root: Path) -> str:
    text = text.replace(str(root), "<root>").replace(PYTHON, "<python>")
    text = re.sub(r"\b\d+(\.\d+)? (ms|s)\b", "<time>", text)
    text = re.sub(r"interpreter \S+ \(.*\)", "interpreter <python>", text)
    text = re.sub(r"\d+\.\d+\.\d+", "<version>", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip() + "\n"


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_prints_what_is_expected(case: str, tmp_path: Path) -> None:
    folder = CASES / case
    root = tmp_path / "project"
    shutil.copytree(folder / "project", root)
    arguments = shlex.split((folder / "command").read_text())

    result = Project(root).skua(*arguments)

    printed = normalise(result.output + result.errors, root)
    actual = f"{result.exit_code}\n{printed}"
    expected = folder / "expected"
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(actual)
    assert actual == expected.read_text()
