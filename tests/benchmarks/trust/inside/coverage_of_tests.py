"""Runs generated tests under coverage.py, and says what all and what each module's own tests cover.

It is run in the project's folder. The plan, the JSON file of judge_plugin, has besides: `scope` (files), `tests_of` (file of the scope → its
test files), `result` (where the answer goes). Tests that do not pass earn their module nothing. The project's own settings of coverage.py hold: what they exclude or omit is left out.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from pathlib import Path

import coverage
import pytest


class Contexts:
    """Tells coverage.py which test runs, and remembers which do not pass."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.failing: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self._measured.switch_context(item.nodeid)
        yield
        self._measured.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(report.nodeid)


def settings(data: str) -> coverage.Coverage:
    """The project's, but for what would send data elsewhere or leave files of the scope out."""
    made = coverage.Coverage(data_file=data, data_suffix=False, branch=True, source=[])
    made.set_option("run:dynamic_context", None)
    made.set_option("paths", {})  # files are where they are
    return made


class Report:
    """What coverage.py says of files, from data or from a part of them."""

    def __init__(self, folder: str, scope: list[str]) -> None:
        self._folder = folder
        self._scope = [os.path.abspath(path) for path in scope]
        self._made = 0

    def of(self, data: coverage.CoverageData, tests: list[str] | None, paths: list[str]) -> dict:
        """The summaries of `paths`, by what happened outside of tests and in `tests`; None: in all."""
        self._made += 1
        name = f"{self._folder}/data-{self._made}"
        part = coverage.CoverageData(name)
        paths = [os.path.abspath(path) for path in paths]
        arcs: dict[str, set] = {path: set() for path in paths}
        for context in [None] if tests is None else ["", *tests]:
            if context is None:
                data.set_query_contexts(None)
            else:
                data.set_query_context(context)
            for path in paths:
                arcs[path] |= set(data.arcs(path) or [])
        part.add_arcs(arcs)
        part.touch_files(paths)
        part.write()
        reporter = settings(name)
        reporter.load()
        omitted = [
            *(reporter.get_option("run:omit") or []),
            *(reporter.get_option("report:omit") or []),
        ]
        told = f"{name}.json"
        try:
            reporter.json_report(morfs=paths, outfile=told, omit=omitted, ignore_errors=True)
        except coverage.exceptions.NoDataError:
            return {}
        files = json.loads(Path(told).read_text())["files"]
        return {os.path.relpath(os.path.abspath(path)): entry for path, entry in files.items()}


def main() -> None:
    plan = json.loads(Path(os.environ["JUDGE_PLAN"]).read_text())
    folder = tempfile.mkdtemp()
    measured = coverage.Coverage(
        data_file=f"{folder}/data", data_suffix=False, branch=True, source=[],
        include=[os.path.abspath(path) for path in plan["scope"]],
    )  # fmt: skip
    measured.set_option("run:dynamic_context", None)
    measured.start()
    # Code that asks how Python was started is told what it is told under `python -m pytest`.
    main = sys.modules["__main__"] = importlib.import_module("pytest.__main__")
    sys.argv[0] = main.__file__
    words = "-q -p no:cacheprovider -p judge_plugin --continue-on-collection-errors".split()
    contexts = Contexts(measured)
    pytest.main([*words, plan["generated"]], plugins=[contexts])
    measured.stop()
    measured.save()
    data = measured.get_data()
    report = Report(folder, plan["scope"])
    answer = {"all": report.of(data, None, plan["scope"]), "by_own_tests": {}}
    tests = data.measured_contexts() - contexts.failing - {""}
    for path, files in plan["tests_of"].items():
        wanted = [test for test in tests if test.partition("::")[0].rpartition("/")[2] in files]
        answer["by_own_tests"] |= report.of(data, wanted, [path])
    Path(plan["result"]).write_text(json.dumps(answer))


if __name__ == "__main__":
    main()
