"""What a run does where the machine does not grant what containment rests on."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BINARY, PYTHON

WITHHOLD = Path(__file__).resolve().parents[1] / "support" / "withhold.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "good.py").write_text("def twice(x: int) -> int:\n    return 2 * x\n")
    return root


def skua(root: Path, *arguments: str, withheld: str = "") -> subprocess.CompletedProcess[str]:
    without = [sys.executable, str(WITHHOLD), withheld] if withheld else []
    command = [*without, str(BINARY), *arguments, "--python", PYTHON]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300)


RUN = ("run", "--iterations", "1", "--seed", "1")


def require(root: Path, grade: str) -> None:
    (root / "skua.yml").write_text(f"sandbox: {{require: {grade}}}\n")


def sandbox_in(root: Path) -> dict:
    return json.loads((root / "build/skua/report.json").read_text())["sandbox"]


def test_a_run_is_refused_where_nothing_is_granted(root: Path) -> None:
    done = skua(root, *RUN, withheld="namespaces,landlock")

    assert done.returncode == 2
    assert "sandbox is of grade none here, and sandbox.require is standard" in done.stderr
    assert "code under test can read what this user can" in done.stderr
    assert "run on a machine that grants more, or accept it by `sandbox: {require: none}`" in done.stderr
    assert not (root / "tests").exists()


def test_what_is_accepted_runs_and_is_told(root: Path) -> None:
    require(root, "none")

    done = skua(root, *RUN, withheld="namespaces,landlock")

    assert done.returncode == 0, done.stderr
    assert "Sandbox" in done.stdout
    assert "code under test can read what this user can" in done.stdout
    assert (root / "tests/generated/test_good.py").exists()
    told = sandbox_in(root)
    assert told["grade"] == "none"
    held = {protection["from"]: protection["holds"] for protection in told["protections"]}
    assert held["secrets"] is False
    assert held["sockets"] is True
    assert skua(root, "report").returncode == 0
    assert sandbox_in(root) == told


def test_landlock_and_a_filter_do_where_there_are_no_namespaces(root: Path) -> None:
    done = skua(root, *RUN, withheld="namespaces")
    if "require is standard" in done.stderr:
        pytest.skip("no Landlock here")

    assert done.returncode == 0, done.stderr
    assert sandbox_in(root)["grade"] == "standard"
    assert "modes and times" in done.stdout
    junit = (root / "build/skua/generation.xml").read_text()
    assert '<property name="sandbox" value="standard"' in junit

    require(root, "strict")
    refused = skua(root, *RUN, "--all", withheld="namespaces")
    assert refused.returncode == 2
    assert "of grade standard here, and sandbox.require is strict" in refused.stderr


READS_SETTINGS = """
from pathlib import Path

SETTINGS = Path(__file__).parent / "deploy" / "settings.cfg"


def settings(name: str) -> str:
    if SETTINGS.exists():
        return SETTINGS.read_text()
    return "there are none"


def stage(name: str) -> str:
    return name.upper() if name else "none"
"""


def test_what_the_configuration_hides_is_not_read(root: Path) -> None:
    (root / "reads.py").write_text(READS_SETTINGS)
    (root / "deploy").mkdir()
    (root / "deploy" / "settings.cfg").write_text("stage = a plain word")
    hide = "sandbox: {hide: [deploy/]}\n"
    for text, is_shown in (("", True), (hide, False)):
        (root / "skua.yml").write_text(text)
        done = skua(root, *RUN, "--all")
        assert done.returncode == 0, done.stderr
        written = (root / "tests/generated/test_reads.py").read_text()
        assert "stage(" in written and ("a plain word" in written) == is_shown
        assert "there are none" not in written  # the file is missing in the sandbox alone


OWN_CHILD = """
import ctypes
import os
import subprocess

child = subprocess.Popen(["sleep", "60"])
child.kill()
assert child.wait() == -9
for pid in (OTHER, ctypes.CDLL(None).getppid()):  # Python's own has other answers in other worlds
    try:
        os.kill(pid, 0)
    except PermissionError:
        continue
    raise AssertionError("it was allowed")


def thrice(x: int) -> int:
    return 3 * x
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="no older Landlock can be shown")
@pytest.mark.parametrize("abi", [1, 4])
def test_code_ends_its_own_children_alone_where_landlock_knows_no_signals(root: Path, abi: int) -> None:
    (root / "own.py").write_text(OWN_CHILD.replace("OTHER", str(os.getpid())))
    done = skua(root, *RUN, withheld=f"namespaces,landlock-{abi}")
    if "require is standard" in done.stderr:
        pytest.skip("no Landlock here")

    assert done.returncode == 0, done.stderr
    assert sandbox_in(root)["grade"] == "standard"
    assert (root / "tests/generated/test_own.py").exists(), done.stdout


def test_the_doctor_says_that_a_run_would_be_refused(root: Path) -> None:
    doctor = skua(root, "doctor", withheld="namespaces,landlock")

    assert doctor.returncode == 2
    assert "sandbox.require is standard" in doctor.stdout
    assert "A run would fail here" in doctor.stdout

    require(root, "none")
    assert skua(root, "doctor", withheld="namespaces,landlock").returncode == 0


def test_a_run_that_hangs_before_it_has_a_plan_ends_behind_its_budget(root: Path) -> None:
    (root / ".gitignore").write_text("a*" * 5000 + "b\n")
    (root / ("a" * 200 + ".py")).write_text("")
    done = skua(root, "run", "--budget", "2s")

    assert done.returncode in (0, 2), done.stderr
    assert done.returncode == 0 or "nothing was finished" in done.stderr


@pytest.mark.parametrize(
    ("place", "said"),
    [("nowhere", "is no folder for temporary files"), ("/dev/shm", "code under test does not see it")],
)
def test_a_folder_for_temporary_files_that_does_not_do_is_told(
    root: Path, monkeypatch: pytest.MonkeyPatch, place: str, said: str
) -> None:
    monkeypatch.setenv("TMPDIR", place)
    done = skua(root, *RUN)

    assert done.returncode == 2
    assert said in done.stderr and "set TMPDIR to" in done.stderr
    told = skua(root, "doctor")
    assert told.returncode == 2 and said in told.stdout + told.stderr
    assert not (root / "tests/generated").exists()
