"""How tools are named, and what they are given."""

import pytest
from common import Trouble
from compare.__main__ import _budget_of
from compare.tools import Tool


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
    with pytest.raises(Trouble):
        Tool.parse(name)


def test_a_budget_is_that_of_the_tool_else_of_its_program_else_of_all():
    words = ["5", "skua=10", "skua:mio=20"]
    names = ("skua:mio", "skua:random", "pynguin")
    assert [_budget_of(Tool.parse(name), words) for name in names] == [20, 10, 5]
    with pytest.raises(Trouble):
        _budget_of(Tool.parse("pynguin"), ["skua=10"])
