"""A pytest plugin: leaves tests out, puts the others into an order, stops slow ones, notes what came of each.

What to do is in the JSON file that $JUDGE_PLAN names: `log` (where one JSON object a line goes), `deselected` (node
ids), `test_seconds`, and where it is wanted `broken` (names of files not to collect), `order` (a number to shuffle by,
`own first` or `generated first`), `generated` (the folder of generated tests, from the root).
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from pathlib import Path

import pytest


class Plan:
    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
        self.deselected = frozenset(plan["deselected"])
        self.broken = frozenset(plan.get("broken", ()))
        self.order = plan.get("order")
        self.generated = f"{plan.get('generated')}/"
        self.test_seconds = plan["test_seconds"]
        # Opened once: tests change the working folder and what `open` means. Unbuffered, so that what
        # was noted before a crash is there.
        self._log = os.open(plan["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self._write, self._dumps = os.write, json.dumps
        self.note(session=os.getpid())

    def note(self, **fields: object) -> None:
        self._write(self._log, (self._dumps(fields) + "\n").encode())

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path.name in self.broken else None

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

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self.note(started=item.nodeid)
        yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self):
        def stop(_signal: int, _frame: object) -> None:
            pytest.fail(f"takes more than {self.test_seconds} s", pytrace=False)

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, self.test_seconds)
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        expected = hasattr(report, "wasxfail")
        self.note(
            test=report.nodeid,
            when=report.when,
            outcome="xfailed" if expected and report.skipped else report.outcome,
            why=_last_line(report) if report.failed else "",
        )

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.note(finished=int(exitstatus))


def _last_line(report: pytest.CollectReport | pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines[0] if crash else lines[-1])[:300] if lines else ""


def pytest_configure(config: pytest.Config) -> None:
    # Workers of xdist report to the process that started them, which notes all.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Plan(os.environ["JUDGE_PLAN"]), "judge_plan")
