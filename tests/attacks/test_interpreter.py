"""An interpreter in the repository, which may be anybody's program: nothing that Skua has it do
happens outside of the containment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = os.environ.get("SKUA_PYTHON", sys.executable)
WITHHOLD = str(Path(__file__).resolve().parents[1] / "support" / "withhold.py")
BINARY = os.environ.get("SKUA_BINARY", str(Path(__file__).resolve().parents[2] / "build" / "skua"))
SECRET = "s3cr3t-key-Zk93vQ1x"
PYTEST = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "exceptiongroup", "tomli")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    (project / "good.py").write_text("def twice(x: int) -> int:\n    return 2 * x\n")
    (tmp_path / "home" / ".ssh").mkdir(parents=True)
    (tmp_path / "home" / ".ssh" / "id_ed25519").write_text(SECRET)
    return project


def make_environment(project: Path) -> Path:
    """An environment with pytest in the project; the folder of its packages."""
    shown = subprocess.check_output([PYTHON, "-c", "import json, sys; print(json.dumps(sys.path))"])
    packages = json.loads(shown)
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", ".venv"], cwd=project, check=True)
    (own,) = (project / ".venv" / "lib").glob("python*/site-packages")
    for folder in map(Path, packages):
        for name in PYTEST:
            for found in (*folder.glob(name), *folder.glob(f"{name}-*.dist-info")):
                shutil.copytree(found, own / found.name, dirs_exist_ok=True)
        for name in ("py.py", "typing_extensions.py"):  # a part of pytest, and what it needs
            if (folder / name).exists():
                shutil.copy(folder / name, own)
    return own


def run(project: Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [BINARY, "run", "--iterations", "1", "--seed", "1"]
    environment = os.environ | {"HOME": str(project.parent / "home"), "DEPLOY_TOKEN": SECRET} | more
    environment.pop("VIRTUAL_ENV", None)
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=300
    )


def harms(project: Path) -> str:
    """Commands of a shell that do harm, each as far as it can."""
    outside = project.parent
    return (
        f"(echo $0 $* >> {outside}/mark; echo x > {project}/good.py;"
        f" cat {outside}/home/.ssh/id_ed25519 /proc/*/environ >> $HOME/found;"
        f" env >> $HOME/found; cp $HOME/found {outside}) 2> /dev/null"
    )


def expect_no_harm(project: Path, before: list[str]) -> None:
    assert sorted(os.listdir(project.parent)) == before
    assert "2 * x" in (project / "good.py").read_text()
    for file in project.rglob("*"):
        if file.is_file() and not file.is_symlink():
            assert SECRET.encode() not in file.read_bytes(), file


def test_a_program_in_its_place_is_contained(project: Path) -> None:
    make_environment(project)
    python = project / ".venv" / "bin" / "python"
    real = python.with_name("real")
    real.symlink_to(python.resolve())
    python.unlink()
    # It runs also what is isolated, where no code of an environment does.
    python.write_text(
        f"#!/bin/sh\n{harms(project)}\n"
        f"case \"$*\" in -I*) {real} \"$@\" | sed s#bin/real#bin/python#;; *) exec {real} \"$@\";; esac\n"
    )
    python.chmod(0o755)
    before = sorted(os.listdir(project.parent))
    # What is in its place does not tell where its library is.
    done = run(project, LD_LIBRARY_PATH=str(real.resolve().parents[1]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "tests/generated/test_good.py").exists(), done.stdout
    expect_no_harm(project, before)


def test_what_its_environment_runs_at_each_start_is_contained(project: Path) -> None:
    packages = make_environment(project)
    (packages / "evil.py").write_text(f"import os\nos.system({harms(project)!r})\n")
    (packages / "evil.pth").write_text("import evil\n")
    before = sorted(os.listdir(project.parent))
    done = run(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "tests/generated/test_good.py").exists(), done.stdout
    expect_no_harm(project, before)


@pytest.mark.parametrize("command", ["run", "plan", "doctor", "init"])
def test_it_does_not_run_where_it_would_not_be_contained(project: Path, command: str) -> None:
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{harms(project)}\nexec {PYTHON} \"$@\"\n")
    python.chmod(0o755)
    before = sorted(os.listdir(project.parent))
    environment = os.environ | {"HOME": str(project.parent / "home")}
    environment.pop("VIRTUAL_ENV", None)
    done = subprocess.run(
        [sys.executable, WITHHOLD, "namespaces,landlock", BINARY, command],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    told = done.stdout + done.stderr
    expect_no_harm(project, before)
    assert done.returncode == (0 if command == "init" else 2), told
    assert command == "init" or "sandbox.require is standard" in told


def test_it_may_tell_what_it_likes(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    for answer in ("[" * 100_000, '{"path": 1}', '{"path": "/bin/sh", "version": [3, 12, 1]}', "0" * 1000):
        python.write_text(f"#!/bin/sh\ncat << 'END'\n{answer}\nEND\n")
        python.chmod(0o755)
        done = run(project)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "is no Python that runs" in done.stderr
