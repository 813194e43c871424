"""What the benchmark says of a report; the runs themselves are made by hand."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from applications.__main__ import MODULES, module_names, row, share

REPORT = {
    "branches": {"taken": 9, "total": 12},
    "mutants": [{"fate": "killed"}, {"fate": "survived"}, {"fate": "not_run"}],
    "tests": [{}, {}, {}],
    "notes": [{"code": "SKUA-N305", "detail": "1 was flaky"}],
}


def test_every_module_is_named():
    assert {"shop.api", "sci.arr", "tools.flags"} <= set(module_names(MODULES))


def test_a_row_has_branches_mutants_tests_and_seconds():
    cells = row("shop.api", REPORT, 12.34).split()
    assert cells == "shop.api 75 % 1/3 3 12.3 SKUA-N305 1 was flaky".split()


def test_a_module_that_was_not_measured_has_nothing():
    assert share({}) == share({"branches": {"taken": 0, "total": 0}}) == 0
    assert row("shop.api", {}, 1.0).split() == "shop.api 0 % 0/0 0 1.0".split()
