"""Hostile modules against the sandbox. Each is run twice in a net of its own (net.py): without
Skua, where it does its harm, and by Skua, where it does none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from kinds import KINDS

HERE = Path(__file__).resolve().parent
CORPUS = sorted((HERE / "corpus").glob("*.py"))
# What still does harm at a level, because nothing that is granted there keeps it back.
WEAK = {
    "landlock": {"attributes_in_c", "chmod_the_project", "fork_bomb_in_c", "utime_through_ctypes"},
}
# Those that are tried in every way in which code of a project comes to run.
IN_EVERY_WAY = ["docker_socket", "kill_in_c", "utime_users_file", "sysv_left_behind"]
SIDE_BY_SIDE = 2
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


def run(how: str, attack: Path, kinds: tuple[str, ...]) -> dict:
    environment = {"PATH": os.environ["PATH"], "SKUA_BINARY": BINARY, "SKUA_PYTHON": PYTHON}
    # Each file is a module that the budget is divided by.
    seconds = BUDGET_SECONDS * (1 + len(kinds) // 5)
    environment |= {"SKUA_ATTACK_SECONDS": str(seconds), "SKUA_ATTACK_LEVEL": LEVEL}
    done = subprocess.run(
        [*unshare(), PYTHON, "-B", str(HERE / "net.py"), how, str(attack), ".", *kinds],
        capture_output=True,
        text=True,
        timeout=240,
        env=environment,
    )
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[0])
    result["errors"] = done.stderr
    result["budget"] = seconds
    return result


Run = tuple[str, Path, tuple[str, ...]]  # the arguments of run()


def run_of(item: pytest.Item) -> Run | None:
    """The run that a test looks at."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "attack" not in parameters:
        return None
    how = "plain" if "where_nothing_holds_it" in item.name else "sealed"
    kinds = (parameters["kind"],) if "kind" in parameters else ()
    if "every_way" in item.name and how == "sealed":
        kinds = tuple(KINDS)
    return how, parameters["attack"], kinds


@pytest.fixture(scope="module")
def runs(request: pytest.FixtureRequest) -> Iterator[dict[Run, Future[dict]]]:
    """Those of all tests that were chosen, some at a time."""
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        wanted = dict.fromkeys(filter(None, map(run_of, request.session.items)))
        yield {one: pool.submit(run, *one) for one in wanted}
        pool.shutdown(cancel_futures=True)


@pytest.fixture
def result(request: pytest.FixtureRequest, runs: dict[Run, Future[dict]]) -> dict:
    one = run_of(request.node)
    assert one is not None
    return runs[one].result()


def harms_of(attack: Path) -> str:
    first = attack.read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix("# harm: ")


def name_of(attack: Path) -> str:
    return attack.stem


def in_every_way(test: Callable[..., None]) -> Callable[..., None]:
    attacks = [attack for attack in CORPUS if attack.stem in IN_EVERY_WAY]
    return pytest.mark.parametrize("attack", attacks, ids=name_of)(test)


@pytest.mark.parametrize("attack", CORPUS, ids=name_of)
def test_does_harm_where_nothing_holds_it(attack: Path, result: dict) -> None:
    assert any(harm in harms_of(attack) for harm in result["harmed"]), result


@pytest.mark.parametrize("kind", KINDS)
@in_every_way
def test_does_harm_in_every_way_where_nothing_holds_it(
    attack: Path, kind: str, result: dict
) -> None:
    assert any(harm in harms_of(attack) for harm in result["harmed"]), result


def expect_no_harm(result: dict) -> None:
    told = json.dumps({**result, "tests": None}, indent=1) + result["output"]
    assert result["harmed"] == [], told
    assert result["left"] == [], told
    assert result["mounts_same"], told
    assert result["exit_code"] in (0, 1), told
    assert result["seconds"] < result["budget"] + SPARE_SECONDS, told
    assert result["good_is_tested"], told
    assert result["harmed_outside"] == [], result["written"]


@pytest.mark.parametrize("attack", CORPUS + AGAINST_ENGINE, ids=name_of)
def test_does_no_harm_in_a_run(attack: Path, result: dict) -> None:
    if result["harmed"] and attack.stem in WEAK.get(LEVEL, ()):
        pytest.xfail(f"does harm at the level {LEVEL}: {result['harmed']}")
    expect_no_harm(result)


@in_every_way
def test_does_no_harm_in_every_way_in_a_run(attack: Path, result: dict) -> None:
    expect_no_harm(result)
