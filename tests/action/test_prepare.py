"""Inputs are checked, and say what the action does."""

from __future__ import annotations

import pytest

from conftest import Result, Runner

INPUTS = {
    "INPUT_COMMIT": "none",
    "INPUT_CACHE": "true",
    "INPUT_FAIL_ON": "gate",
    "INPUT_BASE": "",
    "INPUT_SHARD": "",
    "INPUT_CONFIG": "",
    "INPUT_WORKING_DIRECTORY": ".",
    "EVENT": "push",
    "REF_TYPE": "branch",
    "REF_NAME": "main",
    "DEFAULT_BRANCH": "main",
}


def prepare(runner: Runner, **changes: str) -> Result:
    return runner.step("prepare.sh", **(INPUTS | changes))


@pytest.mark.parametrize(
    ("shard", "mode"),
    [("", "whole"), ("4", "plan"), ("auto", "plan"), ("2/4", "shard"), ("merge", "merge")],
)
def test_shard_says_the_mode(runner: Runner, shard: str, mode: str) -> None:
    result = prepare(runner, INPUT_SHARD=shard)
    assert result.exit_code == 0
    assert result.outputs["mode"] == mode


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("INPUT_SHARD", "0"),
        ("INPUT_SHARD", "5/4"),
        ("INPUT_SHARD", "1/4; touch pwned"),
        ("INPUT_SHARD", "$(touch pwned)"),
        ("INPUT_COMMIT", "artifact"),
        ("INPUT_CACHE", "yes"),
        ("INPUT_FAIL_ON", "gate, everything"),
        ("INPUT_BASE", "--upload-pack=touch pwned"),
    ],
)
def test_what_is_no_input_is_an_error_in_one_line(runner: Runner, name: str, value: str) -> None:
    result = prepare(runner, **{name: value})
    assert result.exit_code == 2
    assert result.said.startswith("::error title=Skua::input ")
    assert len(result.said.splitlines()) == 1
    assert not (runner.workspace / "pwned").exists()


def test_a_value_cannot_write_a_workflow_command(runner: Runner) -> None:
    result = prepare(runner, INPUT_COMMIT="x\n::add-mask::y%0A")
    assert result.exit_code == 2
    assert [line for line in result.said.splitlines() if line.startswith("::")] == [
        result.said.strip()
    ]
    assert "%0A::add-mask::y%250A" in result.said


@pytest.mark.parametrize(
    ("changes", "saves"),
    [
        ({}, "true"),
        ({"REF_NAME": "topic"}, "false"),
        ({"EVENT": "pull_request"}, "false"),
        ({"EVENT": "pull_request_target"}, "false"),
        ({"EVENT": "workflow_run"}, "false"),
        ({"EVENT": "schedule", "DEFAULT_BRANCH": ""}, "true"),
        ({"REF_TYPE": "tag"}, "false"),
        ({"INPUT_CACHE": "false"}, "false"),
        ({"INPUT_SHARD": "1/2"}, "false"),
        ({"INPUT_SHARD": "merge"}, "true"),
    ],
)
def test_only_the_default_branch_saves_the_state(
    runner: Runner, changes: dict[str, str], saves: str
) -> None:
    assert prepare(runner, **changes).outputs["save"] == saves


@pytest.mark.parametrize("wanted", ["commit", "pull-request"])
def test_a_pull_request_pushes_nothing(runner: Runner, wanted: str) -> None:
    result = prepare(runner, INPUT_COMMIT=wanted, EVENT="pull_request")
    assert result.outputs["deliver"] == "artefact"
    assert "::notice" in result.said
    assert prepare(runner, INPUT_COMMIT=wanted).outputs["deliver"] == wanted


def test_shards_leave_delivery_to_the_merge(runner: Runner) -> None:
    assert prepare(runner, INPUT_COMMIT="commit", INPUT_SHARD="1/2").outputs["deliver"] == "none"
    assert (
        prepare(runner, INPUT_COMMIT="commit", INPUT_SHARD="merge").outputs["deliver"] == "commit"
    )


def test_projects_and_shards_have_artifacts_and_states_of_their_own(runner: Runner) -> None:
    outputs = [
        prepare(runner, INPUT_WORKING_DIRECTORY=folder, INPUT_SHARD=shard).outputs
        for folder in ("a", "b c")
        for shard in ("1/2", "2/2")
    ]
    assert len({each["artifact"] for each in outputs}) == 4
    assert len({each["project"] for each in outputs}) == 2
    assert outputs[0]["artifact"] == f"skua-shard-1-of-2-{outputs[0]['project']}"
