"""Faults around a run: it is killed, its folders are deleted, full or read-only, or another run goes
on. Nothing is left behind or half-written, and the next run is right."""

from __future__ import annotations

import json
import os
import platform
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_attacks import BINARY, HERE, PYTHON, can_make_a_net, unshare

pytestmark = pytest.mark.skipif(not can_make_a_net(), reason="no namespaces")
KILLS = int(os.environ.get("SKUA_KILLS", "4"))
MODULES = {
    "fees.py": "def fee(weight: int) -> str:\n    return 'heavy' if weight > 10 else 'light'\n",
    "shop.py": "import fees\ndef price(n: int) -> int:\n    return 3 if fees.fee(n) == 'heavy' else n\n",
    "stack.py": (
        "class Stack:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n"
        "    def push(self, item: int) -> int:\n        if item < 0:\n            raise ValueError(item)\n"
        "        self.items.append(item)\n        return len(self.items)\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    for name, text in MODULES.items():
        (project / name).write_text(text)
    return project


def run(project: Path, *arguments: str) -> dict:
    folders = {name: project.parent / name.lower() for name in ("HOME", "TMPDIR")}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [*unshare(), sys.executable, "-B", str(HERE / "faults.py"), *arguments],
        cwd=project,
        env={"PATH": os.environ["PATH"], "SKUA_BINARY": BINARY, "SKUA_PYTHON": PYTHON, "NO_COLOR": "1"}
        | {name: str(folder) for name, folder in folders.items()},
        capture_output=True,
        text=True,
        timeout=1000,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def expect_right(result: dict) -> None:
    shown = json.dumps(result, indent=1)
    assert result["left"] == [], shown
    assert result["broken"] == [], shown
    assert result["next"]["exit_code"] == 0, result["next"]["output"]
    assert result["broken_next"] == [], shown
    for module in MODULES:
        assert f"tests/generated/test_{module}" in result["files"], shown
    assert not [file for file in result["files"] if "tmp" in file or "journal" in file], shown
    assert result["scratch"] == [], shown


@pytest.mark.parametrize("number", range(KILLS))
def test_a_run_that_is_killed_leaves_nothing(project: Path, number: int) -> None:
    seconds = random.Random(number).uniform(0.05, 6)
    result = run(project, "kill", f"{seconds:.2f}")
    expect_right(result)


@pytest.mark.parametrize("seconds", ["0.1", "0.5", "1.5"])
def test_a_run_that_is_interrupted_twice_leaves_nothing(project: Path, seconds: str) -> None:
    result = run(project, "interrupt", seconds)
    assert result["runs"][0]["exit_code"] in (-signal.SIGINT, 128 + signal.SIGINT)
    expect_right(result)


@pytest.mark.parametrize("seconds", ["0.3", "1.5"])
def test_a_run_that_is_told_to_end_leaves_nothing(project: Path, seconds: str) -> None:
    result = run(project, "end", seconds)
    assert result["runs"][0]["exit_code"] == 128 + signal.SIGTERM
    expect_right(result)


def test_times_of_files_may_be_of_another_year(project: Path) -> None:
    result = run(project, "ahead", "2")
    assert result["runs"][0]["exit_code"] == 0, result["runs"][0]["output"]
    expect_right(result)


def seconds_in(told: object, name: str = "") -> Iterator[float]:
    """The durations and times since the start of the run, wherever a report has them."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from seconds_in(value, key)
    elif isinstance(told, list):
        for value in told:
            yield from seconds_in(value, name)
    elif isinstance(told, (int, float)) and name != "started_unix_seconds":
        if "seconds" in name.split("_") or name in ("start", "end"):
            yield told


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the tracer knows no other registers")
def test_the_wall_clock_may_jump(project: Path) -> None:
    # Whether it is old changes while it is tested: no test may tell.
    (project / "since.py").write_text(
        "import time\nBEGAN = time.time()\n"
        "def is_old(least: int) -> bool:\n    return time.time() - BEGAN > least\n"
    )
    result = run(project, "jump", "0.5")
    assert set(result["runs"][0]["shifts"]) == {"0", "3600", "-3600"}, "the clock did not jump"
    for told in result["runs"]:
        assert told["exit_code"] == 0, told["output"]
        durations = list(seconds_in(told["report"]))
        assert told["report"]["seconds_used"] in durations
        # A jump is far longer than the budget.
        assert 0 <= min(durations) and max(durations) <= 2 * told["report"]["seconds_budget"]
    first, second = (
        {module["module"]: module for module in told["report"]["modules"]} for told in result["runs"]
    )
    names = {Path(file).stem for file in MODULES}
    shown = "".join(told["output"] for told in result["runs"])
    assert names <= {name for name, module in first.items() if module.get("tests")}, shown
    # What is known of their files holds on, and so do their tests.
    assert {second[name]["change"] for name in names} == {"unchanged"}, shown
    expect_right(result)


@pytest.mark.parametrize("folder", [".skua", "tests/generated", "build", "../home/.cache"])
def test_a_folder_that_is_deleted_during_a_run_is_made_again(project: Path, folder: str) -> None:
    result = run(project, "delete", folder)
    assert result["runs"][0]["exit_code"] in (0, 2), result["runs"][0]["output"]
    expect_right(result)


def test_of_two_runs_at_once_one_is_refused(project: Path) -> None:
    result = run(project, "twice")
    codes = sorted(one["exit_code"] for one in result["runs"])
    assert codes == [0, 2], result["runs"]
    expect_right(result)


WALKERS = """
import os, threading, time

def walk() -> None:
    while True:  # a process that is gone before anybody could end it, but for its child
        try:
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
        except OSError:
            pass

for _ in range(8):
    if os.fork() == 0:
        walk()
for _ in range(600):
    try:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    except RuntimeError:
        break

def one() -> int:
    return 1
"""


def test_a_thread_or_a_process_that_cannot_be_had_is_no_bug(project: Path) -> None:
    (project / "walkers.py").write_text(WALKERS)
    result = run(project, "few", "400")
    if "skipped" in result:
        pytest.skip(result["skipped"])
    (told,) = result["runs"]
    assert told["exit_code"] in (0, 1, 2), told["output"]
    assert "internal error" not in told["output"] and "a bug" not in told["output"], told["output"]
    expect_right(result)


@pytest.mark.parametrize("fault", ["full", "read-only"])
@pytest.mark.parametrize("folder", [".skua", "tests/generated", "build", "../tmpdir"])
def test_a_disk_that_takes_nothing_is_told(project: Path, fault: str, folder: str) -> None:
    result = run(project, fault, folder)
    (told,) = result["runs"]
    expect_right(result)
    if folder == "../tmpdir" and all(f"test_{Path(file).stem}.py" in told["output"] for file in MODULES):
        # Where scratch folders lie in memory, nothing else goes there.
        assert told["exit_code"] == 0, told["output"]
        return
    # Files of tests are written one by one, and each that is not is told.
    assert told["exit_code"] == 2 or "SKUA-N402" in told["output"], told["output"]
    why = ("No space left on device", "disk is full", "Read-only file system")
    assert any(one in told["output"] for one in why), told["output"]
