"""Commits of generated tests: only those, never forced, and never a cause for another."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Result, Runner

TEST = "tests/generated/test_a.py"
FAKE_GH = """#!/bin/bash
printf '%s\\n' "$*" >>"$RUNNER_TEMP/gh"
if [[ $2 == list ]]; then echo "${FAKE_OPEN:-0}"; fi
"""


@pytest.fixture
def origin(runner: Runner) -> Path:
    """A bare repository, of which the workspace is a clone with a generated test that changed."""
    folder = runner.temp / "origin"
    folder.mkdir()
    runner.git("init", "--quiet", "--bare", folder=folder)
    runner.git("clone", "--quiet", str(folder), ".")
    runner.write("a.py", "x = 1\n")
    runner.write(TEST, "old\n")
    runner.write(".gitignore", "build/\n")
    runner.git("add", "--all")
    runner.git("commit", "--quiet", "-m", "A person's work")
    runner.git("push", "--quiet", "origin", "HEAD:main")
    runner.write(TEST, "new\n")
    runner.write("a.py", "x = 2  # made by code under test\n")
    runner.program("gh", FAKE_GH)
    return folder


def deliver(runner: Runner, how: str, **changes: str) -> Result:
    variables = {
        "DELIVER": how,
        "TESTS": "tests/generated",
        "REF_NAME": "main",
        "INPUT_WORKING_DIRECTORY": ".",
    }
    return runner.step("deliver.sh", **(variables | changes))


def guard(runner: Runner, event: str = "push") -> str:
    result = runner.step(
        "guard.sh", EVENT=event, TESTS="tests/generated", INPUT_WORKING_DIRECTORY="."
    )
    assert result.exit_code == 0, result.said
    return result.outputs["own"]


def changed(runner: Runner, origin: Path, branch: str = "main") -> list[str]:
    names = runner.git("diff-tree", "-r", "--name-only", f"{branch}~1", branch, folder=origin)
    return names.splitlines()


def another_commit(runner: Runner, branch: str, file: str = "b.py") -> None:
    """Somebody else's, on top of a branch of the remote."""
    clone = runner.temp / "clone"
    runner.git("clone", "--quiet", "--branch", branch, str(runner.temp / "origin"), str(clone))
    (clone / file).write_text("x = 3\n")
    runner.git("add", "--all", folder=clone)
    runner.git("commit", "--quiet", "-m", "Another person's work", folder=clone)
    runner.git("push", "--quiet", "origin", f"HEAD:{branch}", folder=clone)


def test_commits_tests_and_nothing_else(runner: Runner, origin: Path) -> None:
    result = deliver(runner, "commit")
    assert result.exit_code == 0, result.said
    assert changed(runner, origin) == [TEST]
    message = runner.git("log", "-1", "--format=%an|%B", "main", folder=origin)
    assert message.startswith("github-actions[bot]|Update generated tests")
    assert "Skua-Run: https://github.test/owner/project/actions/runs/4711" in message
    assert runner.git("status", "--porcelain").splitlines() == ["M a.py", f" M {TEST}"]


def test_nothing_changed_is_nothing_to_commit(runner: Runner, origin: Path) -> None:
    runner.write(TEST, "old\n")
    before = runner.git("rev-parse", "main", folder=origin)
    result = deliver(runner, "commit")
    assert result.exit_code == 0
    assert "nothing to commit" in result.said
    assert runner.git("rev-parse", "main", folder=origin) == before


def test_a_test_that_is_gone_is_removed(runner: Runner, origin: Path) -> None:
    (runner.workspace / TEST).unlink()
    assert deliver(runner, "commit").exit_code == 0
    assert changed(runner, origin) == [TEST]


def test_a_folder_that_git_ignores_is_said(runner: Runner, origin: Path) -> None:
    runner.write("build/test_a.py", "new\n")
    result = deliver(runner, "commit", TESTS="build")
    assert result.exit_code == 2
    assert ".gitignore" in result.said


