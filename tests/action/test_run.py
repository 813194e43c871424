"""How skua is called, and what becomes of its exit code and report."""

from __future__ import annotations

import json
import shutil

import pytest

from conftest import Result, Runner

INPUTS = {
    "INPUT_CONFIG": "",
    "INPUT_BUDGET": "",
    "INPUT_BASE": "",
    "INPUT_SHARD": "",
    "INPUT_ARGS": "",
    "INPUT_PYTHON": "",
    "INPUT_WORKING_DIRECTORY": ".",
    "MODE": "whole",
    "REPORTS": "build/skua",
    "BASE_BRANCH": "",
}
REPORT = {
    "version": "9.8.7",
    "modules_changed": 3,
    "tests_generated": 41,
    "branch_coverage": 87.25,
    "behaviour_changes": 1,
    "findings": 2,
    "reports": "build/skua",
}


def run(runner: Runner, **changes: str) -> Result:
    return runner.step("run.sh", **({"FAKE_REPORT": json.dumps(REPORT)} | INPUTS | changes))


def test_without_inputs_skua_is_left_to_its_config(runner: Runner) -> None:
    assert run(runner).exit_code == 0
    assert runner.calls() == [["run"]]


def test_inputs_arrive_as_they_are(runner: Runner) -> None:
    strange = "a b'\"; $(touch pwned) `touch pwned` *"
    run(runner, INPUT_CONFIG=strange, INPUT_BUDGET="5m", INPUT_PYTHON="/a b/python")
    assert runner.calls() == [
        ["run", "--config", strange, "--budget", "5m", "--python", "/a b/python"]
    ]
    assert not (runner.workspace / "pwned").exists()


def test_args_are_words_of_which_nothing_is_executed(runner: Runner) -> None:
    run(runner, INPUT_ARGS="""--seed 7 'two words' "$(touch pwned)" pack*.py ''""")
    assert runner.calls() == [["run", "--seed", "7", "two words", "$(touch pwned)", "pack*.py", ""]]
    assert not (runner.workspace / "pwned").exists()


def test_an_open_quotation_mark_is_an_error(runner: Runner) -> None:
    result = run(runner, INPUT_ARGS="--seed '7")
    assert result.exit_code == 2
    assert "input args" in result.said
    assert runner.calls() == []


def test_runs_in_the_working_directory(runner: Runner) -> None:
    (runner.workspace / "services" / "a b").mkdir(parents=True)
    run(runner, INPUT_WORKING_DIRECTORY="services/a b")
    assert '"folder": "' + str(runner.workspace / "services/a b") in runner.log.read_text()
    missing = run(runner, INPUT_WORKING_DIRECTORY="services/none")
    assert (missing.exit_code, len(runner.calls())) == (2, 1)


def test_the_report_becomes_outputs(runner: Runner) -> None:
    outputs = run(runner).outputs
    assert outputs == {
        "exit-code": "0",
        "modules-changed": "3",
        "tests-generated": "41",
        "branch-coverage": "87.2",
        "behaviour-changes": "1",
        "findings": "2",
    }


def test_lists_in_the_report_are_counted(runner: Runner) -> None:
    outputs = run(runner, FAKE_REPORT=json.dumps({"findings": [{}, {}, {}]})).outputs
    assert outputs["findings"] == "3"


@pytest.mark.parametrize("report", ["{", "[]", '{"findings": "1\\nmatrix=evil"}'])
def test_a_report_that_is_none_is_an_error(runner: Runner, report: str) -> None:
    result = run(runner, FAKE_REPORT=report)
    assert result.exit_code == 2
    assert "matrix" not in result.outputs


def test_a_report_of_an_earlier_run_does_not_count(runner: Runner) -> None:
    old = runner.write("build/skua/report.json", json.dumps(REPORT))
    result = runner.step("run.sh", **INPUTS)
    assert "findings" not in result.outputs
    assert "::warning" in result.said
    assert not old.exists()


@pytest.mark.parametrize(("skua", "step"), [("0", 0), ("1", 0), ("2", 2), ("143", 143)])
def test_a_gate_is_judged_later_and_all_else_ends_the_step(
    runner: Runner, skua: str, step: int
) -> None:
    result = run(runner, FAKE_EXIT=skua)
    assert result.exit_code == step
    assert result.outputs["exit-code"] == skua
    assert result.outputs["findings"] == "2"


def test_a_module_of_the_project_named_json_is_not_imported(runner: Runner) -> None:
    runner.write("json.py", "raise SystemExit('imported')")
    runner.write("shlex.py", "raise SystemExit('imported')")
    assert run(runner, INPUT_ARGS="--all").outputs["findings"] == "2"


