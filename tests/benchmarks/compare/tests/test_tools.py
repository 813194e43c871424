"""How tools are named, what they are given, and what ends them."""

import sys
import time
from pathlib import Path

import pytest
from compare.__main__ import _budget_of, _check_comparable
from compare.containment import Box, Containment
from compare.options import numbers
from compare.subjects import SubjectError, named
from compare.tools import Tool, ToolError


@pytest.mark.parametrize(
    "name, expected",
    [
        ("skua", Tool("skua", "skua")),
        ("skua:mosa", Tool("skua:mosa", "skua", "mosa")),
        ("skua:no-types", Tool("skua:no-types", "skua", None, True)),
        ("pynguin:mio:no-types", Tool("pynguin:mio:no-types", "pynguin", "mio", True)),
        (
            "skua:search.pool=0.5:search.adaptive=false:search.criteria=branch+line",
            Tool(
                "skua:search.pool=0.5:search.adaptive=false:search.criteria=branch+line",
                "skua",
                search=(("pool", 0.5), ("adaptive", False), ("criteria", ["branch", "line"])),
            ),
        ),
        (
            "pynguin:assertions=simple",
            Tool("pynguin:assertions=simple", "pynguin", assertions="simple"),
        ),
    ],
)
def test_a_tool_is_read_from_its_name(name, expected):
    assert Tool.parse(name) == expected


@pytest.mark.parametrize(
    "name", ["other", "skua:", "skua:mio:mosa", "skua:assertions=simple", "pynguin:x=y", "skua:search.pool"]
)
def test_names_without_meaning_are_refused(name):
    with pytest.raises(ToolError):
        Tool.parse(name)


def test_a_budget_is_that_of_the_tool_else_of_its_program_else_of_all():
    words = ["5", "skua=10", "skua:mio=20"]
    names = ("skua:mio", "skua:random", "pynguin")
    assert [_budget_of(Tool.parse(name), words) for name in names] == [20, 10, 5]
    with pytest.raises(ToolError):
        _budget_of(Tool.parse("pynguin"), ["skua=10"])


def test_seeds_are_numbers_and_ranges():
    assert numbers("1,4-6") == [1, 4, 5, 6]


def test_results_measured_otherwise_are_not_added_to():
    names = ("mutants", "kill_factor", "python", "coverage", "pytest", "machine", "pynguin")
    before = dict.fromkeys(names, "1") | {"options": {"skua": []}}
    _check_comparable(before, [before])
    _check_comparable(before | {"pynguin": None}, [before])
    with pytest.raises(ToolError):
        _check_comparable(before | {"kill_factor": "2"}, [before])
    with pytest.raises(ToolError):
        _check_comparable(before | {"options": {"skua": ["--x"]}}, [before])


def test_subjects_are_a_set_a_package_a_folder_or_a_requirement(tmp_path):
    assert len(named(["development"])) == 10
    assert named(["string_utils"]) == {"string_utils": "python-string-utils==1.0.0"}
    assert named(["a-b==1", "c==2:d"]) == {"a_b": "a-b==1", "d": "c==2"}
    (tmp_path / "p" / "src").mkdir(parents=True)
    assert named([str(tmp_path / "p" / "src")]) == {"p": str(tmp_path / "p" / "src")}
    with pytest.raises(SubjectError):
        named(["no-such-thing"])


def test_what_hangs_is_killed_with_all_that_it_started(tmp_path):
    box = Box(tmp_path / "box")
    beat = box.work / "beat"
    child = f"import time\nwhile True: open({str(beat)!r}, 'a').write('x'); time.sleep(0.01)"
    program = (
        "import subprocess, sys, time; data = bytearray(50_000_000);"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True); time.sleep(60)"
    )
    needs = [Path(sys.prefix), Path(sys.base_prefix)]
    run = Containment().run(
        [sys.executable, "-c", program], box, needs, box.environment(), 2, tmp_path / "log"
    )
    assert run.killed and run.exit_code != 0 and run.peak_rss_bytes > 50_000_000
    size = beat.stat().st_size
    assert size > 0
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        assert beat.stat().st_size == size
