"""Reports: which are written, what they say of modules that were not run, and from state alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from conftest import Project

FRAGILE = '''\
def share(total: int, parts: int) -> int:
    """A part of the total."""
    if total < 0:
        return 0
    return total // part
'''
PLAIN = "def twice(number: int) -> int:\n    return 2 * number\n"
EVERY_FORMAT = "junit,json,cobertura,lcov,sarif,code-quality,html,markdown"
RUN = ("run", "--iterations", "3", "--seed", "1")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in a folder of a repository, after a run: copied, not changed."""
    top = tmp_path_factory.mktemp("reports")
    subprocess.run(["git", "init", "--quiet"], cwd=top, check=True)
    project = Project(top / "services" / "api")
    project.write("skua.yml", "version: 1\nproject:\n  source: [fragile.py, plain.py]\n")
    project.write("fragile.py", FRAGILE)
    project.write("plain.py", PLAIN)
    result = project.skua(*RUN, "--format", EVERY_FORMAT)
    assert result.exit_code == 0, result.errors
    return top


@pytest.fixture
def project(finished: Path, tmp_path: Path) -> Project:
    shutil.copytree(finished, tmp_path / "top")
    return Project(tmp_path / "top" / "services" / "api")


def report_of(project: Project, folder: str = "build/skua") -> dict:
    return json.loads(project.read(f"{folder}/report.json"))


def results_of(project: Project) -> list[dict]:
    return json.loads(project.read("build/skua/findings.sarif"))["runs"][0]["results"]


def tests_of(project: Project) -> set[tuple[str, str]]:
    root = ElementTree.parse(project.root / "build/skua/tests.xml").getroot()
    return {(case.get("classname", ""), case.get("name", "")) for case in root.iter("testcase")}


def lines_of(project: Project) -> dict[str, dict[int, bool]]:
    root = ElementTree.parse(project.root / "build/skua/coverage.xml").getroot()
    return {
        entry.get("filename", ""): {
            int(line.get("number", 0)): line.get("hits") != "0" for line in entry.iter("line")
        }
        for entry in root.iter("class")
    }


def test_every_format_is_written(project: Project) -> None:
    assert {file.name for file in (project.root / "build/skua").iterdir()} == {
        ".gitignore", "generation.xml", "tests.xml", "report.json", "coverage.xml", "coverage.lcov",
        "findings.sarif", "code-quality.json", "index.html", "summary.md",
    }


def test_modules_that_were_never_measured_are_listed_as_not_executed(project: Project) -> None:
    """By a run with time for nothing, by a later one that runs nothing else, and by `report`."""
    config = project.read("skua.yml")
    project.write("skua.yml", config.replace("plain.py]", "plain.py, broken.py, odd.py]"))
    project.write(
        "broken.py", "import nowhere\n\n\ndef half(number):\n    if number:\n        return 1\n"
    )
    project.write("odd.py", "def (\n")

    def lines() -> dict[int, bool]:
        listed = lines_of(project)
        assert "services/api/odd.py" not in listed
        assert any(listed["services/api/fragile.py"].values())
        return listed["services/api/broken.py"]

    expected = dict.fromkeys((1, 4, 5, 6), False)
    for _ in range(2):
        assert project.skua(*RUN, "--format", EVERY_FORMAT).exit_code == 0
        assert lines() == expected
        assert "BRDA:5,0,1,-" in project.read("build/skua/coverage.lcov")
    (project.root / "build/skua/coverage.xml").unlink()
    assert project.skua("report", "--format", "cobertura").exit_code == 0
    assert lines() == expected


def test_a_folder_that_it_makes_is_hidden_from_git(project: Project) -> None:
    def untracked() -> list[str]:
        command = ["git", "status", "--porcelain", "--untracked-files=all"]
        said = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=True)
        return [line.removeprefix("?? services/api/") for line in said.stdout.splitlines()]

    assert not [path for path in untracked() if path.startswith(("build/", ".skua/"))]
    (project.root / "out").mkdir()
    assert project.skua("report", "--out", "out", "--format", "json").exit_code == 0
    assert "out/report.json" in untracked()  # it was there: what is in it is its owner's to say
    (project.root / "build/skua/.gitignore").unlink()
    assert project.skua("report", "--format", "json").exit_code == 0
    assert "build/skua/report.json" in untracked()


