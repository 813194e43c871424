"""Shards of a run, put together: the same as one run, whatever the order, and never half of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from conftest import Project
from sharding import MODULES, SETTINGS, copy, merge, run_shard, run_shards, state, texts, write_shop

ALL = sorted([*MODULES, "shop"])


class Machines:
    """What one machine, two and four make of the same project; never changed by a test."""

    def __init__(self, folder: Path) -> None:
        self.source = Project(folder / "source")
        write_shop(self.source)
        self.whole = copy(self.source, folder / "whole")
        self.gate_of_whole = self.whole.skua("run", *SETTINGS, "--fail-under", "100")
        self.shards = {total: run_shards(self.source, folder, total) for total in (1, 2, 4)}


@pytest.fixture(scope="module")
def machines(tmp_path_factory) -> Machines:
    return Machines(tmp_path_factory.mktemp("machines"))


@pytest.fixture
def checkout(machines: Machines, tmp_path: Path) -> Project:
    """Where the parts are put together."""
    return copy(machines.source, tmp_path / "checkout")


def refused(result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert len(result.errors.strip().splitlines()) == 1, result.errors
    for word in words:
        assert word in result.errors


def report(project: Project) -> dict:
    return json.loads(project.read("build/skua/report.json"))


@pytest.mark.parametrize("total", [1, 2, 4])
def test_shards_together_are_the_whole(machines, checkout, total: int) -> None:
    result = merge(checkout, machines.shards[total], "--fail-under", "100")

    assert f"Merged     {total} of {total} shards" in result.output
    assert result.exit_code == machines.gate_of_whole.exit_code == 1
    assert gates(result.output) == gates(machines.gate_of_whole.output) != []
    assert sorted(checkout.generation()) == sorted(machines.whole.generation()) == ALL
    assert checkout.reasons() == machines.whole.reasons()
    assert checkout.generated() == machines.whole.generated()
    merged, whole = report(checkout), report(machines.whole)
    for key in (
        "branch_coverage", "tests_generated", "findings", "modules_changed", "lines",
        "files_written", "shard",
    ):
        assert merged[key] == whole[key], key
    assert checkout.pytest("tests/generated").returncode == 0


def gates(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("Failed")]


def test_the_order_of_shards_does_not_matter(machines, checkout, tmp_path) -> None:
    other = copy(machines.source, tmp_path / "other" / "checkout")  # its name stands in a report
    one, two, three, four = machines.shards[4]

    assert merge(checkout, [one, two, three, four]).exit_code == 0
    assert merge(other, [three, one, four, two]).exit_code == 0

    assert texts(checkout) == texts(other)
    assert state(checkout) == state(other)


def test_merging_twice_changes_nothing(machines, checkout) -> None:
    merge(checkout, machines.shards[2])
    first = texts(checkout), state(checkout)

    result = merge(checkout, list(reversed(machines.shards[2])))

    assert result.exit_code == 0
    assert (texts(checkout), state(checkout)) == first


def test_a_shard_that_is_given_twice_counts_once(machines, checkout, tmp_path) -> None:
    one, two = machines.shards[2]
    again = copy(one, tmp_path / "again")
    assert merge(checkout, [one, two, again, one]).exit_code == 0
    assert sorted(checkout.generation()) == ALL


def test_the_next_run_finds_nothing_to_do(machines, checkout) -> None:
    merge(checkout, machines.shards[2])
    tests = checkout.generated()

    result = checkout.skua("run", *SETTINGS)

    assert result.exit_code == 0
    assert set(checkout.reasons().values()) == {"SKUA-N201"}
    assert checkout.generated() == tests


def test_reports_can_be_made_again_from_the_merged_state(machines, checkout, tmp_path) -> None:
    merge(checkout, machines.shards[2])
    assert (
        checkout.skua(
            "report", "--format", "json,cobertura,junit", "--out", str(tmp_path / "again")
        ).exit_code
        == 0
    )
    for name in ("coverage.xml", "generation.xml", "tests.xml"):
        assert (tmp_path / "again" / name).read_text() == checkout.read(f"build/skua/{name}")


def test_what_is_merged_can_be_run_in_shards_again(machines, checkout, tmp_path) -> None:
    merge(checkout, machines.shards[2])
    checkout.write("shop/label.py", MODULES["shop.label"].replace("nobody", "anybody"))
    parts = run_shards(checkout, tmp_path / "second", 2)

    assert merge(checkout, parts).exit_code == 0

    changed = {
        module["module"]
        for module in report(checkout)["modules"]
        if module["change"] != "unchanged"
    }
    assert changed == {"shop.label", "shop.rates"}
    assert max(row[0] for row in state(checkout)["runs"]) == 2
    assert "anybody" in "".join(checkout.generated().values())


def test_a_missing_shard_is_an_error(machines, checkout) -> None:
    one, _, three, _ = machines.shards[4]
    before = checkout.files()
    refused(merge(checkout, [one, three]), "shards 2, 4 of 4 are missing", "--allow-missing")
    assert checkout.files() == before


def test_a_shard_that_left_nothing_is_an_error(machines, checkout, tmp_path) -> None:
    before = checkout.files()
    (tmp_path / "empty").mkdir()
    refused(
        merge(checkout, [machines.shards[2][0], Project(tmp_path / "empty")]),
        "empty holds no shard",
    )
    refused(checkout.skua("merge", str(tmp_path / "nowhere")), "there is no folder")
    refused(checkout.skua("merge"), "merge needs the folders of the shards")
    assert checkout.files() == before


def test_missing_shards_may_be_allowed_and_come_later(machines, checkout, tmp_path) -> None:
    one, two = machines.shards[2]
    (tmp_path / "empty").mkdir()

    result = merge(checkout, [one, Project(tmp_path / "empty")], "--allow-missing")

    assert result.exit_code == 0
    assert "Merged     1 of 2 shards" in result.output
    assert sorted(checkout.generation()) == ALL
    missing = {name for name, code in checkout.reasons().items() if code == "SKUA-N203"}
    assert missing == set(two.generation())
    assert "shard 2 of 2 is missing" in checkout.read("build/skua/generation.xml")

    assert merge(checkout, [one, two]).exit_code == 0
    assert checkout.generated() == machines.whole.generated()


@pytest.mark.parametrize(
    ("options", "change", "why"),
    [
        (["--seed", "2"], None, "settings differ"),
        (["--on-behaviour-change", "fail"], None, "settings differ"),
        ([], "shop/label.py", "different sources"),
    ],
    ids=["seed", "policy", "source"],
)
def test_shards_of_different_runs_are_refused(
    machines, checkout, tmp_path, options, change, why
) -> None:
    source = copy(machines.source, tmp_path / "changed")
    if change:
        source.write(change, source.read(change) + "\n\nMORE = 1\n")
    other = run_shard(source, tmp_path / "second", "2/2", *options)
    refused(merge(checkout, [machines.shards[2][0], other]), "shard 1 of 2", "shard 2 of 2", why)
    assert not (checkout.root / "build").exists()


def test_machines_may_differ_in_what_makes_no_difference(machines, checkout, tmp_path) -> None:
    other = run_shard(
        machines.source,
        tmp_path / "second",
        "2/2",
        "-j",
        "1",
        "--max-findings",
        "3",
        "--format",
        "json",
    )
    assert merge(checkout, [machines.shards[2][0], other]).exit_code == 0


def test_shards_of_different_counts_are_refused(machines, checkout) -> None:
    refused(
        merge(checkout, [machines.shards[2][0], machines.shards[4][1]]),
        "not of the same number of shards",
    )


def test_shards_that_began_with_different_states_are_refused(machines, checkout, tmp_path) -> None:
    later = run_shard(machines.whole, tmp_path / "later", "2/2")
    refused(merge(checkout, [machines.shards[2][0], later]), "different states")


def test_two_runs_of_the_same_shard_are_refused(machines, checkout, tmp_path) -> None:
    again = run_shard(machines.source, tmp_path / "again", "1/2")
    refused(merge(checkout, [*machines.shards[2], again]), "shard 1 of 2", "differ")


def test_a_run_that_ended_here_meanwhile_is_not_lost(machines, checkout) -> None:
    checkout.skua("run", *SETTINGS)
    before = texts(checkout), state(checkout)
    refused(merge(checkout, machines.shards[2]), "knows of run 1 already")
    assert (texts(checkout), state(checkout)) == before


def test_a_shard_without_its_tests_is_refused(machines, checkout, tmp_path) -> None:
    one, two = machines.shards[2]
    torn = copy(two, tmp_path / "torn")
    shutil.rmtree(torn.root / "tests")
    refused(merge(checkout, [one, torn]), "shard 2 of 2", "its tests must be with it")
    assert not (checkout.root / "tests").exists()


def test_a_shard_with_another_state_than_its_stamp_is_refused(machines, checkout, tmp_path) -> None:
    one, two = machines.shards[2]
    torn = copy(two, tmp_path / "torn")
    (torn.root / ".skua/state.db").unlink()
    refused(merge(checkout, [one, torn]), "shard 2 of 2", "does not hold run 1")
    (torn.root / ".skua/state.db").write_text("nonsense")
    refused(merge(checkout, [one, torn]), "shard 2 of 2", "cannot be read")
    (torn.root / ".skua/shard.json").write_text("{}")
    refused(merge(checkout, [one, torn]), "shard.json cannot be read")


def test_one_of_the_machines_may_put_the_parts_together(machines, tmp_path) -> None:
    one, two = machines.shards[2]
    here = copy(one, tmp_path / "here")
    assert here.skua("merge", ".", str(two.root)).exit_code == 0
    assert here.generated() == machines.whole.generated()
    before = texts(here), state(here)
    refused(here.skua("merge", ".", str(two.root)), "merged already")
    assert (texts(here), state(here)) == before


def test_edited_tests_are_never_replaced(machines, checkout) -> None:
    name = next(iter(machines.shards[2][0].generated()))
    mine = (
        machines.shards[2][0].read(f"tests/generated/{name}") + "\n\ndef test_mine():\n    pass\n"
    )
    checkout.write(f"tests/generated/{name}", mine)
    refused(merge(checkout, machines.shards[2]), name, "was edited here")
    assert checkout.read(f"tests/generated/{name}") == mine


def test_tests_of_modules_that_are_gone_go(machines, checkout, tmp_path) -> None:
    merge(checkout, machines.shards[2])
    assert "test_shop_basket.py" in checkout.generated()
    (checkout.root / "shop/basket.py").unlink()
    parts = run_shards(checkout, tmp_path / "second", 2)

    assert merge(checkout, parts).exit_code == 0

    assert "test_shop_basket.py" not in checkout.generated()
    assert "shop.basket" not in checkout.generation()
    assert report(checkout)["files_removed"] == ["tests/generated/test_shop_basket.py"]


def test_what_a_killed_merge_left_half_written_goes(machines, checkout) -> None:
    checkout.write("tests/generated/.conftest.py.1-1.skua-partial", '"""Half')
    assert merge(checkout, machines.shards[2]).exit_code == 0
    assert not [file for file in checkout.files() if file.endswith(".skua-partial")]


def test_killed_in_the_middle_another_merge_does_the_rest(machines, checkout) -> None:
    expected = copy(checkout, checkout.root.parent / "expected" / "checkout")
    merge(expected, machines.shards[2])
    process = checkout.start("merge", *(str(shard.root) for shard in machines.shards[2]))
    while process.poll() is None and not (checkout.root / ".skua/shard.json").exists():
        pass
    process.kill()
    process.wait()

    assert merge(checkout, machines.shards[2]).exit_code == 0
    assert texts(checkout) == texts(expected)
    assert state(checkout) == state(expected)
