"""A repository whose own settings name programs for git to run: `--base` runs none of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = os.environ.get("SKUA_PYTHON", sys.executable)
BINARY = os.environ.get("SKUA_BINARY", str(Path(__file__).resolve().parents[2] / "build" / "skua"))
SOURCE = "def twice(x: int) -> int:\n    return {} * x\n"
SETTINGS = {
    "fsmonitor": ["core.fsmonitor"],
    "filter": ["filter.evil.clean", "filter.evil.smudge"],
    "filter process": ["filter.evil.process"],
    "filter with dots": ["filter.evil.er.clean"],
    "textconv": ["diff.evil.textconv"],
    "external diff": ["diff.external"],
    "diff command": ["diff.evil.command"],
    "pager": ["core.pager", "pager.diff", "pager.status"],
    "remote helper": ["remote.origin.uploadpack", "core.sshCommand"],
}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    (project / "good.py").write_text(SOURCE.format(2))
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "one")
    (project / "good.py").write_text(SOURCE.format(3))
    git(project, "commit", "-q", "-a", "-m", "two")
    (project / "good.py").write_text(SOURCE.format(4))
    return project


def command_that_marks(tmp_path: Path) -> Path:
    command = tmp_path / "evil"
    command.write_text(f"#!/bin/sh\necho \"$0 $*\" >> {tmp_path}/mark\n")
    command.chmod(0o755)
    return command


def run(project: Path) -> subprocess.CompletedProcess[str]:
    command = [BINARY, "run", "--iterations", "1", "--seed", "1", "--python", PYTHON]
    return subprocess.run(
        [*command, "--base", "HEAD~1"], cwd=project, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("kind", SETTINGS)
def test_git_runs_no_program_of_the_repository(project: Path, tmp_path: Path, kind: str) -> None:
    command = command_that_marks(tmp_path)
    name = "evil.er" if "dots" in kind else "evil"
    (project / ".gitattributes").write_text(f"*.py filter={name} diff={name}\n")
    for setting in SETTINGS[kind]:
        git(project, "config", setting, str(command))
    (tmp_path / "mark").unlink(missing_ok=True)  # of the settings themselves

    done = run(project)

    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text()
    assert done.returncode == 0, done.stderr
    assert (project / "tests/generated/test_good.py").exists()


def test_a_filter_that_no_option_could_name_is_refused(project: Path, tmp_path: Path) -> None:
    (project / ".gitattributes").write_text("*.py filter=e=vil\n")
    git(project, "config", "filter.e=vil.clean", str(command_that_marks(tmp_path)))

    done = run(project)

    assert not (tmp_path / "mark").exists()
    assert done.returncode == 2
    assert 'name a filter "e=vil": rename it' in done.stderr


def test_git_runs_no_hook_of_the_repository(project: Path, tmp_path: Path) -> None:
    command = command_that_marks(tmp_path)
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        (project / ".git/hooks" / hook).symlink_to(command)
    os.utime(project / "good.py", (1, 1))  # the index is refreshed

    assert run(project).returncode == 0
    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text()


def test_what_a_partial_clone_lacks_is_not_fetched(project: Path, tmp_path: Path) -> None:
    command = command_that_marks(tmp_path)
    git(project, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{project}", str(clone))
    git(clone, "config", "remote.origin.uploadpack", str(command))

    done = run(clone)

    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text()
    assert done.returncode == 2
    assert "git fetch --refetch --no-filter" in done.stderr
