"""Hostile modules against the sandbox. Each is run twice in a net of its own (net.py): without
Skua, where it does its harm, and by Skua, where it does none."""

from __future__ import annotations

import ast
import functools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from kinds import KINDS, MORE_KINDS

HERE = Path(__file__).resolve().parent
# Those in more/ do harm of the same kinds in other ways.
IN_FULL = os.environ.get("SKUA_ATTACKS") == "all"
CORPUS = sorted((HERE / "corpus").glob("**/*.py" if IN_FULL else "*.py"))
WAYS = list(KINDS) if IN_FULL else [kind for kind in KINDS if kind not in MORE_KINDS]
# What still does harm at a level, because nothing that is granted there keeps it back.
BY_ATTRIBUTES = {"attributes_in_c", "chmod_the_project", "utime_through_ctypes"}
BY_NUMBER = {"disk_filled", "disk_filled_by_files_without_names", "fork_bomb_in_c"}
WEAK = dict.fromkeys(("landlock", "landlock-4", "landlock-1"), BY_ATTRIBUTES | BY_NUMBER)
# In tests Python's audit events keep it back, but not while a module is imported.
WEAK_AT_IMPORT = dict.fromkeys(WEAK, {"utime_users_file"})
# Those that are tried in every way in which code of a project comes to run. With namespaces the kernel
# holds them back, which does not ask for the way, so that two of them will mostly do.
IN_EVERY_WAY = ["kill_in_c", "utime_users_file"]
if IN_FULL:
    IN_EVERY_WAY += ["docker_socket", "sysv_left_behind"]
SIDE_BY_SIDE = 2
# So many attacks are modules of one run; 1: each has a run of its own. Where a run is not as it
# should be, each of its attacks has one, too, which tells the one to blame.
GROUP = int(os.environ.get("SKUA_ATTACK_GROUP", "6"))
# What would keep the others of a run from acting: those that end processes or use them all up.
ALONE = {"fork_bomb", "kill_everybody", "memory_of_many", "terminal_typed"}
AGAINST_ENGINE = sorted((HERE / "engine").glob("*.py"))  # alone they do no harm
SPARE_SECONDS = 5.0
# Whatever did no harm but took long gets so many times the budget: the machine may be slow or busy.
TIMES_WHERE_SLOW = 4
PATIENCE = 200  # seconds beside the budget, in which all that was written has been run, too
BUDGET_SECONDS = int(os.environ.get("SKUA_ATTACK_SECONDS", "10"))  # of a run
LEVEL = os.environ.get("SKUA_ATTACK_LEVEL", "root")  # see net.py
SPACES = ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc"]
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


def run(how: str, attacks: tuple[Path, ...], kinds: tuple[str, ...], times: int = 1) -> dict:
    environment = {"PATH": os.environ["PATH"], "SKUA_BINARY": BINARY, "SKUA_PYTHON": PYTHON}
    # Each file is a module that the budget is divided by.
    seconds = times * BUDGET_SECONDS * (1 + len(kinds) // 8 + (len(attacks) - 1) // 3)
    environment |= {"SKUA_ATTACK_SECONDS": str(seconds), "SKUA_ATTACK_LEVEL": LEVEL}
    done = subprocess.run(
        [*unshare(), PYTHON, "-B", str(HERE / "net.py"), how, ":".join(map(str, attacks)), ".", *kinds],
        capture_output=True,
        text=True,
        timeout=seconds + PATIENCE,
        env=environment,
    )
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[0])
    result["errors"] = done.stderr
    result["budget"] = seconds
    return result


@functools.cache
def alone(how: str, attack: Path, kinds: tuple[str, ...], times: int = 1) -> dict:
    return run(how, (attack,), kinds, times)


Run = tuple[str, tuple[Path, ...], tuple[str, ...]]  # the arguments of run()


def acts_at_import(attack: Path) -> bool:
    """Whether it does more than to define things: then its tests are not told from its import."""

    def defines(node: ast.stmt) -> bool:
        if isinstance(node, ast.Assign):
            return isinstance(node.value, ast.Constant) or ast.unparse(node.value) == "ctypes.CDLL(None)"
        if getattr(node, "decorator_list", None):
            return False
        return isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))

    return not all(map(defines, ast.parse(attack.read_text(encoding="utf-8")).body))


def grouped(attacks: list[Path]) -> dict[Path, tuple[Path, ...]]:
    """The attacks with which each shares a run."""
    weak = WEAK.get(LEVEL, set())
    alone = [one for one in attacks if one.stem in ALONE | weak or acts_at_import(one)]
    others = [one for one in attacks if one not in alone]
    groups = [tuple(others[i : i + GROUP]) for i in range(0, len(others), GROUP)]
    return {one: (one,) for one in alone} | {one: group for group in groups for one in group}


GROUPS = grouped(CORPUS)


def run_of(item: pytest.Item) -> Run | None:
    """The run that a test looks at."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "attack" not in parameters:
        return None
    how = "plain" if "where_nothing_holds_it" in item.name else "sealed"
    kinds = (parameters["kind"],) if "kind" in parameters else ()
    if "every_way" in item.name and how == "sealed":
        kinds = tuple(WAYS)
    attack = parameters["attack"]
    group = GROUPS.get(attack, (attack,)) if how == "sealed" and not kinds else (attack,)
    return how, group, kinds


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
    how, attacks, kinds = one
    found = runs[one].result()
    if how == "plain" or is_as_it_should_be(found):
        return found
    attack = request.node.callspec.params["attack"]
    if len(attacks) > 1:
        apart = {other: alone(how, other, kinds) for other in attacks}
        if all(map(is_as_it_should_be, apart.values())):
            return found
        found = apart[attack]
    if is_as_it_should_be(found | {"good_is_tested": True, "seconds": 0, "exit_code": 0}):
        found = alone(how, attack, kinds, TIMES_WHERE_SLOW)
    return found


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


@pytest.mark.parametrize("kind", WAYS)
@in_every_way
def test_does_harm_in_every_way_where_nothing_holds_it(
    attack: Path, kind: str, result: dict
) -> None:
    assert any(harm in harms_of(attack) for harm in result["harmed"]), result


def is_as_it_should_be(result: dict) -> bool:
    try:
        expect_no_harm(result)
    except AssertionError:
        return False
    return True


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
    if result["harmed"] == ["files"] and attack.stem in WEAK_AT_IMPORT.get(LEVEL, ()):
        pytest.xfail(f"does harm at the level {LEVEL}: {result['harmed']}")
    expect_no_harm(result)