def test_a_folder_with_the_tests_in_it_is_not_hidden(project: Project) -> None:
    config = project.root / "skua.yml"
    config.write_text(config.read_text() + "output:\n  tests: made/tests\n  reports: made\n")
    assert project.skua("report", "--format", "json").exit_code == 0
    assert [file.name for file in (project.root / "made").iterdir()] == ["report.json"]


def test_paths_are_those_of_the_repository(project: Project) -> None:
    assert sorted(lines_of(project)) == ["services/api/fragile.py", "services/api/plain.py"]
    (result,) = results_of(project)
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "services/api/fragile.py"
    assert place["region"]["startLine"] == 5
    (issue,) = json.loads(project.read("build/skua/code-quality.json"))
    assert issue["location"] == {"path": "services/api/fragile.py", "lines": {"begin": 5}}


def test_lines_and_branches_are_those_that_the_tests_execute(project: Project) -> None:
    lines = lines_of(project)["services/api/fragile.py"]
    assert lines == {1: True, 3: True, 4: True, 5: True}
    assert "BRDA:3,0,0,1\nBRDA:3,0,1,1\n" in project.read("build/skua/coverage.lcov")


def test_report_makes_the_same_again_without_running_anything(project: Project) -> None:
    tests = project.generated()
    files = project.files()

    result = project.skua("report", "--format", EVERY_FORMAT, "--out", "again", PATH="")

    assert result.exit_code == 0, result.errors
    for name in result.output.splitlines():
        assert name.startswith("again/")
    for file in (project.root / "build/skua").iterdir():
        again = project.root / "again" / file.name
        if file.name == "report.json":
            before, after = report_of(project), report_of(project, "again")
            assert (before.pop("reports"), after.pop("reports")) == ("build/skua", "again")
            assert before == after
        else:
            assert again.read_text() == file.read_text(), file.name
    assert project.generated() == tests
    assert {file for file in project.files() - files} == {
        f"again/{file.name}" for file in (project.root / "again").iterdir()
    }


