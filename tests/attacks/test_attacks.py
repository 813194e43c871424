"""Hostile modules against the sandbox. Each is run twice in a net of its own (net.py): without
Skua, where it does its harm, and by Skua, where it does none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CORPUS = sorted((HERE / "corpus").glob("*.py"))
# What still does harm at a level, because nothing that is granted there keeps it back.
WEAK = {
    "landlock": {"attributes_in_c", "chmod_the_project", "fork_bomb_in_c", "utime_through_ctypes"},
}
AGAINST_ENGINE = sorted((HERE / "engine").glob("*.py"))  # alone they do no harm
SPARE_SECONDS = 5.0
BUDGET_SECONDS = int(os.environ.get("SKUA_ATTACK_SECONDS", "10"))  # of a run
LEVEL = os.environ.get("SKUA_ATTACK_LEVEL", "root")  # see net.py
SPACES = ["--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child", "--mount-proc"]
PYTHON = os.environ.get("SKUA_PYTHON", sys.executable)
BINARY = os.environ.get("SKUA_BINARY", str(HERE.parents[1] / "build" / "skua"))


def unshare() -> list[str]:
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *as_root, *SPACES]


def can_make_a_net() -> bool:
    return (
        shutil.which("unshare") is not None
        and subprocess.run([*unshare(), "true"], capture_output=True).returncode == 0
    )


pytestmark = pytest.mark.skipif(not can_make_a_net(), reason="no namespaces for a net")


def run(how: str, attack: Path) -> dict:
    environment = {"PATH": os.environ["PATH"], "SKUA_BINARY": BINARY, "SKUA_PYTHON": PYTHON}
    environment |= {"SKUA_ATTACK_SECONDS": str(BUDGET_SECONDS), "SKUA_ATTACK_LEVEL": LEVEL}
    done = subprocess.run(
        [*unshare(), PYTHON, "-B", str(HERE / "net.py"), how, str(attack), "."],
        capture_output=True,
        text=True,
        timeout=180,
        env=environment,
    )
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[0])
    result["errors"] = done.stderr
    return result


def harms_of(attack: Path) -> str:
    first = attack.read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix("# harm: ")


@pytest.mark.parametrize("attack", CORPUS, ids=lambda attack: attack.stem)
def test_does_harm_where_nothing_holds_it(attack: Path) -> None:
    result = run("plain", attack)
    assert any(harm in harms_of(attack) for harm in result["harmed"]), result


@pytest.mark.parametrize("attack", CORPUS + AGAINST_ENGINE, ids=lambda attack: attack.stem)
def test_does_no_harm_in_a_run(attack: Path) -> None:
    result = run("sealed", attack)
    if result["harmed"] and attack.stem in WEAK.get(LEVEL, ()):
        pytest.xfail(f"does harm at the level {LEVEL}: {result['harmed']}")
    told = json.dumps({**result, "tests": None}, indent=1) + result["output"]
    assert result["harmed"] == [], told
    assert result["left"] == [], told
    assert result["mounts_same"], told
    assert result["exit_code"] in (0, 1), told
    assert result["seconds"] < BUDGET_SECONDS + SPARE_SECONDS, told
    assert result["good_is_tested"], told
    assert result["harmed_outside"] == [], result["written"]