def test_plan_sets_the_matrix(runner: Runner) -> None:
    matrix = '{"include": [{"shard": "1/2"}, {"shard": "2/2"}]}'
    result = run(runner, MODE="plan", INPUT_SHARD="2", FAKE_MATRIX=matrix, INPUT_BUDGET="1m")
    assert result.exit_code == 0
    assert result.outputs["matrix"] == matrix
    assert runner.calls() == [
        ["plan", "--shards", "2", "--format", "github-matrix", "--budget", "1m"]
    ]
    assert run(runner, MODE="plan", INPUT_SHARD="2", FAKE_MATRIX="no").exit_code == 2


def test_a_shard_is_one_of_many(runner: Runner) -> None:
    run(runner, MODE="shard", INPUT_SHARD="2/4", INPUT_BUDGET="1m")
    assert runner.calls() == [["run", "--shard", "2/4", "--budget", "1m"]]


def test_merge_takes_the_folders_of_all_shards(runner: Runner) -> None:
    for shard in ("skua-shard-1-of-2", "skua-shard-2-of-2"):
        (runner.temp / "skua-shards" / shard).mkdir(parents=True)
    run(runner, MODE="merge", INPUT_SHARD="merge", INPUT_BUDGET="1m")
    (arguments,) = runner.calls()
    folder = runner.temp / "skua-shards"
    assert arguments == ["merge", f"{folder}/skua-shard-1-of-2/", f"{folder}/skua-shard-2-of-2/"]


def test_merge_without_shards_is_an_error(runner: Runner) -> None:
    assert run(runner, MODE="merge").exit_code == 2
    assert runner.calls() == []


class TestBase:
    """A shallow clone, as a checkout makes it, of a repository with two branches."""

    @pytest.fixture
    def commits(self, runner: Runner) -> dict[str, str]:
        origin = runner.temp / "origin"
        origin.mkdir()
        commits = {}
        runner.git("init", "--quiet", folder=origin)
        for name in ("main", "topic"):
            if name != "main":
                runner.git("checkout", "--quiet", "-b", name, folder=origin)
            runner.git("commit", "--quiet", "--allow-empty", "-m", name, folder=origin)
            commits[name] = runner.git("rev-parse", "HEAD", folder=origin)
        runner.git("clone", "--quiet", "--depth=1", "--branch=topic", f"file://{origin}", ".")
        return commits

    def base(self, runner: Runner) -> str | None:
        (arguments,) = runner.calls()
        return arguments[arguments.index("--base") + 1] if "--base" in arguments else None

    def test_auto_is_the_target_of_the_pull_request(
        self, runner: Runner, commits: dict[str, str]
    ) -> None:
        assert run(runner, INPUT_BASE="auto", BASE_BRANCH="main").exit_code == 0
        assert self.base(runner) == commits["main"]

    def test_auto_is_the_first_parent_of_a_merge_that_the_checkout_has(
        self, runner: Runner, commits: dict[str, str]
    ) -> None:
        """As actions/checkout with fetch-depth 2 leaves it; a fetch would need a token that is not there."""
        origin = runner.temp / "origin"
        runner.git("checkout", "--quiet", "-b", "merge", "main", folder=origin)
        runner.git("merge", "--quiet", "--no-ff", "-m", "merge", "topic", folder=origin)
        shutil.rmtree(runner.workspace)
        runner.workspace.mkdir()
        source = f"file://{origin}"
        runner.git("clone", "--quiet", "--depth=2", "--branch=merge", source, ".")
        runner.git("remote", "set-url", "origin", "https://token.invalid/needed")

        result = run(runner, INPUT_BASE="auto", BASE_BRANCH="main")

        assert result.exit_code == 0, result.said
        assert self.base(runner) == commits["main"]

    def test_auto_without_a_pull_request_is_the_last_run(
        self, runner: Runner, commits: dict[str, str]
    ) -> None:
        run(runner, INPUT_BASE="auto")
        assert self.base(runner) is None

    def test_a_commit_that_is_not_there_is_fetched(
        self, runner: Runner, commits: dict[str, str]
    ) -> None:
        run(runner, INPUT_BASE=commits["main"])
        assert self.base(runner) == commits["main"]

    def test_what_git_does_not_know_is_an_error_that_is_seen(
        self, runner: Runner, commits: dict[str, str]
    ) -> None:
        result = run(runner, INPUT_BASE="no-such-branch")
        assert result.exit_code == 2
        assert "::error title=Skua::input base: git cannot fetch 'no-such-branch'" in result.said
        assert runner.calls() == []
