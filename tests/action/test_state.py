"""Folders are inside of the workspace, and what comes out of a cache is plain files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conftest import Result, Runner


def places(runner: Runner, **changes: str) -> Result:
    return runner.step(
        "places.sh", **({"INPUT_CONFIG": "", "INPUT_WORKING_DIRECTORY": "."} | changes)
    )


def test_places_are_those_of_skua_from_the_workspace(runner: Runner) -> None:
    result = places(runner, INPUT_CONFIG="a b.yml")
    assert result.outputs == {"tests": "tests/generated", "reports": "build/skua", "state": ".skua"}
    assert runner.calls() == [["config", "show", "--config", "a b.yml"]]


def test_places_with_spaces_are_whole(runner: Runner) -> None:
    assert (
        places(runner, FAKE_CONFIG=runner.config(tests="my tests")).outputs["tests"] == "my tests"
    )


@pytest.mark.parametrize("state", ["/tmp/elsewhere", "../outside", ".", '"quo\\"ted"'])
def test_places_outside_are_refused(runner: Runner, state: str) -> None:
    result = places(runner, FAKE_CONFIG=runner.config(state=state))
    assert result.exit_code == 2
    assert "::error" in result.said
    assert "state" not in result.outputs


def test_places_behind_a_link_are_refused(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (runner.workspace / ".skua").symlink_to(tmp_path / "outside")
    result = places(runner)
    assert result.exit_code == 2
    assert "symbolic link" in result.said


@pytest.mark.parametrize("kind", ["link", "link to a folder", "pipe", "hard link", "itself"])
def test_a_state_with_links_is_set_aside(runner: Runner, tmp_path: Path, kind: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("kept")
    state = runner.workspace / ".skua"
    if kind == "itself":
        state.symlink_to(tmp_path)
    else:
        state.mkdir()
        runner.write(".skua/state.db")
    if kind == "link":
        (state / "x").symlink_to(secret)
    elif kind == "link to a folder":
        (state / "x").symlink_to(tmp_path)
    elif kind == "pipe":
        os.mkfifo(state / "x")
    elif kind == "hard link":
        os.link(secret, state / "x")
    result = runner.step("check-state.sh", ".skua")
    assert result.exit_code == 0
    assert "::warning" in result.said
    assert not os.path.lexists(state)
    assert secret.read_text() == "kept"


def test_a_plain_state_stays(runner: Runner) -> None:
    file = runner.write(".skua/suites/state.db", "x")
    result = runner.step("check-state.sh", ".skua", str(runner.temp / "no-shards"))
    assert (result.exit_code, result.said) == (0, "")
    assert file.read_text() == "x"


@pytest.mark.parametrize(
    ("mode", "files"),
    [
        ("whole", ["build/skua/tests.xml", "tests/generated/test_a.py"]),
        (
            "shard",  # in a folder of its own, since a single artifact gets none when it is downloaded
            [
                f"skua-shard-1/{file}"
                for file in (".skua/state.db", "build/skua/tests.xml", "tests/generated/test_a.py")
            ],
        ),
    ],
)
def test_results_are_collected_as_they_stand_in_the_project(
    runner: Runner, tmp_path: Path, mode: str, files: list[str]
) -> None:
    for file in (".skua/state.db", "build/skua/tests.xml", "tests/generated/test_a.py"):
        runner.write("api/" + file)
    (runner.workspace / "api/build/skua/link").symlink_to(tmp_path)
    result = runner.step(
        "collect.sh",
        INPUT_WORKING_DIRECTORY="api",
        MODE=mode,
        ARTIFACT="skua-shard-1",
        TESTS="api/tests/generated",
        REPORTS="api/build/skua",
        STATE="api/.skua",
    )
    folder = Path(result.outputs["folder"])
    found = sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if not file.is_dir())
    assert found == files
