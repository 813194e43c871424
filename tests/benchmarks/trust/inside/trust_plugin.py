"""A pytest plugin: puts tests into an order, stops slow ones, notes what came of each and why.

What to do is in the JSON file that $COMPARE_PLAN names: what compare_plugin knows, and `order` (`own
first`, `generated first`, or a number to shuffle by, or null), `generated` (the folder, from the root).
"""

from __future__ import annotations

import hashlib
import json
import os

import pytest
from compare_plugin import Plan


class OrderedPlan(Plan):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
        self.order = plan["order"]
        self.generated = plan["generated"] + "/"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.deselected]
        if self.order is not None:
            items.sort(key=self._place)

    def _place(self, item: pytest.Item) -> object:
        """By a hash of the name: without the generated tests, the others keep their order."""
        if isinstance(self.order, int):
            return hashlib.sha256(f"{self.order} {item.nodeid}".encode()).digest()
        is_generated = item.nodeid.startswith(self.generated)
        return is_generated == (self.order == "own first")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note(broken=report.nodeid, why=_last_line(report))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        expected = hasattr(report, "wasxfail")
        self.note(
            test=report.nodeid,
            when=report.when,
            outcome="xfailed" if expected and report.skipped else report.outcome,
            why=_last_line(report) if report.failed else "",
        )


def _last_line(report: pytest.CollectReport | pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines[0] if crash else lines[-1])[:300] if lines else ""


def pytest_configure(config: pytest.Config) -> None:
    # Workers of xdist report to the process that started them, which notes all.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(OrderedPlan(os.environ["COMPARE_PLAN"]), "compare_plan")