def test_a_branch_that_moved_on_is_left_alone(runner: Runner, origin: Path) -> None:
    another_commit(runner, "main")
    before = runner.git("rev-parse", "main", folder=origin)
    result = deliver(runner, "commit")
    assert result.exit_code == 0
    assert "moved on" in result.said
    assert runner.git("rev-parse", "main", folder=origin) == before


def test_a_push_that_is_refused_is_an_error(runner: Runner, origin: Path) -> None:
    hook = origin / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    result = deliver(runner, "commit")
    assert result.exit_code == 2
    assert "permissions" in result.said


def test_a_pull_request_is_opened_once(runner: Runner, origin: Path) -> None:
    assert deliver(runner, "pull-request").exit_code == 0
    assert changed(runner, origin, "skua/main") == [TEST]
    calls = (runner.temp / "gh").read_text().splitlines()
    assert calls[0].startswith("pr list --head skua/main --base main")
    assert calls[1].startswith("pr create --head skua/main --base main")

    runner.write(TEST, "newer\n")
    assert deliver(runner, "pull-request", FAKE_OPEN="1").exit_code == 0
    assert "pr create" not in "".join((runner.temp / "gh").read_text().splitlines()[2:])
    assert runner.git("show", f"skua/main:{TEST}", folder=origin) == "newer"
    parents = runner.git("log", "-1", "--format=%P", "skua/main", folder=origin).split()
    assert parents[1] == runner.git("rev-parse", "main", folder=origin)

    result = deliver(runner, "pull-request", FAKE_OPEN="1")
    assert "holds these tests already" in result.said


def test_edits_on_the_branch_of_a_pull_request_are_kept(runner: Runner, origin: Path) -> None:
    deliver(runner, "pull-request")
    another_commit(runner, "skua/main", TEST)
    before = runner.git("rev-parse", "skua/main", folder=origin)
    runner.write(TEST, "newer\n")
    assert deliver(runner, "pull-request").exit_code == 0
    assert runner.git("rev-parse", "skua/main", folder=origin) == before
    assert runner.git("show", f"skua/main-4711:{TEST}", folder=origin) == "newer"


class TestGuard:
    def test_own_commit_is_passed_over(self, runner: Runner, origin: Path) -> None:
        assert guard(runner) == "false"
        deliver(runner, "commit")
        runner.git("fetch", "--quiet", "origin", "main")
        runner.git("checkout", "--quiet", "--force", "FETCH_HEAD")
        assert guard(runner) == "true"
        assert guard(runner, "workflow_dispatch") == "false"

    def test_in_a_shallow_checkout_too(self, runner: Runner, origin: Path) -> None:
        deliver(runner, "commit")
        shallow = Runner(runner.temp / "second job")
        shallow.git("clone", "--quiet", "--depth=1", f"file://{origin}", ".")
        assert guard(shallow) == "true"

    def test_a_person_with_the_trailer_is_not_passed_over(
        self, runner: Runner, origin: Path
    ) -> None:
        runner.git("commit", "--quiet", "-a", "-m", "Mine\n\nSkua-Run: x")
        assert guard(runner) == "false"

    def test_own_commit_with_code_is_not_passed_over(self, runner: Runner, origin: Path) -> None:
        bot = "41898282+github-actions[bot]@users.noreply.github.com"
        author = f"--author=github-actions[bot] <{bot}>"
        runner.git("commit", "--quiet", "-a", author, "-m", "Both\n\nSkua-Run: x")
        assert guard(runner) == "false"

    def test_a_pull_request_is_always_judged(self, runner: Runner, origin: Path) -> None:
        """Its last commit may be anybody's who writes what the action writes."""
        runner.git("checkout", "--quiet", "--", "a.py")
        bot = "41898282+github-actions[bot]@users.noreply.github.com"
        runner.git("checkout", "--quiet", "-b", "topic")
        author = f"--author=github-actions[bot] <{bot}>"
        runner.git("commit", "--quiet", "-a", author, "-m", "Tests\n\nSkua-Run: x")
        assert guard(runner) == "true"
        assert guard(runner, "pull_request") == "false"
        assert guard(runner, "pull_request_target") == "false"

    def test_without_a_checkout_there_is_no_commit(self, runner: Runner) -> None:
        assert guard(runner) == "false"
