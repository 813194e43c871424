"""A repository in which links stand where Skua writes, or a state that somebody prepared; and an
engine whose environment is read."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = os.environ.get("SKUA_PYTHON", sys.executable)
BINARY = os.environ.get("SKUA_BINARY", str(Path(__file__).resolve().parents[2] / "build" / "skua"))
COMMAND = [BINARY, "run", "--iterations", "1", "--seed", "1", "--python", PYTHON]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    (project / "tests").mkdir(parents=True)
    (project / "good.py").write_text("def twice(x: int) -> int:\n    return 2 * x\n")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "notes.txt").write_text("the user's")
    return project


@pytest.mark.parametrize("output", ["tests/generated", ".skua", "build", "build/skua"])
def test_writes_nothing_where_a_link_leads_out(project: Path, output: str) -> None:
    home = project.parent / "home"
    (project / output).parent.mkdir(exist_ok=True)
    (project / output).symlink_to(home)
    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "leads out of the project" in done.stderr
    assert [(file.name, file.read_text()) for file in home.iterdir()] == [
        ("notes.txt", "the user's")
    ]


@pytest.mark.parametrize("name", ["lock", "state.db", ".gitignore"])
def test_follows_no_link_in_the_state(project: Path, name: str) -> None:
    notes = project.parent / "home" / "notes.txt"
    (project / ".skua").mkdir()
    (project / ".skua" / name).symlink_to(notes)
    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "symbolic link" in done.stderr
    assert notes.read_text() == "the user's"


def test_a_link_inside_the_project_may_be_followed(project: Path) -> None:
    (project / "elsewhere").mkdir()
    (project / "build").symlink_to("elsewhere")
    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert (project / "elsewhere" / "skua" / "report.json").exists()


@pytest.mark.parametrize(
    "poison",
    [
        "CREATE TRIGGER evil AFTER INSERT ON runs BEGIN DELETE FROM suites; END",
        "CREATE VIEW evil AS SELECT * FROM runs",
        "CREATE TABLE evil (text TEXT)",
        "ALTER TABLE files ADD COLUMN evil TEXT",
        "DROP TABLE reports",
    ],
)
def test_a_state_with_other_tables_is_set_aside(project: Path, poison: str) -> None:
    assert subprocess.run(COMMAND, cwd=project, capture_output=True, timeout=300).returncode == 0
    with sqlite3.connect(project / ".skua" / "state.db") as database:
        database.execute(poison)
    database.close()
    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "its tables are not those of a state" in done.stdout + done.stderr
    with sqlite3.connect(project / ".skua" / "state.db") as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    assert "evil" not in names and "reports" in names


def test_the_engine_forgets_the_secrets_of_its_environment(project: Path) -> None:
    (project / "good.py").write_text("while True:\n    pass\n")  # so that the engine still runs
    process = subprocess.Popen(
        COMMAND,
        cwd=project,
        env=os.environ | {"GITHUB_TOKEN": "s3cr3t", "CI_MARK": "plain"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in [str(process.pid), *children]:
            try:
                environment = Path(f"/proc/{pid}/environ").read_bytes()
            except OSError:  # an engine that is not dumpable belongs to root
                continue
            assert b"s3cr3t" not in environment
            if pid == str(process.pid):
                assert b"CI_MARK=plain" in environment
    finally:
        process.kill()
        process.wait()
