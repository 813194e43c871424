"""What a run is judged by: exit code 1 and a sentence each, after all reports are written."""

from __future__ import annotations

import json
import math
import shutil

import pytest

from conftest import Project
from sharding import MODULES, SETTINGS, copy, merge, run_shards, write_shop

FAULTY = "def last() -> int:\n    items: list[int] = []\n    return items[len(items)]\n"


@pytest.fixture
def shop(project: Project) -> Project:
    write_shop(project)
    return project


def gates(output: str) -> list[str]:
    return [
        line.removeprefix("Failed").strip()
        for line in output.splitlines()
        if line.startswith("Failed")
    ]


def commit(project: Project) -> None:
    project.write(".gitignore", "build/\n.skua/\ntests/\n")
    project.git("init", "--quiet")
    project.commit()


def test_nothing_measured_is_not_full_coverage(project) -> None:
    for name in ("first", "second"):
        project.write(
            f"shop/{name}.py", f"import missing_{name}\n\n\ndef f(x):\n    return x or 1\n"
        )
    project.write("shop/__init__.py", "")
    result = project.skua("run", *SETTINGS, "--fail-under", "90", "--fail-under-changed", "90")
    assert result.exit_code == 1
    branches, lines = gates(result.output)
    assert branches.startswith("branch coverage is 0.0 % (1 of 3 modules measured)"), branches
    assert lines.startswith("0.0 % of the lines of changed modules"), lines
    assert "Coverage   branches 0 % (1 of 3 modules measured)" in result.output
    report = json.loads(project.read("build/skua/report.json"))
    assert (report["branch_coverage"], report["modules_unmeasured"]) == (0, 2)
    assert 'line-rate="0"' in project.read("build/skua/coverage.xml")


def test_a_gate_on_what_is_unknown_fails(shop) -> None:
    shop.write("shop/broken.py", "def f(:\n")
    result = shop.skua("run", *SETTINGS, "--fail-under", "1")
    assert result.exit_code == 1
    (sentence,) = gates(result.output)
    assert sentence.startswith("the branch coverage of shop.broken is unknown"), sentence
    report = json.loads(shop.read("build/skua/report.json"))
    assert report["modules_unknown"] == ["shop.broken"]


def test_a_checkout_without_state_measures_the_tests_that_stand(shop) -> None:
    shop.skua("run", *SETTINGS)
    before = json.loads(shop.read("build/skua/report.json"))
    files = shop.generated()
    shutil.rmtree(shop.root / ".skua")

    result = shop.skua("run", *SETTINGS, "--fail-under", "1")

    assert result.exit_code == 0, result.output
    report = json.loads(shop.read("build/skua/report.json"))
    assert report["branch_coverage"] == before["branch_coverage"] > 0
    assert report["sandbox"] == before["sandbox"]
    assert shop.generated() == files
    again = shop.skua("run", *SETTINGS)
    assert "sandbox" not in json.loads(shop.read("build/skua/report.json")), again.output


def test_each_gate_that_fails_is_said_first_and_in_every_report(shop) -> None:
    shop.write("shop/faulty.py", FAULTY)
    result = shop.skua(
        "run",
        *SETTINGS,
        "--fail-under",
        "100",
        "--fail-under-changed",
        "100",
        "--max-findings",
        "0",
    )
    assert result.exit_code == 1
    branches, lines, findings = gates(result.output)
    assert branches.endswith("below the 100 % that fail_under asks for")
    assert lines.endswith("below the 100 % that fail_under_changed asks for")
    assert findings.endswith("more than the 0 that max_findings allows")
    assert result.output.index("Failed") < result.output.index("Reports")
    report = json.loads(shop.read("build/skua/report.json"))
    assert f"branch coverage is {math.floor(report['branch_coverage'] * 10) / 10:.1f} %" in branches
    assert report["findings"] >= 1
    assert report["failed_gates"] == [branches, lines, findings]
    assert "**Failed**: branch coverage is" in shop.read("build/skua/summary.md")
    assert 'name="verdict" value="failed"' in shop.read("build/skua/generation.xml")


def test_gates_stand_in_the_file_too(shop) -> None:
    text = shop.read("skua.yml")
    shop.write("skua.yml", text + "fail_under: 10\nfail_under_changed: 10\nmax_findings: 50\n")
    result = shop.skua("run", *SETTINGS)
    assert result.exit_code == 0
    assert "\nPassed  " in result.output
    assert json.loads(shop.read("build/skua/report.json"))["failed_gates"] == []
    shop.write("skua.yml", text + "fail_under: 100\n")
    result = shop.skua("run", *SETTINGS)
    assert result.exit_code == 1, "nothing ran, and the project is what it was"
    assert len(gates(result.output)) == 1


def test_changed_lines_are_those_that_differ_from_the_base(shop) -> None:
    (shop.root / "shop/secret.py").unlink()
    shop.write("shop/mixed.py", MODULES["shop.secret"] + "\n\n" + MODULES["shop.label"])
    commit(shop)
    strict = ("--base", "HEAD", "--fail-under-changed", "100")

    shop.write("shop/mixed.py", shop.read("shop/mixed.py").replace("nobody", "anybody"))
    assert (
        shop.skua("run", *SETTINGS, *strict).exit_code == 0
    ), "what cannot be covered did not change"

    shop.write(
        "shop/mixed.py", shop.read("shop/mixed.py").replace("return True", "return not False")
    )
    result = shop.skua("run", *SETTINGS, *strict)
    assert result.exit_code == 1
    (sentence,) = gates(result.output)
    assert "of the lines that changed are executed" in sentence


def test_shards_leave_gates_to_the_merge(shop, tmp_path) -> None:
    shop.write("shop/faulty.py", FAULTY)
    commit(shop)
    shop.write("shop/secret.py", MODULES["shop.secret"].replace("return True", "return not False"))
    shop.write("shop/faulty.py", FAULTY.replace("len(items)", "len(items) + 1"))
    options = ("--fail-under", "100", "--fail-under-changed", "100", "--max-findings", "0")
    base = ("--base", "HEAD")
    whole = copy(shop, tmp_path / "whole").skua("run", *SETTINGS, *options, *base)

    machines = run_shards(shop, tmp_path / "machines", 2, *options, *base)  # each ends with 0
    result = merge(shop, machines, *options)

    assert result.exit_code == whole.exit_code == 1
    assert gates(result.output) == gates(whole.output)
    assert len(gates(result.output)) == 3


def test_a_behaviour_change_in_a_shard_fails_the_merge(shop, tmp_path) -> None:
    assert shop.skua("run", *SETTINGS).exit_code == 0
    tests = shop.generated()["test_shop_label.py"]
    shop.write(
        "shop/label.py", "def label(name: str) -> str:\n    return name.lower() if name else 'x'\n"
    )
    policy = ("--on-behaviour-change", "fail")

    machines = run_shards(shop, tmp_path / "machines", 2, *policy)
    result = merge(shop, machines, *policy)

    assert result.exit_code == 1
    assert "on_behaviour_change is fail" in "".join(gates(result.output))
    assert shop.generated()["test_shop_label.py"] == tests
