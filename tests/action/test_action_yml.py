"""action.yml itself: pinned actions, no input inside of a script, and an environment that is complete."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ACTION

REPOSITORY = ACTION.parent
TEXT = (ACTION / "action.yml").read_text()
WORKFLOWS = sorted((REPOSITORY / "ci-templates").glob("github-*.yml"))
OF_THE_RUNNER = re.compile(r"GITHUB_[A-Z_]+|RUNNER_TEMP|PATH|PWD|BASH_REMATCH|IFS|GIT_[A-Z_]+")
PINNED = re.compile(r"actions/[a-z/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+")


def steps() -> list[str]:
    return re.split(r"\n    - name: ", TEXT)[1:]


def script_of(step: str) -> str | None:
    found = re.search(r'"\$SCRIPTS/([a-z-]+\.sh)"', step)
    return found and found[1]


@pytest.mark.parametrize("file", [ACTION / "action.yml", *WORKFLOWS], ids=lambda file: file.name)
def test_actions_of_others_are_pinned_by_commit(file: Path) -> None:
    used = re.findall(r"uses: (.*)", file.read_text())
    others = [each for each in used if not each.startswith("OWNER/skua/")]
    assert others
    for each in others:
        assert PINNED.fullmatch(each), each


def test_one_action_has_one_commit() -> None:
    pinned: dict[str, set[str]] = {}
    for file in [ACTION / "action.yml", *WORKFLOWS]:
        for name, commit in re.findall(r"uses: actions/([a-z-]+)\S*@(\S+)", file.read_text()):
            pinned.setdefault(name, set()).add(commit)
    assert {name for name, commits in pinned.items() if len(commits) > 1} == set()


def test_scripts_get_inputs_by_their_environment_only() -> None:
    for step in steps():
        run = re.search(r"\n      run: (.*)", step)
        assert run is None or "${{" not in run[1]


def variables_of(script: str) -> set[str]:
    """What a script, and the functions of lib.sh that it calls, take from the environment."""
    text = (ACTION / script).read_text()
    found = set(re.findall(r"\$\{?([A-Z][A-Z_]+)", text))
    if "enter_working_directory" in text or "enter_repository" in text:
        found.add("INPUT_WORKING_DIRECTORY")
    if "enter_repository" in text:
        found.add("TESTS")
    return {name for name in found if not OF_THE_RUNNER.fullmatch(name)}


@pytest.mark.parametrize("step", steps(), ids=lambda step: step.splitlines()[0])
def test_each_script_gets_what_it_reads_and_no_more(step: str) -> None:
    script = script_of(step)
    if script is None:
        assert "uses: " in step
        return
    given = set(re.findall(r"\n        ([A-Z_]+): ", step)) - {"SCRIPTS", "GH_TOKEN"}
    in_step = set(re.findall(r"\$([A-Z_]+)", step)) - {"SCRIPTS", "RUNNER_TEMP"}
    assert given == variables_of(script) | in_step


def test_every_input_is_used_and_every_output_is_set() -> None:
    inputs, rest = TEXT.split("\noutputs:\n")
    outputs, body = rest.split("\nruns:\n")
    for name in re.findall(r"\n  ([a-z-]+):\n", inputs):
        assert f"inputs.{name} " in body, name
    scripts = "".join(file.read_text() for file in ACTION.glob("*.*"))
    for step, name in re.findall(r"steps\.([a-z]+)\.outputs\.([a-z-]+) ", outputs):
        assert f"id: {step}\n" in body
        is_set = f"output {name} " in scripts or f'"{name.replace("-", "_")}"' in scripts
        assert is_set or name in ("tests", "reports", "state", "cache-matched-key"), name


def test_the_scripts_pass_shellcheck() -> None:
    shellcheck = os.environ.get("SHELLCHECK") or shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is not installed")
    scripts = sorted(str(file) for file in ACTION.glob("*.sh"))
    done = subprocess.run(
        [shellcheck, "-x", "-P", "SCRIPTDIR", *scripts], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", sorted(file.name for file in ACTION.glob("*.sh")))
def test_scripts_that_are_called_can_be_executed(script: str) -> None:
    assert os.access(ACTION / script, os.X_OK) == (script != "lib.sh")


def test_one_shard_is_laid_down_as_several_are() -> None:
    """A single artifact that a pattern names is unpacked without a folder; each shard brings its own."""
    (fetch,) = [step for step in steps() if step.startswith("Fetch the shards")]
    assert "merge-multiple: true" in fetch
