"""The project's settings for coverage.py decide what counts, in figures as in files."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import Project

pytest.importorskip("coverage")

RATES = '''\
from __future__ import annotations


class Rate:
    def __init__(self, price: int) -> None:
        if price < 0:
            raise ValueError("negative")
        self.price = price

    def __repr__(self) -> str:
        if self.price > 100:
            return "Rate(high)"
        return f"Rate({self.price})"

    def of(self, weight: int) -> int:
        if weight > 30:
            return self.price * 2
        elif weight < 0:
            assert_never(weight)
        return self.price


def assert_never(value: int) -> None:
    raise NotImplementedError(value)


def debugged(value: int) -> int:
    if value > 3:  # not counted
        print(value)
        value -= 1
    return value
'''
OTHER = "def twice(number: int) -> int:\n    return 2 * number\n"

SETTINGS = {
    "none": {},
    "also": {
        "pyproject.toml": "[tool.coverage.report]\n"
        "exclude_also = ['def __repr__', 'raise NotImplementedError', '# not counted']\n"
    },
    "instead": {
        ".coveragerc": "[run]\nbranch = true\n[report]\nexclude_lines =\n"
        "    def assert_never\n    # not counted\n"
    },
    "omit": {"setup.cfg": "[coverage:run]\nomit =\n    */other.py\n"},
    "source": {"tox.ini": "[coverage:run]\nsource = parcel.rates\n"},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_reports_count_what_coverage_counts(project: Project, name: str) -> None:
    project.write("parcel/__init__.py", "")
    project.write("parcel/rates.py", RATES)
    project.write("parcel/other.py", OTHER)
    for path, text in SETTINGS[name].items():
        project.write(path, text)
    result = project.skua("run", "--iterations", "40", "--seed", "1", "--format", "json,cobertura")
    assert result.exit_code == 0, result.errors

    measured = project.measured("--include=parcel/*")
    ours = ElementTree.parse(project.root / "build/skua/coverage.xml").getroot()
    files = {entry.get("filename"): entry for entry in ours.iter("class")}
    with_statements = {
        path: file for path, file in measured["files"].items() if file["summary"]["num_statements"]
    }
    assert set(with_statements) <= set(files)
    for path, file in with_statements.items():
        lines = {int(line.get("number")): line.get("hits") != "0" for line in files[path].iter("line")}
        assert sorted(lines) == sorted(file["executed_lines"] + file["missing_lines"]), path
        assert sorted(line for line in lines if lines[line]) == file["executed_lines"], path
    totals = measured["totals"]
    assert int(ours.get("branches-valid")) == totals["num_branches"]
    assert int(ours.get("branches-covered")) == totals["covered_branches"]
    report = json.loads(project.read("build/skua/report.json"))
    modules = {module["module"] for module in report["modules"]}
    assert ("parcel.other" in modules) == (name not in ("omit", "source"))


LEDGER = '''\
import typing as t

from parcel.rates import Rate

if t.TYPE_CHECKING:
    from decimal import Decimal


def cheapest(prices: list[int], weight: int) -> int:
    rates = [Rate(price) for price in prices]
    if not rates:
        return 0
    best = None
    for rate in rates:
        if best is None or rate.of(weight) < best: best = rate.of(weight)
    return best


if __name__ == "__main__":
    print(cheapest([1, 2], 3))
'''


NEVER = """\
def never(a):
    raise SystemExit(a)
    if a:
        return 1
"""


def test_all_tests_together_count_for_every_module(project: Project) -> None:
    project.write("parcel/__init__.py", "")
    project.write("parcel/rates.py", RATES)
    project.write("parcel/ledger.py", LEDGER)
    edits = {}, {"ledger": LEDGER.replace("return 0", "return -1")}, {"never": NEVER}
    for number, edit in enumerate(edits):
        for name, text in edit.items():
            project.write(f"parcel/{name}.py", text)
        result = project.skua("run", "--iterations", "4", "--seed", "1", "--format", "json,cobertura")
        assert result.exit_code == 0, result.errors
        measured = project.measured("--include=parcel/*")
        report = json.loads(project.read("build/skua/report.json"))
        ours = {module["path"]: module.get("earlier", module) for module in report["modules"]}
        for path, file in measured["files"].items():
            summary = file["summary"]
            if not summary["num_statements"]:
                continue
            branches = {"taken": summary["covered_branches"], "total": summary["num_branches"]}
            assert ours[path]["branches"] == branches, (number, path)
            assert ours[path]["lines"]["executed"] == file["executed_lines"], (number, path)
        totals = measured["totals"]
        assert report["branches"]["taken"] == totals["covered_branches"]
        assert report["branches"]["total"] == totals["num_branches"]


def test_changed_settings_are_a_change_of_the_module(project: Project) -> None:
    project.write("parcel/__init__.py", "")
    project.write("parcel/rates.py", RATES)
    run = ("run", "--iterations", "5", "--seed", "1")
    assert project.skua(*run).exit_code == 0
    assert "parcel.rates" not in project.skua(*run).output
    project.write(".coveragerc", "[report]\nexclude_also = def __repr__\n")
    assert "parcel.rates" in project.skua(*run).output
    assert "parcel.rates" not in project.skua(*run).output


def test_settings_can_be_left_aside(project: Project) -> None:
    project.write("skua.yml", "project:\n  respect_coverage: false\n")
    project.write("parcel/__init__.py", "")
    project.write("parcel/other.py", OTHER)
    project.write(".coveragerc", "[run]\nomit = parcel/other.py\n")
    assert "parcel.other" in project.skua("plan").output
    project.write("skua.yml", "version: 1\n")
    assert "parcel.other" not in project.skua("plan").output
