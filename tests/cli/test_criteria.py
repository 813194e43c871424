"""What search.criteria adds to branch coverage, told from what the written tests do."""

from __future__ import annotations

import json

import pytest

from conftest import Project
from test_gates import commit

MODULE = """\
def difference(a: int, b: int) -> int:
    return a - b


def words(text: str) -> list[str]:
    return text.split()


def share(values: list[int], at: int) -> int:
    return values[at] // at


def grade(points: int) -> str:
    if points >= 50:
        return "passed"
    return "failed"


def total(values: list[int], limit: int) -> int:
    result = 0
    for value in values:
        result += value
        if result > limit:
            raise ValueError("too much")
    result *= 2
    return result
"""

# A plug-in for pytest that writes down what tests call and which lines run.
SPY = """\
import functools, json, sys
import subject

calls, lines = [], set()


def spied(name, function):
    @functools.wraps(function)
    def call(*arguments):
        entry = {"name": name, "arguments": list(arguments)}
        calls.append(entry)
        try:
            entry["result"] = function(*arguments)
            return entry["result"]
        except Exception as error:
            entry["raised"] = type(error).__name__
            raise

    return call


def trace(frame, event, _value):
    if frame.f_code.co_filename != subject.__file__ or frame.f_code.co_name == "<module>":
        return None
    lines.add(frame.f_lineno) if event == "line" else None
    return trace


for name, value in list(vars(subject).items()):
    if callable(value):
        setattr(subject, name, spied(name, value))
sys.settrace(trace)


def pytest_sessionfinish():
    sys.settrace(None)
    with open("spied.json", "w") as file:
        json.dump({"calls": calls, "lines": sorted(lines)}, file, default=repr)
"""


class Suite:
    def __init__(self, project: Project, *words: str) -> None:
        self.done = project.skua("run", "--iterations", "300", "--seed", "1", *words)
        assert self.done.exit_code == 0, self.done.output + self.done.errors
        self.report = json.loads(project.read("build/skua/report.json"))
        project.write("spy.py", SPY)
        run = project.pytest("-p", "spy", "tests/generated")
        assert run.returncode == 0, run.stdout
        (project.root / "spy.py").unlink()
        spied = json.loads(project.read("spied.json"))
        self.calls, self.lines = spied["calls"], set(spied["lines"])

    def of(self, name: str) -> list[dict]:
        return [call for call in self.calls if call["name"] == name]

    def results(self, name: str) -> list:
        return [call["result"] for call in self.of(name) if "result" in call]

    def figure(self, criterion: str) -> tuple[int, int]:
        (found,) = [one for one in self.report["criteria"] if one["criterion"] == criterion]
        return found["covered"], found["total"]


@pytest.fixture
def subject(project: Project) -> Project:
    project.write("subject.py", MODULE)
    return project


def sign(number: int) -> int | None:
    if not isinstance(number, int):
        return None  # a value of another type than declared
    return (number > 0) - (number < 0)


def test_branches_are_all_there_is_without_the_setting(subject) -> None:
    suite = Suite(subject)
    assert "criteria" not in suite.report and "Criteria" not in suite.done.output
    assert len(set(map(sign, suite.results("difference")))) < 3


def test_outputs_of_each_class_are_asserted(subject) -> None:
    suite = Suite(subject, "--criteria", "branch,output")
    assert {sign(result) for result in suite.results("difference")} >= {-1, 0, 1}
    assert {bool(result) for result in suite.results("words")} == {False, True}
    assert {sign(result) for result in suite.results("total")} == {-1, 0, 1}
    covered, total = suite.figure("output")
    assert covered >= 12 and covered <= total
    assert f"Criteria   output {covered} of {total}" in suite.done.output


def test_inputs_of_each_class_are_tried(subject) -> None:
    suite = Suite(subject, "--criteria", "branch,input")
    for parameter in (0, 1):
        tried = {sign(call["arguments"][parameter]) for call in suite.of("difference")}
        assert {-1, 0, 1} <= tried
    covered, total = suite.figure("input")
    assert covered >= 0.75 * total


def test_each_function_is_called_where_only_methods_are_asked_for(subject) -> None:
    suite = Suite(subject, "--criteria", "method")
    assert {call["name"] for call in suite.calls} == {"difference", "words", "share", "grade", "total"}
    assert suite.figure("method") == (5, 5)


def test_each_undeclared_exception_is_shown_once_it_was_seen(subject) -> None:
    subject.write("skua.yml", "output:\n  keep: all\n")  # also bare errors
    suite = Suite(subject, "--criteria", "branch,exception")
    raised = {call["raised"] for call in suite.of("share") if "raised" in call}
    assert {"IndexError", "ZeroDivisionError"} <= raised
    covered, total = suite.figure("exception")
    # `total` declares its ValueError, which is a branch's business.
    assert covered == total and covered >= 2


def test_each_line_is_executed_without_looking_for_branches(subject) -> None:
    suite = Suite(subject, "--criteria", "line")
    inside = {number for number, line in enumerate(MODULE.splitlines(), 1) if line.startswith(" ")}
    assert suite.lines == inside
    assert suite.figure("line") == (len(inside), len(inside))
    # Branches are counted as ever, also where no test was made for them.
    (module,) = suite.report["modules"]
    assert module["goals_covered"] <= module["goals_total"]


def test_operands_at_the_boundary_appear(subject) -> None:
    suite = Suite(subject, "--criteria", "branch,weak-mutation")
    points = {call["arguments"][0] for call in suite.of("grade")}
    assert {49, 50, 51} <= points
    assert suite.figure("weak-mutation")[0] >= 6


def test_changed_lines_are_the_only_goals_or_the_first(subject) -> None:
    commit(subject)
    subject.write("subject.py", MODULE.replace('"failed"', '"not passed"'))
    suite = Suite(subject, "--base", "HEAD", "--criteria", "changed-lines")
    assert {call["name"] for call in suite.calls} == {"grade"}
    assert any(call["result"] == "not passed" for call in suite.calls)
    assert suite.figure("changed-lines") == (1, 1)

    suite = Suite(subject, "--base", "HEAD", "--all", "--criteria", "branch,changed-lines")
    assert {call["name"] for call in suite.calls} == {"difference", "words", "share", "grade", "total"}
    assert suite.figure("changed-lines") == (1, 1)


ALGORITHMS = ["dynamosa", "adynamosa", "mosa", "mio", "whole-suite", "random"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_criteria_are_combined_under_every_algorithm(subject, algorithm) -> None:
    names = ["line", "exception", "output", "input", "weak-mutation"]
    subject.write("skua.yml", f"search: {{criteria: [branch, {', '.join(names)}]}}\n")
    suite = Suite(subject, "--algorithm", algorithm)
    assert [one["criterion"] for one in suite.report["criteria"]] == names
    assert suite.figure("line")[0] == suite.figure("line")[1]
    assert {sign(result) for result in suite.results("difference")} >= {-1, 0, 1}


def test_a_wrong_name_is_told_with_its_place_and_the_right_ones(subject) -> None:
    subject.write("skua.yml", "search:\n  criteria: [branch, lines]\n")
    done = subject.skua("run", "--iterations", "1")
    assert done.exit_code == 2
    assert "skua.yml:2:22:" in done.errors and "'lines'" in done.errors
    assert "branch, line, changed-lines, exception, output, input" in done.errors
    subject.write("skua.yml", "search:\n  criteria: []\n")
    done = subject.skua("run", "--iterations", "1")
    assert done.exit_code == 2 and "skua.yml:2:13" in done.errors
    assert "search.criteria: name at least one of branch, line" in done.errors
