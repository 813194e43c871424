"""What a module's tests cost to run, and what is done about it."""

from __future__ import annotations

import json

from conftest import Project

# A test of `slow` takes a hundred times as long as all others together.
MODULE = """\
def sign(x: int) -> int:
    if x < 0:
        return -1
    return 1


def slow(x: int) -> int:
    total = 0
    for i in range(300_000):
        total += i & 1
    return total + x
"""
RUN = ("run", "--iterations", "10", "--seed", "1", "--findings", "none")


def module_of(project: Project) -> dict:
    (module,) = json.loads(project.read("build/skua/report.json"))["modules"]
    return module


def test_slow_tests_are_left_out_of_a_suite_that_takes_too_long(project: Project) -> None:
    project.write("pace.py", MODULE)
    done = project.skua(*RUN)
    assert done.exit_code == 0, done.output + done.errors
    before = module_of(project)
    seconds = sorted((test["seconds"], test["name"]) for test in before["tests"])
    assert "slow" in seconds[-1][1] and "SKUA-N311" not in done.output
    # Between what the slowest test takes and what all others take together.
    limit = int(1000 * (seconds[-1][0] / 2)) or 1

    project.write("skua.yml", f"budget: {{suite_time: {limit}ms}}\n")
    (project.root / "tests/generated/test_pace.py").unlink()
    done = project.skua(*RUN, "--all")
    assert done.exit_code == 0, done.output + done.errors
    after = module_of(project)
    assert not any("slow" in test["name"] for test in after["tests"])
    assert any("sign" in test["name"] for test in after["tests"])
    (note,) = [note for note in after["notes"] if note["code"] == "SKUA-N311"]
    assert "slow" in note["detail"] and after["goals_covered"] < before["goals_covered"]
    assert project.pytest("tests/generated").returncode == 0


def test_adynamosa_and_the_preference_for_fast_tests_write_suites(project: Project) -> None:
    project.write("pace.py", MODULE)
    for words, settings in (
        (["--algorithm", "adynamosa"], "{}\n"),
        (["--algorithm", "mosa"], "search: {prefer: fast}\n"),
    ):
        project.write("skua.yml", settings)
        done = project.skua(*RUN, "--all", *words)
        assert done.exit_code == 0, done.output + done.errors
        module = module_of(project)
        assert module["goals_covered"] == module["goals_total"]
        assert project.pytest("tests/generated").returncode == 0
