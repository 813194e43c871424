"""A pytest plugin: leaves tests out, shuffles the others, stops slow ones, notes what came of each.

What to do is in the JSON file that $COMPARE_PLAN names: `log` (where one JSON object a line goes),
`deselected` (node ids), `broken` (names of
files not to collect), `shuffle` (a seed, or null), `test_seconds`.
"""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path

import pytest


class Plan:
    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
        self.deselected = frozenset(plan["deselected"])
        self.broken = frozenset(plan["broken"])
        self.shuffle = plan["shuffle"]
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
        if self.shuffle is not None:
            random.Random(self.shuffle).shuffle(items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note(broken=report.nodeid)

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
        )

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.note(finished=int(exitstatus))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Plan(os.environ["COMPARE_PLAN"]), "compare_plan")
