"""A pytest plug-in that tells the engine what each test did, as JSON lines in a file.

Stands alone: it is loaded by ``-p`` from a folder that holds nothing else, in whatever pytest
(6 and later) the project has. The environment says what to do:

* ``SKUA_REPORT``: the file to write; a line ``{"begin": …}`` first, one per test, ``{"end": …}`` last
* ``SKUA_SHUFFLE``: a seed; the tests are run in an order drawn from it
* ``SKUA_PATH``: folders to put in front of ``sys.path``, joined by ``os.pathsep``
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import pytest

_LONGEST_MESSAGE = 2000
# A phase's outcome replaces another one of the same test when it weighs more.
_WEIGHT = {"passed": 0, "skipped": 1, "xfailed": 2, "failed": 3, "error": 4}

sys.path[:0] = [folder for folder in os.environ.get("SKUA_PATH", "").split(os.pathsep) if folder]


class Reporter:
    """Collects the phases of each test and writes a line when its last one is over."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._process = os.getpid()
        self._folder = os.getcwd()  # pytest's root folder
        # By location and node id: the latter names no file outside of pytest's root folder.
        self._open: dict[tuple[Any, str], dict[str, Any]] = {}
        self._write({"begin": pytest.__version__})

    def _write(self, record: dict[str, Any]) -> None:
        if os.getpid() != self._process:  # a test forked, and here is the one too many
            return
        with open(self._path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(json.dumps(record) + "\n")

    def pytest_runtest_logreport(self, report: Any) -> None:
        path, line, _ = report.location
        key = (tuple(report.location), report.nodeid)
        record = self._open.setdefault(
            key,
            {
                "file": path,
                "name": report.nodeid.partition("::")[2],
                "line": (line or 0) + 1,
                "outcome": "passed",
                "seconds": 0.0,
                "message": "",
            },
        )
        record["seconds"] += getattr(report, "duration", 0.0)
        outcome = _outcome(report)
        if _WEIGHT[outcome] > _WEIGHT[record["outcome"]]:
            record["outcome"] = outcome
            record["message"] = _message(report)
        if report.when == "teardown":
            self._write(self._open.pop(key))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: Any) -> Any:
        outcome = yield
        outcome.get_result().skua_file = str(getattr(collector, "path", None) or collector.fspath)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            file = getattr(report, "skua_file", None) or report.nodeid.partition("::")[0]
            self._write(
                {
                    "file": os.path.relpath(file, self._folder) if file else "",
                    "name": report.nodeid.partition("::")[2],
                    "line": 0,
                    "outcome": "error",
                    "seconds": 0.0,
                    "message": _message(report),
                }
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Before other plug-ins' turn, whose troubles at the end are not the tests'."""
        if not self._open:
            self._write({"end": int(exitstatus)})


class Shuffler:
    """Draws the order of the tests from a seed; fixtures of wider scope may be set up more often."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=lambda item: (str(item.location), item.nodeid))
        random.Random(self._seed).shuffle(items)


def _outcome(report: Any) -> str:
    expected_failure = hasattr(report, "wasxfail")
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if report.skipped:
        return "xfailed" if expected_failure else "skipped"
    return "passed"


def _message(report: Any) -> str:
    """One short text: where and what, from whichever form of report this pytest has."""
    longrepr = report.longrepr
    crash = getattr(longrepr, "reprcrash", None)
    if crash is not None:
        text = f"{os.path.basename(str(crash.path))}:{crash.lineno}: {crash.message}"
    elif isinstance(longrepr, tuple) and len(longrepr) == 3:
        text = str(longrepr[2])  # a skip: path, line, reason
    else:
        text = str(longrepr or getattr(report, "wasxfail", ""))
    if len(text) > _LONGEST_MESSAGE:
        text = "…" + text[1 - _LONGEST_MESSAGE :] if crash is None else text[: _LONGEST_MESSAGE - 1] + "…"
    return text


def pytest_configure(config: Any) -> None:
    seed = os.environ.get("SKUA_SHUFFLE")
    if seed:
        config.pluginmanager.register(Shuffler(int(seed)), "skua_shuffler")
    path = os.environ.get("SKUA_REPORT")
    # Under pytest-xdist the process that was started reports, not its workers.
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reporter(path), "skua_reporter")