def test_an_open_branch_tells_why_it_is_open(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")
    project.write("skua.yml", "version: 1\nproject:\n  source: [never.py]\n")
    project.write("never.py", "def same(number: int) -> int:\n    return 1 if number * 0 else number\n")
    assert project.skua(*RUN, "--format", "json").exit_code == 0
    assert project.skua("report", "--format", "json", "--out", "again").exit_code == 0
    for folder in ("build/skua", "again"):
        (module,) = report_of(project, folder)["modules"]
        told = {goal["branch"]: goal.get("why_open") for goal in module["goals"] if "branch" in goal}
        assert told == {True: "the condition is always false in generated tests", False: None}


def test_report_without_a_run_says_what_to_do(tmp_path: Path) -> None:
    project = Project(tmp_path / "new")
    project.write("skua.yml", "version: 1\n")

    result = project.skua("report")

    assert result.exit_code == 2
    assert "skua run" in result.errors
    assert not (project.root / ".skua").exists()


def test_what_was_not_run_keeps_its_coverage_and_findings(project: Project) -> None:
    before = lines_of(project), results_of(project)
    project.write("plain.py", PLAIN.replace("2 * number", "number + number"))

    project.skua(*RUN, "--format", EVERY_FORMAT)

    report = report_of(project)
    assert report["modules_changed"] == 1
    assert report["findings"] == 0  # of this run
    assert (lines_of(project), results_of(project)) == before
    project.skua("report", "--format", "sarif,cobertura")
    assert (lines_of(project), results_of(project)) == before


def test_tests_of_modules_that_were_not_run_are_told_all_the_same(project: Project) -> None:
    before = tests_of(project)
    assert {name for name, _ in before} >= {"tests.generated.test_fragile", "tests.generated.test_plain"}

    project.skua(*RUN)
    assert tests_of(project) == before

    project.write("plain.py", "def thrice(number: int) -> int:\n    return 3 * number\n")
    project.skua(*RUN)
    assert tests_of(project) != before
    kept = {test for test in before if "test_plain" not in test[0]}
    assert {test for test in tests_of(project) if "test_plain" not in test[0]} == kept


def test_a_changed_module_that_cannot_be_tested_has_no_old_lines(project: Project) -> None:
    project.write("fragile.py", "import nothing_that_there_is\n" + FRAGILE)

    project.skua(*RUN, "--format", EVERY_FORMAT)

    lines = lines_of(project)
    # The tests that stand still import it, as far as that goes.
    assert lines["services/api/fragile.py"] == {1: True, 2: False, 4: False, 5: False, 6: False}
    assert any(lines["services/api/plain.py"].values())
    assert results_of(project) == []


def test_formats_are_chosen_in_the_file(project: Project) -> None:
    project.write("skua.yml", project.read("skua.yml") + "reports:\n  formats: [lcov, json]\n")
    shutil.rmtree(project.root / "build")

    assert project.skua(*RUN).exit_code == 0

    assert {f.name for f in (project.root / "build/skua").iterdir()} == {
        ".gitignore",
        "coverage.lcov",
        "report.json",
    }


@pytest.mark.parametrize("text", ["formats: [json, word]", "formats: word", "junit_family: xunit1"])
def test_an_unknown_format_is_told_with_its_place(project: Project, text: str) -> None:
    project.write("skua.yml", f"version: 1\nreports:\n  {text}\n")

    result = project.skua("report")

    assert result.exit_code == 2
    assert "skua.yml:3:" in result.errors
    assert "expected" in result.errors


def test_the_strict_family_has_no_places(project: Project) -> None:
    project.skua("report", "--format", "junit", "--junit-family", "xunit2")
    assert 'file="' not in project.read("build/skua/tests.xml")
    project.skua("report", "--format", "junit")
    assert 'file="' in project.read("build/skua/tests.xml")


class TestGithub:
    def run(self, project: Project) -> tuple[str, str, str]:
        """What it says, the outputs and the summary."""
        output, summary = project.write("output", "before=1\n"), project.write("summary", "")
        result = project.skua(
            *RUN,
            "--all",
            GITHUB_ACTIONS="true",
            GITHUB_OUTPUT=str(output),
            GITHUB_STEP_SUMMARY=str(summary),
        )
        assert result.exit_code == 0, result.errors
        return result.output, output.read_text(), summary.read_text()

    def test_finding_stands_at_its_line(self, project: Project) -> None:
        said, output, summary = self.run(project)
        (annotation,) = [line for line in said.splitlines() if line.startswith("::warning")]
        assert annotation.startswith("::warning file=services/api/fragile.py,line=5,title=Skua")
        assert "NameError" in annotation
        assert said.index("::group::") < said.index("Plan ") < said.index("::endgroup::")
        assert "NameError" in summary

    def test_outputs_are_those_of_the_report(self, project: Project) -> None:
        _, output, _ = self.run(project)
        lines = output.splitlines()
        assert lines[0] == "before=1"
        values = dict(line.split("=", 1) for line in lines if "=" in line)
        report = report_of(project)
        for name in ("modules_changed", "tests_generated", "behaviour_changes", "findings"):
            assert values[name.replace("_", "-")] == str(report[name])
        assert values["branch-coverage"] == f"{report['branch_coverage']:.1f}"
        assert "services/api/build/skua" in lines


def test_gitlab_folds_the_log(project: Project) -> None:
    said = project.skua(*RUN, "--all", GITLAB_CI="true").output
    assert said.index("section_start:") < said.index("Plan ") < said.index("section_end:")
    assert "::group::" not in said


def test_elsewhere_the_log_is_plain(project: Project) -> None:
    said = project.skua(*RUN, "--all").output
    assert not any(line.startswith("::") for line in said.splitlines())
    assert "section_" not in said


def test_main_modules_count(tmp_path: Path) -> None:
    project = Project(tmp_path)
    branch = "    if argv:\n        return 1\n    return 0\n"
    project.write("greet/__init__.py", "")
    project.write("greet/__main__.py", f"def main(argv):\n{branch}\n\nif __name__ == '__main__':\n    main([])\n")
    project.write("shout/__init__.py", "")
    project.write("shout/__main__.py", f"def main(argv):\n{branch}\n\nraise SystemExit(main([]))\n")

    result = project.skua(*RUN, "--format", "json")

    modules = {module["module"]: module for module in report_of(project)["modules"]}
    assert modules["greet.__main__"]["tests"]
    assert "importing it would start the program" in json.dumps(modules["shout.__main__"])
    assert report_of(project)["branches"]["total"] > report_of(project)["branches"]["taken"] > 0
    assert "branches 100 %" not in result.output
