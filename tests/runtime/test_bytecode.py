"""Bytecode made ahead is found by imports, and is as good as that which they would make."""

import os
import subprocess
import sys
from pathlib import Path

from skua_runtime.alone import bytecode

CODE = """
import sys
from pathlib import Path
from skua_runtime.alone.bytecode import use_bytecode
use_bytecode({folder!r}, {root!r})
sys.path.insert(0, {root!r})
import one
print(one.VALUE, one.__file__, one.__cached__)
"""


def compile_ahead(folder, *files):
    names = "".join(f"{file}\n" for file in files)
    command = [sys.executable, "-I", "-S", "-B", bytecode.__file__, str(folder)]
    subprocess.run(command, input=names.encode(), check=True)


def imported(folder, root):
    runtime = str(Path(bytecode.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-B", "-c", CODE.format(folder=str(folder), root=str(root))],
        env={**os.environ, "PYTHONPATH": runtime},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_imports_find_it(tmp_path):
    root, folder = tmp_path / "project", tmp_path / "bytecode"
    root.mkdir()
    source = root / "one.py"
    source.write_text("VALUE = 1\n")
    (root / "broken.py").write_text("def f(:\n")
    compile_ahead(folder, root / "broken.py", root / "gone.py", source)

    assert imported(folder, root) == ["1", str(source), f"{folder}{source}c"]
    assert sorted(path.name for path in root.iterdir()) == ["broken.py", "one.py"]


def test_it_is_not_used_for_another_version_of_the_source(tmp_path):
    root, folder = tmp_path / "project", tmp_path / "bytecode"
    root.mkdir()
    source = root / "one.py"
    source.write_text("VALUE = 1\n")
    compile_ahead(folder, source)
    source.write_text("VALUE = 22\n")

    assert imported(folder, root)[0] == "22"


def test_files_elsewhere_are_left_where_they_are(tmp_path):
    root, folder = tmp_path / "project", tmp_path / "bytecode"
    root.mkdir()
    source = root / "one.py"
    source.write_text("VALUE = 1\n")
    compile_ahead(folder, source)

    assert imported(folder / "other", root)[2].startswith(str(root))
