"""What a second run does: only what changed, and never half of anything."""

from __future__ import annotations

import ast
import json
import random
import shutil
import sqlite3
import subprocess
import time

from pathlib import Path

import pytest

from conftest import PYTHON, REPOSITORY, Project

CHANGED = {"new", "modified", "affected", "renamed"}
RUN = ("run", "--iterations", "15", "--seed", "1")


def changes(project: Project) -> dict[str, str]:
    """Module → its change, for those that were not passed over as unchanged."""
    found = {}
    for module, case in project.generation().items():
        properties = {item.get("name"): item.get("value") for item in case.iter("property")}
        if properties["change"] in CHANGED:
            found[module] = properties["change"]
    return found


def run_parcel(project: Project) -> None:
    shutil.copytree(REPOSITORY / "samples" / "parcel", project.root, dirs_exist_ok=True)
    project.write("skua.yml", project.read("skua.yml") + "oracle:\n  mutants: 0\n")
    result = project.skua(*RUN)
    assert result.exit_code == 0, result.errors


@pytest.fixture
def parcel(once) -> Project:
    """A sample after its first run."""
    return once(run_parcel)


def test_nothing_changed_generates_nothing(parcel: Project) -> None:
    files = {name: (parcel.root / "tests/generated" / name).stat().st_mtime_ns for name in parcel.generated()}

    result = parcel.skua("run", "--iterations", "15", "--seed", "2")

    assert result.exit_code == 0
    assert changes(parcel) == {}
    assert set(parcel.reasons().values()) == {"SKUA-N201"}
    assert files == {
        name: (parcel.root / "tests/generated" / name).stat().st_mtime_ns for name in parcel.generated()
    }


def trust_the_state(project: Project) -> None:
    text = project.read("skua.yml")
    project.write("skua.yml", text.replace("output:\n", "output:\n  restore: true\n"))


def test_tests_that_the_tree_does_not_keep_are_written_as_they_were(parcel: Project) -> None:
    """As where builds start from a fresh checkout, keep the state, and leave tests as artefacts."""
    files = parcel.generated()
    trust_the_state(parcel)
    shutil.rmtree(parcel.root / "tests/generated")

    planned = parcel.skua("plan")
    assert not (parcel.root / "tests/generated").exists()
    assert "is gone" not in planned.output

    result = parcel.skua("run", "--iterations", "15", "--seed", "2")

    assert result.exit_code == 0
    assert changes(parcel) == {}
    assert parcel.generated() == files
    assert "of earlier runs" in result.output
    assert parcel.pytest("tests/generated").returncode == 0


def test_tests_that_the_tree_does_not_keep_are_made_again_of_what_the_state_knows(
    project: Project,
) -> None:
    project.write("skua.yml", "version: 1\nproject: {source: [shop]}\n")
    project.write(
        "shop/grade.py",
        "def grade(points: int) -> str:\n"
        "    if points > 90:\n        return 'high'\n"
        "    return 'low' if points < 20 else 'middle'\n",
    )
    first = project.skua("run", "--seed", "1", "--jobs", "1", "--budget", "10s")
    assert first.exit_code == 0, first.output + first.errors
    before = project.generated()
    judged = json.loads(project.read("build/skua/report.json"))["modules"][0]["mutants"]
    shutil.rmtree(project.root / "tests/generated")

    result = project.skua("run", "--seed", "2", "--jobs", "1", "--budget", "10s")

    assert "1 test file of earlier runs, to be made again" in result.output
    assert set(project.generated()) == set(before)
    for name, text in project.generated().items():
        assert text.count("assert") >= before[name].count("assert")
    again = json.loads(project.read("build/skua/report.json"))["modules"][0]["mutants"]
    killed = [sum(one["fate"] == "killed" for one in mutants) for mutants in (judged, again)]
    assert killed[1] >= killed[0] > 0
    assert project.pytest("tests/generated").returncode == 0


@pytest.mark.parametrize("is_trusted", [True, False])
def test_tests_that_the_tree_does_not_keep_tell_what_changed(
    parcel: Project, is_trusted: bool
) -> None:
    if is_trusted:
        trust_the_state(parcel)
    shutil.rmtree(parcel.root / "tests/generated")
    text = parcel.read("src/parcel/rates.py")
    parcel.write("src/parcel/rates.py", text.replace("return Zone.DOMESTIC", "return Zone.WORLD"))

    result = parcel.skua(*RUN)

    assert "behaviour change" in result.output.lower()
    assert "test_parcel_money.py" in parcel.generated()


def test_nothing_is_pasted_from_a_state_that_somebody_may_have_poisoned(parcel: Project) -> None:
    before = set(parcel.generated())
    with sqlite3.connect(parcel.root / ".skua/state.db") as state:
        for table, column in (("files", "text"), ("written_suites", "tests")):
            state.execute(f"UPDATE {table} SET {column} = {column} || 'print(\"poisoned\")\n'")
    shutil.rmtree(parcel.root / "tests/generated")

    result = parcel.skua(*RUN)

    assert result.exit_code == 0, result.output + result.errors
    assert set(parcel.generated()) == before
    assert not any("poisoned" in text for text in parcel.generated().values())
    assert "Missing" in result.output and "to be made again" in result.output
    assert parcel.pytest("tests/generated").returncode == 0


