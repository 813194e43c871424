"""The comparison of policies, and the replay that it rests on."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from policy.comparison import (
    Difference,
    Outcome,
    Replayer,
    Scenario,
    builds,
    compare,
    difference,
    variations,
)
from policy.record import CURVES

PROGRAM = Path(os.environ.get("POLICY_REPLAY", ""))
HEADER = Path(__file__).resolve().parents[4] / "src" / "model" / "options" / "time_policy.h"

needs_program = pytest.mark.skipif(not PROGRAM.is_file(), reason="POLICY_REPLAY names no program")


def search(
    curve: list[list[float]], change: str = "new", searched: float = 20
) -> dict[str, object]:
    return {
        "change": change,
        "goals": 100,
        "searched": searched,
        "kept": 20,
        "written": 20,
        "passes": [0.1, 0.1, 0.3, 0.1, 0.1, 0.1, 0.8],
        "curve": curve,
    }


@pytest.fixture
def replayer(tmp_path: Path) -> Replayer:
    """Two projects: one is done at once, and in the other more is found for long."""
    quick = search([[0.1, 100]])
    slow = search([[0.1 * 1.3**i, 3 * i + 3] for i in range(20)])
    records = {
        name: {"versions": ["1"], "runs": [{"m": first}, {"m": {**first, "change": "unchanged"}}]}
        for name, first in {"quick": quick, "slow": slow}.items()
    }
    path = tmp_path / "curves.json"
    path.write_text(json.dumps(records))
    return Replayer(PROGRAM, path)


@needs_program
def test_a_replay_covers_what_the_records_say(replayer: Replayer) -> None:
    job = {"projects": ["quick"], "seconds": 20, "jobs": 1, "strategy": "simple"}
    (outcome,) = replayer.play([job])
    assert (outcome.covered, outcome.goals) == (400, 400), "in each of four runs"
    assert outcome.used < 20


@needs_program
def test_a_replay_of_a_faster_machine_covers_more(replayer: Replayer) -> None:
    job = {"projects": ["slow"], "seconds": 6, "jobs": 1, "strategy": "simple"}
    slow, fast = replayer.play([job, {**job, "speed": 3}])
    assert slow.covered < fast.covered


@needs_program
def test_the_adaptive_strategy_gives_what_one_module_leaves_to_the_other(
    replayer: Replayer,
) -> None:
    job = {"projects": ["quick", "slow"], "seconds": 6, "jobs": 1}
    alone = {"projects": ["slow"], "seconds": 6, "jobs": 1}
    both, one = replayer.play([job, alone])
    assert both.covered - 400 > one.covered


@needs_program
def test_a_policy_changes_what_is_replayed(replayer: Replayer) -> None:
    policies = {
        "none": {},
        "hurried": {"patience.same_code": 0.01, "patience.least": 0.0, "gain.likely": 5},
    }
    scenario = Scenario((6.0,), (1,))
    seen = compare(replayer, ["quick", "slow"], scenario, policies)
    assert seen["none"] == Difference(0, 0, 0, 0)
    assert seen["hurried"].used < 0


@needs_program
def test_a_number_that_no_policy_has_is_an_error(replayer: Replayer) -> None:
    with pytest.raises(ValueError, match="no policy has"):
        replayer.play([{"policy": {"gain.nonsense": 1}, "projects": ["quick"], "seconds": 6}])


@needs_program
def test_the_records_replay(tmp_path: Path) -> None:
    replayer = Replayer(PROGRAM, CURVES)
    projects = replayer.projects[:4]
    now = compare(replayer, projects, Scenario((8.0,), (1,)), {"less": {"shares.minimum": 1.5}})
    assert now["less"].coverage_error > 0
    (outcome,) = replayer.play([{"projects": projects, "seconds": 8, "jobs": 2}])
    assert 0.3 * outcome.goals < outcome.covered <= outcome.goals


@needs_program
def test_every_number_of_the_header_can_be_varied_and_has_its_reason() -> None:
    named = Replayer(PROGRAM, CURVES).numbers
    members: list[str] = []
    names: list[str] = []
    reasoned = False
    for line in HEADER.read_text().splitlines():
        text = line.strip()
        if re.match(r"struct \w+ \{", text):
            members = []
        elif found := re.match(r"\} (\w+);", text):
            names += [f"{found[1]}.{member}" for member in members]
        elif found := re.match(r"(?:base::Duration|double|unsigned) (\w+) = ", text):
            assert reasoned, f"{found[1]} has no sentence of its own above it"
            members.append(found[1])
        reasoned = text.startswith("//")
    assert names == list(named) or sorted(names) == sorted(named)


def test_a_difference_is_that_of_pairs_and_its_noise_that_of_builds() -> None:
    now = [Outcome(50, 100, 10, 0), Outcome(50, 100, 10, 0)] * 2
    then = [Outcome(51, 100, 9, 0), Outcome(51, 100, 9, 0), *now[2:]]
    seen = difference(now, then, 2)
    assert seen.coverage == pytest.approx(0.5)
    assert seen.used == pytest.approx(-5)
    assert seen.coverage_error == pytest.approx(0.7071, abs=1e-3)
    assert not seen.matters()
    assert Difference(0.5, 0.1, 0, 0).matters()


def test_each_project_is_in_three_builds() -> None:
    assert builds(["a", "b", "c", "d"]) == [
        ["a", "b", "c"],
        ["b", "c", "d"],
        ["c", "d", "a"],
        ["d", "a", "b"],
    ]


def test_numbers_are_halved_and_doubled_as_their_kind_allows() -> None:
    numbers = {"a.part": ("part", 0.75), "a.count": ("count", 1.0), "b.time": ("seconds", 2.0)}
    assert variations(numbers) == {
        "a.part 0.75 → 0.375": {"a.part": 0.375},
        "a.part 0.75 → 0.95": {"a.part": 0.95},
        "a.count 1 → 2": {"a.count": 2},
        "b.time 2 → 1": {"b.time": 1.0},
        "b.time 2 → 4": {"b.time": 4.0},
    }
    assert list(variations(numbers, "b.")) == ["b.time 2 → 1", "b.time 2 → 4"]
