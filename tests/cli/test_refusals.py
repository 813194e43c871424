"""Surroundings in which no module can be tested, and files that nobody means: each is told in a
sentence, with its cause, by exit code 2."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import PYTHON, Project, Result

LEDGER = "def total(amounts: list) -> int:\n    return sum(amounts) if amounts else 0\n"


def in_shell(project: Project, script: str, *arguments: str, wrapper: tuple[str, ...] = ()) -> Result:
    """Runs the command behind what the script does first."""
    done = subprocess.run(
        [*wrapper, "sh", "-c", f'{script}; exec "$@"', "sh", *project.command(*arguments)],
        cwd=project.root,
        env=project.environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Result(done.returncode, done.stdout, done.stderr, 0)


GONE = "mkdir gone; cd gone; rmdir ../gone"


@pytest.mark.parametrize("command", ["run", "plan", "doctor", "init", "accept", "config check"])
def test_a_working_folder_that_is_gone_is_told(project: Project, command: str) -> None:
    result = in_shell(project, GONE, *command.split())
    assert result.exit_code == 2
    assert result.errors == (
        "skua: the working folder cannot be told: No such file or directory; change to a folder that "
        "exists\n"
    )


@pytest.mark.parametrize("command", ["--version", "explain SKUA-N202", "config schema", "run --help"])
def test_what_needs_no_folder_is_told_without_one(project: Project, command: str) -> None:
    result = in_shell(project, GONE, *command.split())
    assert (result.exit_code, result.errors) == (0, "")
    assert result.output


def test_a_configuration_that_is_no_configuration_is_not_read(project: Project) -> None:
    project.write("ledger.py", LEDGER)
    project.write("skua.yml", "project:\n  exclude:\n" + "    - a_file_that_is_listed.py\n" * 400_000)
    result = project.skua("run", "--budget", "5s")
    assert result.exit_code == 2
    assert result.errors.startswith("skua: skua.yml:1:1: the file has 12109 KiB")
    assert "name folders or patterns" in result.errors


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_an_interruption_is_told_as_one_however_early(project: Project, number: signal.Signals) -> None:
    project.write("ledger.py", LEDGER)
    # An interpreter that has not answered yet.
    python = project.write("slow/python", "#!/bin/sh\nexec sleep 60\n")
    python.chmod(0o755)
    process = subprocess.Popen(
        project.command("run", "--budget", "20s", "--python", str(python)),
        cwd=project.root,
        env=project.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None and "sleep" not in names_of(children):
        time.sleep(0.01)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (128 + number, "skua: interrupted\n")


def names_of(children: Path) -> str:
    """The names of processes, and of what these have started."""
    names = ""
    for child in children.read_text().split():
        try:
            names += Path(f"/proc/{child}/comm").read_text()
            names += names_of(Path(f"/proc/{child}/task/{child}/children"))
        except OSError:
            pass
    return names


SPACE = ("unshare", "--mount")


@pytest.mark.skipif(
    shutil.which("unshare") is None or os.geteuid() != 0, reason="only root mounts what breaks it"
)
@pytest.mark.parametrize(
    ("script", "cause"),
    [
        (
            "touch null; mount --bind null /dev/null; mount -o remount,bind,ro /dev/null",
            "cannot open /dev/null for it: Read-only file system",
        ),
        ("mount -t tmpfs none /proc", "/proc"),
    ],
    ids=["dev_null", "proc"],
)
def test_a_machine_on_which_no_worker_starts_is_told(project: Project, script: str, cause: str) -> None:
    project.write("ledger.py", LEDGER)
    result = in_shell(project, script, "run", "--budget", "10s", wrapper=SPACE)
    assert result.exit_code == 2, result
    assert "no worker starts in " in result.errors and cause in result.errors
    assert not (project.root / "build").exists(), "nothing was tested, and so nothing is reported"

    project.write("skua.yml", f"python: {{interpreter: {PYTHON}}}\n")
    result = in_shell(project, script, "doctor", wrapper=SPACE)
    assert result.exit_code == 2, result
    (line,) = [line for line in result.output.splitlines() if " worker " in line]
    assert "error" in line and cause in line
    assert "A run would fail here" in result.output


def test_what_python_says_last_is_told_where_it_does_not_start(project: Project) -> None:
    project.write("ledger.py", LEDGER)
    project.write("skua.yml", "sandbox: {memory: 16MiB}\n")
    result = project.skua("run", "--budget", "20s")
    assert result.exit_code == 2
    assert result.errors.startswith("skua: no worker starts in ")
    assert len(result.errors.splitlines()) == 1, result.errors


def test_doctor_starts_a_worker_and_pytest(project: Project) -> None:
    project.write("ledger.py", LEDGER)
    project.write("skua.yml", f"python: {{interpreter: {PYTHON}}}\n")
    result = project.skua("doctor")
    assert result.exit_code == 0, result
    lines = {" ".join(line.split()) for line in result.output.splitlines()}
    assert "✓ ok worker starts in the sandbox" in lines, result.output
    assert "✓ ok pytest run passes a test in the sandbox" in lines, result.output