def test_comments_and_formatting_are_no_change(parcel: Project) -> None:
    text = parcel.read("src/parcel/codes.py")
    parcel.write("src/parcel/codes.py", "# A remark.\n\n" + text.replace("total = ", "total  =  "))

    parcel.skua(*RUN)

    assert changes(parcel) == {}


def test_a_changed_function_regenerates_its_module_and_its_dependents_only(parcel: Project) -> None:
    parcel.write("src/parcel/rates.py", parcel.read("src/parcel/rates.py").replace("31_500", "30_000"))

    parcel.skua("run", "--iterations", "5", "--seed", "1")

    assert changes(parcel) == {"parcel.rates": "modified", "parcel": "affected"}


def test_another_checkout_folder_is_no_change(parcel: Project, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    parcel.root.rename(moved)

    elsewhere = Project(moved)
    elsewhere.skua(*RUN)

    assert changes(elsewhere) == {}


def test_deleted_and_renamed_modules_are_told(parcel: Project) -> None:
    (parcel.root / "src/parcel/codes.py").rename(parcel.root / "src/parcel/tracking.py")

    parcel.skua("run", "--iterations", "5", "--seed", "1")

    assert changes(parcel) == {"parcel.tracking": "renamed"}


def test_plan_says_what_would_run_and_changes_nothing(sample) -> None:
    project = sample("parcel")
    before = project.files()

    result = project.skua("plan")

    assert result.exit_code == 0
    assert "parcel.money" in result.output and "new" in result.output
    assert project.files() == before


def test_base_compares_with_a_git_reference(sample) -> None:
    project = sample("parcel")

    project.git("init", "-q")
    project.commit()
    project.write("src/parcel/codes.py", project.read("src/parcel/codes.py").replace("10**8", "10**7"))

    project.skua("run", "--iterations", "5", "--seed", "1", "--base", "HEAD")

    assert changes(project) == {"parcel.codes": "modified"}


def thousand_modules(project: Project) -> None:
    for package in range(20):
        project.write(f"big/p{package}/__init__.py", "")
        for number in range(50):
            names = ", ".join(f'"name{i}"' for i in range(number))
            project.write(f"big/p{package}/m{number}.py", f"NAMES = [{names}]\n")
    project.write("big/__init__.py", "")
    project.write("skua.yml", "version: 1\nproject:\n  source: [big]\n")


def test_a_thousand_unchanged_modules_cost_next_to_nothing(project) -> None:
    """Relative to what starting Python once costs: an absolute time would be of the machine."""
    thousand_modules(project)
    first = project.skua("run", "--budget", "60s")
    start_of_python = min(seconds([PYTHON, "-c", "import pytest"]) for _ in range(3))

    runs = [project.skua("run", "--budget", "60s") for _ in range(3)]

    assert first.exit_code == 0 and len(project.generation()) == 1021
    assert set(project.reasons().values()) == {"SKUA-N201"}
    assert project.generated() == {}
    assert min(run.seconds for run in runs) < 5 * start_of_python


def seconds(command: list[str]) -> float:
    start = time.monotonic()
    subprocess.run(command, check=True)
    return time.monotonic() - start


def test_killed_at_random_moments_leaves_nothing_half_done(project: Project) -> None:
    run = ("run", "--iterations", "15", "--seed", "7", "--all")
    for name in ("first", "second", "third"):
        project.write(f"{name}.py", f"def {name}(n: int) -> int:\n    return n + 1 if n > 9 else n\n")
    result = project.skua(*run)
    undisturbed = project.generated()
    assert len(undisturbed) == 3, result.errors
    moments = random.Random(5)
    for _ in range(12):
        process = project.start(*run)
        time.sleep(moments.uniform(0.05, result.seconds))
        process.kill()
        process.wait()
        for text in project.generated().values():
            ast.parse(text)

    result = project.skua(*run)

    assert result.exit_code == 0, result.errors
    assert "SKUA-S5" not in result.output + result.errors
    assert project.generated() == undisturbed
    assert not list((project.root / "tests/generated").glob(".test_*"))


def test_state_that_cannot_be_read_is_set_aside(parcel: Project) -> None:
    (parcel.root / ".skua/state.db").write_bytes(b"this is not a database, whatever its name says")

    result = parcel.skua("run", "--iterations", "5", "--seed", "1")

    assert result.exit_code == 0
    assert "SKUA-S503" in result.output + result.errors
    assert set(changes(parcel).values()) == {"new"}


def test_ignored_files_are_no_subjects_unless_asked_for(project) -> None:
    project.write("made.py", "def f(x: int) -> int:\n    return x\n")
    project.write("mine.py", "def g(x: int) -> int:\n    return x\n")
    project.write(".gitignore", "made.py\n")

    assert "made" not in project.skua("plan").output
    project.write("skua.yml", "project:\n  respect_gitignore: false\n")
    assert "made" in project.skua("plan").output
