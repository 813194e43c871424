"""Whole judgements, of files whose worth is known."""

import os
import sys
import textwrap
from pathlib import Path

import pytest
from common import python as pythons
from common.containment import Containment
from common.judging import Judge, Judgement
from common.subjects import Module, Subject

SOURCE = """
def sign(number):
    if number < 0:
        return "minus"
    if number > 0:
        return "plus"
    return "zero"
"""


@pytest.fixture(scope="module")
def judge():
    # Also where there are no namespaces: what is judged here is harmless.
    python = pythons.inspect(
        Path(os.environ.get("SKUA_PYTHON", sys.executable)), "pytest", "coverage"
    )
    assert all(python.packages.values()), f"{python.program} needs pytest and coverage"
    return Judge(Containment(), python, most_mutants=30)


def test_a_judge_that_cannot_measure_says_so(tmp_path):
    python = pythons.inspect(Path(os.environ.get("SKUA_PYTHON", sys.executable)))
    missing = pythons.Python(Path("/bin/false"), python.version, python.needs, {})
    text = "from signs import sign\ndef test_signs():\n    assert sign(1) == 'plus'\n"
    result = judged(Judge(Containment(), missing, 5), tmp_path, test_signs=text)
    assert not result.measured and "pytest did not start" in result.remarks


def judged(judge: Judge, folder: Path, **files: str) -> Judgement:
    subject = Subject("numbers_", "here", folder / "subject")
    subject.project.mkdir(parents=True)
    subject.dependencies.mkdir()
    (subject.project / "signs.py").write_text(SOURCE)
    (folder / "run" / "files").mkdir(parents=True)
    for name, text in files.items():
        (folder / "run" / "files" / f"{name}.py").write_text(textwrap.dedent(text))
    result = judge.judge(subject, Module("signs", "signs.py", 4), folder / "run")
    assert Judgement.load(folder / "run" / "judgement.json") == result
    return result


def test_a_good_suite_covers_all_and_kills_most(judge, tmp_path):
    result = judged(
        judge,
        tmp_path,
        test_signs="""
            from signs import sign

            def test_signs():
                assert sign(-1) == "minus"
                assert sign(1) == "plus"
                assert sign(0) == "zero"
            """,
    )
    assert (result.tests, result.failing, result.broken_files) == (1, 0, 0)
    assert (result.covered_branches, result.branches) == (4, 4)
    assert (result.statements, result.assertions) == (3, 3)
    assert result.reached == result.mutants > 5
    # `number > 1` is the only one that these numbers tell from no other; all the rest die.
    assert result.mutants - 1 <= result.killed <= result.mutants


def test_without_assertions_only_what_raises_is_killed(judge, tmp_path):
    result = judged(
        judge,
        tmp_path,
        test_signs="import signs\ndef test_signs():\n    signs.sign(-1), signs.sign(1), signs.sign(0)\n",
    )
    assert (result.covered_branches, result.killed) == (4, 0)


def test_failing_tests_are_counted_and_earn_nothing(judge, tmp_path):
    result = judged(
        judge,
        tmp_path,
        test_signs="""
            import os, pytest
            from signs import sign

            def test_passes():
                assert sign(-1) == "minus"

            def test_fails():
                assert sign(1) == sign(0)

            def test_ends_the_interpreter():
                os._exit(1)

            @pytest.mark.xfail(strict=True)
            def test_is_expected_to_fail():
                assert sign(-2) == "plus"

            @pytest.mark.xfail(strict=True)
            def test_is_wrongly_expected_to_fail():
                assert sign(1) == "plus"
            """,
        test_broken="import nothing_of_this_name\ndef test_a(): pass\ndef test_b(): pass\n",
    )
    assert (result.tests, result.failing, result.broken_files) == (7, 5, 1)
    assert (result.expected_failures, result.flaky) == (1, 0) and result.measured
    assert result.covered_branches == 1
    assert 0 < result.reached < result.mutants


def test_a_test_that_passes_only_after_another_is_flaky(judge, tmp_path):
    tests = "\n".join(f"def test_{n}():\n    seen.append({n})\n" for n in range(6))
    result = judged(
        judge,
        tmp_path,
        test_signs=f"seen = []\n{tests}\ndef test_order():\n    assert len(seen) > 3\n",
    )
    assert (result.tests, result.failing, result.flaky) == (7, 1, 1)


def test_a_test_that_depends_on_the_order_of_a_set_is_flaky(judge, tmp_path):
    result = judged(
        judge,
        tmp_path,
        test_signs="def test_order():\n    assert [*{'a', 'b', 'c'}] != ['c', 'b', 'a']\n",
    )
    assert (result.tests, result.failing, result.flaky) == (1, 1, 1)


def test_no_file_is_worth_nothing(judge, tmp_path):
    result = judged(judge, tmp_path)
    assert (result.tests, result.covered_branches, result.reached, result.killed) == (0, 0, 0, 0)
    assert result.branches == 4 and result.mutants > 0
