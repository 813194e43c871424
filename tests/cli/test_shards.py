"""A run that several machines share: how the work is divided, and which part is whose."""

from __future__ import annotations

import json

import pytest

from conftest import Project
from sharding import MODULES, SETTINGS, copy, run_shard, run_shards, write_shop

CI_VARIABLES = [
    "CI_NODE_INDEX", "CI_NODE_TOTAL", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", "TEST_SHARD_INDEX",
    "TEST_TOTAL_SHARDS", "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
]


@pytest.fixture
def shop(project: Project) -> Project:
    write_shop(project)
    return project


def plan(project: Project, *options: str) -> list[dict]:
    result = project.skua("plan", "--format", "json", *options)
    assert result.exit_code == 0, result.errors
    return json.loads(result.output)["shards"]


def test_each_module_is_in_one_shard(shop) -> None:
    for total in (1, 2, 3, 9):
        shards = plan(shop, "--shards", str(total))
        assert [shard["shard"] for shard in shards] == [f"{i}/{total}" for i in range(1, total + 1)]
        assert sorted(name for shard in shards for name in shard["modules"]) == sorted(MODULES)
        assert [name for shard in shards for name in shard["passed_over"]] == ["shop"]


def test_shards_are_balanced_by_what_is_left_to_cover(shop) -> None:
    long = "def f{0}(a: int) -> int:\n    if a > {0}:\n        return 1\n    return 2\n\n\n"
    shop.write("shop/long.py", "".join(long.format(i) for i in range(200)))
    first, second = plan(shop, "--shards", "2")
    assert first["modules"] == ["shop.long"]
    assert sorted(second["modules"]) == sorted(MODULES)
    assert first["seconds"] > second["seconds"] > 0


def test_the_plan_is_the_same_on_every_machine(shop, tmp_path) -> None:
    elsewhere = copy(shop, tmp_path / "elsewhere")
    assert plan(shop, "--shards", "3", "-j", "1") == plan(elsewhere, "--shards", "3", "-j", "8")


def test_a_matrix_for_github_is_one_line(shop) -> None:
    result = shop.skua("plan", "--shards", "2", "--format", "github-matrix")
    assert result.exit_code == 0
    assert result.output.count("\n") == 1
    assert json.loads(result.output) == {"include": [{"shard": "1/2"}, {"shard": "2/2"}]}


def test_the_plan_of_shards_as_text_names_them_and_their_modules(shop) -> None:
    result = shop.skua("plan", "--shards", "2")
    assert "shard 1/2" in result.output and "shard 2/2" in result.output
    assert all(name in result.output for name in MODULES)


@pytest.mark.parametrize(("budget", "shards"), [("5m", 1), ("10s", 2), ("1s", 5)])
def test_as_many_machines_as_the_budget_of_each_asks_for(shop, budget: str, shards: int) -> None:
    result = plan(shop, "--shards", "auto", "--budget", budget, "-j", "1")
    assert len(result) == shards


def test_the_plan_changes_nothing(shop) -> None:
    before = shop.files()
    shop.skua("plan", "--shards", "2", "--format", "github-matrix")
    assert shop.files() == before


def test_a_shard_runs_what_the_plan_says_and_nothing_else(shop, tmp_path) -> None:
    planned = plan(shop, "--shards", "2", *SETTINGS)
    for shard, machine in zip(planned, run_shards(shop, tmp_path / "machines", 2)):
        own = shard["modules"] + shard["passed_over"]
        assert sorted(machine.generation()) == sorted(own)
        report = json.loads(machine.read("build/skua/report.json"))
        assert report["shard"] == {"index": shard["index"], "total": 2}
        stamp = json.loads(machine.read(".skua/shard.json"))
        assert (stamp["index"], stamp["total"]) == (shard["index"], 2)


def test_machines_without_work_leave_a_shard_all_the_same(shop, tmp_path) -> None:
    machine = run_shard(shop, tmp_path / "last", "9/9")
    assert machine.generation() == {}
    assert (machine.root / ".skua/shard.json").is_file()


def test_a_run_of_the_whole_is_no_shard(shop, tmp_path) -> None:
    machine = run_shard(shop, tmp_path / "machine", "1/2")
    assert machine.skua("run", *SETTINGS).exit_code == 0
    assert not (machine.root / ".skua/shard.json").exists()
    assert sorted(machine.generation()) == sorted([*MODULES, "shop"])


@pytest.mark.parametrize(
    ("variables", "shard"),
    [
        ({"CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"}, (2, 4)),
        ({"CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"}, (2, 4)),
        (
            {
                "SLURM_ARRAY_TASK_ID": "8",
                "SLURM_ARRAY_TASK_MIN": "7",
                "SLURM_ARRAY_TASK_COUNT": "4",
            },
            (2, 4),
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_the_ci_system_says_which_shard_it_is(shop, variables, shard) -> None:
    result = shop.skua("run", *SETTINGS, "--shard", "auto", **variables)
    assert result.exit_code == 0, result.errors
    report = json.loads(shop.read("build/skua/report.json"))
    assert report["shard"] == {"index": shard[0], "total": shard[1]}


def test_bazel_is_told_that_the_share_is_taken(shop, tmp_path) -> None:
    status = tmp_path / "status"
    variables = {
        "TEST_SHARD_INDEX": "3",
        "TEST_TOTAL_SHARDS": "9",
        "TEST_SHARD_STATUS_FILE": str(status),
    }
    assert shop.skua("run", *SETTINGS, "--shard", "auto", **variables).exit_code == 0
    assert status.exists()
    assert json.loads(shop.read(".skua/shard.json"))["index"] == 4


def test_kubernetes_needs_to_be_told_how_many(shop) -> None:
    refused = shop.skua("run", *SETTINGS, "--shard", "auto", JOB_COMPLETION_INDEX="8")
    assert refused.exit_code == 2
    assert "--shard auto/N" in refused.errors
    assert shop.skua("run", *SETTINGS, "--shard", "auto/9", JOB_COMPLETION_INDEX="8").exit_code == 0
    assert json.loads(shop.read(".skua/shard.json"))["index"] == 9


@pytest.mark.parametrize(
    "variable", [name for name in CI_VARIABLES if "TOTAL" not in name and "COUNT" not in name]
)
def test_an_index_without_a_total_is_an_error_and_never_a_full_run(shop, variable: str) -> None:
    before = shop.files()
    result = shop.skua("run", *SETTINGS, "--shard", "auto", **{variable: "1"})
    assert result.exit_code == 2
    assert variable in result.errors
    assert shop.files() == before


@pytest.mark.parametrize("shard", ["0/2", "3/2", "2", "a/b", "auto", "1/999"])
def test_what_is_no_part_of_a_whole_is_an_error(shop, shard: str) -> None:
    result = shop.skua("run", *SETTINGS, "--shard", shard)
    assert result.exit_code == 2
    assert result.errors.startswith("skua: --shard")
    assert not (shop.root / ".skua").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--shards", "0"], "--shards: expected an integer from 1 to 200"),
        (["--shards", "many"], "--shards: expected an integer from 1 to 200"),
        (["--format", "github-matrix"], "--format github-matrix needs --shards"),
        (["--format", "xml"], "--format: expected text, json or github-matrix"),
        (["--shards", "auto", "--iterations", "3"], "--shards auto needs a budget"),
    ],
)
def test_a_plan_that_makes_no_sense_is_an_error(shop, arguments: list[str], sentence: str) -> None:
    result = shop.skua("plan", *arguments)
    assert result.exit_code == 2
    assert sentence in result.errors
