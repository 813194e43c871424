"""A pytest plug-in that runs the collected tests in several passes, and reports each test as a line
of JSON.

Imports nothing of the package: pytest (6 or later) of the project loads it by ``-p`` from a folder
with only the plug-in's files. Environment variables control it:

* ``SKUA_REPORT``: the file to write. The first line is ``{"begin": …, "randomly": …}`` with
  pytest's version and whether pytest-randomly is installed; then come a line for each test and
  pass, ``{"passed": …}`` after each pass, and ``{"end": …}``.
* ``SKUA_PASSES``: comma-separated ``written``, ``reversed``, ``shuffled:SEED`` and ``alone``.
  Without it, pytest runs as usual. Each pass runs in a fork of this process, so that it starts with
  the state after collection. A test that ends its process or takes too long does not affect others.
  In ``alone``, a test that leaves a changed state (see pytest_state.py) is the last of its fork,
  and is not in later passes; ``{"left": […]}`` reports the changes. A test that fails there after
  others is repeated as the first of a fork, and only then reported.
* ``SKUA_TEST_LIMIT``: seconds for one test of a pass.
* ``SKUA_LEFT_OUT``: a JSON list of tests, as ``FILE::NAME`` without folders, that are in no pass.
* ``SKUA_SEEN_ALONE``: a JSON list of tests that are not in the pass ``alone``.
* ``SKUA_ENDS_EARLY_WITHIN``: seconds. If a test in the pass ``alone`` leaves a change that it can
  restore, and pytest began fewer seconds ago, no other pass follows.
* ``SKUA_TIME_FOR_ALL``: seconds for all passes and for another run without ``alone``. If they do
  not suffice, the pass ``alone`` ends after half of them, and tests that it did not begin are in no
  later pass.
* ``SKUA_RANDOM_SEED``: the seed for pytest-randomly. If that orders tests, ``shuffled`` keeps its
  order.
* ``SKUA_PATH``: folders to prepend to ``sys.path``, joined by ``os.pathsep``.
* ``SKUA_MEASURE``: a source file. After the passes the tests run once more; lines ``{"lines":
  […]}`` report the lines of the file that tests or its import executed, ``{"statements": […]}`` the
  executable ones. Nothing else of this pass is reported. Needs line_coverage.py in the folder.
* ``SKUA_WATCH``: a file with a JSON list of source files, for a run without passes. The last line
  ``{"ran": {FILE: …}}`` reports what RunWatch saw of them. Needs run_watch.py in the folder.
* ``SKUA_WATCH_CALLS``: if set, calls between these files are reported, too.
* ``SKUA_GIVING_WAY``: test files, joined by ``os.pathsep``, for a run without passes. Their tests
  that have not begun after ``SKUA_GIVING_WAY_AFTER`` seconds are skipped, to leave time for other
  tests; ``{"gave_way": …}`` reports their number.
* ``SKUA_ALLOCATIONS``: if set, ``peak_bytes`` of a test is the peak memory of its body. Needs
  pytest_allocations.py in the folder.
* ``SKUA_WORLD``: the number of the world in which tests run (see questions.py, which it needs in
  the folder).
* ``SKUA_EXCLUDED``: the exclusions in the project's settings for coverage.py, as JSON.

If pytest itself imports the project, this plug-in is imported before pytest, so that it sees the
import. It has no asserts to rewrite (PYTEST_DONT_REWRITE).
"""

from __future__ import annotations

import gc
import json
import linecache
import os
import random
import select
import signal
import sys
import time
import tokenize
import warnings
from importlib.util import find_spec
from typing import Any, NoReturn

_began = time.monotonic()
_LONGEST_MESSAGE = 2000
_MOST_CHANGES = 20  # reported changes of one test at most
# Outcomes by weight: of several phases of a test, the heaviest outcome counts.
_WEIGHT = {"passed": 0, "skipped": 1, "xfailed": 2, "failed": 3, "error": 4}

# Messages from the child of a pass to its parent: a test begins; it left a change that it cannot
# restore; it left only changes that it can; it failed after other tests; the child is done.
_BEGINS, _LEFT, _RESTORES, _AGAIN, _DONE = b"b", b"l", b"r", b"a", b"d"
# Number of tests that run in one fork of the pass ``alone``, since small changes that are not
# noticed may add up.
_MOST_IN_A_FORK = 16

sys.path[:0] = [folder for folder in os.environ.get("SKUA_PATH", "").split(os.pathsep) if folder]

_measured = os.environ.get("SKUA_MEASURE", "")
if _measured:
    # Start here, since the first conftest.py may import the file.
    from skua_line_coverage import LineWatch, Statements

    _watch = LineWatch(_measured)
    _watch.start()


_watched = os.environ.get("SKUA_WATCH", "")
if _watched:
    from skua_run_watch import RunWatch

    with open(_watched, encoding="utf-8") as _list:
        _run_watch = RunWatch(json.load(_list), bool(os.environ.get("SKUA_WATCH_CALLS")))
    _run_watch.start()

import pytest  # noqa: E402

_world = os.environ.pop("SKUA_WORLD", "")
if _world:
    import skua_questions

    skua_questions.verify_in(int(_world))

if "alone" in os.environ.get("SKUA_PASSES", "").split(","):
    # Imported before the project, so that it knows pytest's modules.
    from skua_pytest_state import StateWatch


class Reporter:
    """Collects the phases of each test, and writes its line after the last phase."""

    def __init__(self, path: str, has_randomly: bool) -> None:
        self._path = path
        self.process = os.getpid()  # the only process that may write
        self.running_pass = 0
        self.last_failed = False  # whether the last finished test failed
        self.tells_failures = True  # False while a failing test will be repeated
        self.is_measuring = False
        self._folder = os.getcwd()  # root folder of pytest
        # Records of tests with open phases, by location and node ID: the node ID of a file outside
        # of the root folder is not unique.
        self._open: dict[tuple[Any, str], dict[str, Any]] = {}
        self._write({"begin": pytest.__version__, "randomly": has_randomly})

    def _write(self, record: dict[str, Any]) -> None:
        if os.getpid() != self.process:  # a process forked by a test does not write
            return
        with open(self._path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(json.dumps(record) + "\n")

    def _record(self, location: Any, nodeid: str) -> dict[str, Any]:
        path, line, _ = location
        return {
            "file": path,
            "name": nodeid.partition("::")[2],
            "line": (line or 0) + 1,
            "pass": self.running_pass,
            "outcome": "passed",
            "seconds": 0.0,
            "message": "",
        }

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Collect a phase of a test."""
        if _watched:
            _run_watch.resume()
        if self.is_measuring:
            _watch.resume()
            self._measure(report)
            return
        key = (tuple(report.location), report.nodeid)
        record = self._open.setdefault(key, self._record(report.location, report.nodeid))
        record["seconds"] += getattr(report, "duration", 0.0)
        outcome = _outcome(report)
        if _WEIGHT[outcome] > _WEIGHT[record["outcome"]]:
            record["outcome"] = outcome
            record["message"] = _message(report)
            record["failure"] = getattr(report, "skua_failure", None)
        if hasattr(report, "skua_peak_bytes"):
            record["peak_bytes"] = report.skua_peak_bytes
        if report.when == "teardown":
            self.last_failed = record["outcome"] in ("failed", "error")
            del self._open[key]
            if self.tells_failures or not self.last_failed:
                self._write(record)

    def _measure(self, report: Any) -> None:
        lines = _watch.news() if report.when == "teardown" else []
        if lines:
            self._write({"lines": self._statements.executed(lines)})

    def gave_way(self, count: int) -> None:
        """Report how many tests were skipped to leave time."""
        self._write({"gave_way": count})

    def begin_measuring(self) -> bool:
        """Start reporting executed lines instead of tests; returns False if there is no file to
        measure."""
        if not _watch.is_watching():
            return False
        try:
            excluded = json.loads(os.environ.get("SKUA_EXCLUDED", "null"))
            self._statements = Statements(_measured, excluded)
        except (OSError, SyntaxError, ValueError, tokenize.TokenError):
            return False
        self._write({"statements": self._statements.lines()})
        self.is_measuring = True
        return True

    def left(self, item: Any, changes: list[dict[str, str]]) -> None:
        """Report the changes that a test left."""
        record = self._record(item.location, item.nodeid)
        where = {key: record[key] for key in ("file", "name", "pass")}
        self._write({**where, "left": changes[:_MOST_CHANGES]})

    def pass_ended(self) -> None:
        """Report the end of a pass."""
        self._write({"passed": self.running_pass})

    def lost(self, item: Any, outcome: str, message: str, seconds: float) -> None:
        """Report a test whose process ended first."""
        if self.is_measuring:
            return
        record = self._record(item.location, item.nodeid)
        self._write({**record, "outcome": outcome, "message": message, "seconds": seconds})

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: Any) -> Any:
        """Add the collected file to the report."""
        outcome = yield
        outcome.get_result().skua_file = str(getattr(collector, "path", None) or collector.fspath)

    def pytest_collectreport(self, report: Any) -> None:
        """Report an error of collection."""
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
        """Report the end, before other plug-ins finish, since their failures are not the tests'."""
        if _watched and _run_watch.is_watching():
            _run_watch.stop()
            self._write({"ran": _run_watch.seen()})
        if not self._open:
            self._write({"end": int(exitstatus)})


class Passes:
    """Runs the tests in passes, instead of pytest's own loop."""

    def __init__(self, reporter: Reporter, passes: list[str], limit: float) -> None:
        self._reporter = reporter
        self._passes = passes
        self._limit = limit
        self._lost: set[Any] = set()  # tests that ended their process; not repeated
        # tests that are in no pass, as FILE::NAME
        self._left_out = set(json.loads(os.environ.get("SKUA_LEFT_OUT", "[]")))
        # tests that are not in the pass ``alone``, as FILE::NAME
        self._seen_alone = set(json.loads(os.environ.get("SKUA_SEEN_ALONE", "[]")))
        self._watch: Any = None  # a StateWatch in the pass ``alone``
        self._restores = False  # whether a test can restore a change that it left
        self._early_until = _began + float(os.environ.get("SKUA_ENDS_EARLY_WITHIN", "0"))
        self._time_for_all = float(os.environ.get("SKUA_TIME_FOR_ALL", "inf"))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        """Run all passes."""
        if session.config.option.collectonly:
            return True
        gc.freeze()  # a garbage collection would write to, and so copy, all pages in each fork
        for number, name in enumerate(self._passes):
            self._reporter.running_pass = number
            self._run_pass(_ordered(session, name), one_by_one=name == "alone")
            self._reporter.pass_ended()
            if self._restores and name == "alone" and time.monotonic() < self._early_until:
                return True
        if _measured and self._reporter.begin_measuring():
            self._run_pass(session.items)
        return True

    def _run_pass(self, items: list[Any], one_by_one: bool = False) -> None:
        items = [
            item
            for item in items
            if item not in self._lost and _name_of(item) not in self._left_out
        ]
        others = 0
        if one_by_one:
            seen = [item for item in items if _name_of(item) in self._seen_alone]
            items = [item for item in items if item not in seen]
            others = len(seen)
        self._watch = StateWatch() if one_by_one and items else None
        at, began = 0, time.monotonic()
        while at < len(items):
            if one_by_one and self._is_late(began, at, len(items), others):
                self._left_out.update(map(_name_of, items[at:]))
                break
            most = _MOST_IN_A_FORK if one_by_one else len(items)
            at = self._run(items, at, min(at + most, len(items)))
        self._watch = None

    def _is_late(self, began: float, done: int, count: int, others: int) -> bool:
        """Whether half of the time has passed, and the rest is too short for the passes.

        The pass ``alone`` has `count` tests, began at `began`, and has finished `done`. The other
        passes take half as long for each of these tests and of the ``others``, and start as slowly
        as this process did.
        """
        now = time.monotonic()
        if now - _began < self._time_for_all / 2:
            return False
        tests = 1.5 * count + 0.5 * others
        return (
            done == 0 or 2 * (began - _began) + tests * (now - began) / done > self._time_for_all
        )

    def _run(self, items: list[Any], begin: int, end: int) -> int:
        """Run items[begin:end] in a fork, until one is lost or leaves a change. Returns where to
        continue."""
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ignore warnings about threads of plug-ins
            child = os.fork()
        if child == 0:
            self._run_here(items[begin:end], writing)
        os.close(writing)
        begun, since, timed_out, news = begin, time.monotonic(), False, b""
        runs_again = False
        while not news.endswith(_DONE):
            timed_out = not select.select([reading], [], [], self._limit)[0]
            news = b"" if timed_out else os.read(reading, 4096)
            if not news:  # the limit is over, or the child has ended
                break
            begun, since = begun + news.count(_BEGINS), time.monotonic()
            if _LEFT in news or _RESTORES in news:  # a message from the last test that began
                self._left_out.add(_name_of(items[begun - 1]))
                self._restores |= _RESTORES in news
            runs_again |= _AGAIN in news
        os.close(reading)
        if timed_out:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if news.endswith(_DONE):
            return begun - 1 if runs_again else begun
        if self._watch is not None and begun > begin + 1:
            return begun - 1  # the last test may have failed because of others: repeat it alone
        lost = items[max(begun - 1, begin)]
        self._lost.add(lost)
        seconds = time.monotonic() - since
        if timed_out:
            self._reporter.lost(lost, "timed_out", f"did not end within {self._limit:g} s", seconds)
        else:
            self._reporter.lost(lost, "crashed", _end_of(status), seconds)
        return max(begun, begin + 1)

    def _run_here(self, items: list[Any], writing: int) -> NoReturn:
        self._reporter.process = os.getpid()
        if _measured and not self._reporter.is_measuring:
            _watch.stop()
        status = 1
        if int(_world or 0) > 0:  # change the current folder, so that tests that depend on it fail
            folder = os.path.join(os.environ["TMPDIR"], "elsewhere", "deeper")
            os.makedirs(folder, exist_ok=True)
            os.chdir(folder)
        try:
            if self._watch is not None:
                self._watch.begin()
            for item, following in zip(items, [*items[1:], None]):
                os.write(writing, _BEGINS)
                if self._watch is None:
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                elif not self._run_alone(item, item is items[0], writing):
                    break
            os.write(writing, _DONE)
            status = 0
        finally:
            # Exit without atexit handlers and buffers, which belong to the parent.
            os._exit(status)

    def _run_alone(self, item: Any, is_first: bool, writing: int) -> bool:
        """Run a test with all its fixtures set up and torn down. Returns whether the next test may
        follow in this fork: no changes, no failure."""
        self._reporter.tells_failures = is_first
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if self._reporter.last_failed and not is_first:
            os.write(writing, _AGAIN)
            return False
        changes = self._watch.changes()
        if changes:
            self._reporter.left(item, changes)
            restores = all(change.get("by") for change in changes)
            os.write(writing, _RESTORES if restores else _LEFT)
        return not changes and not self._reporter.last_failed


class GivingWay:
    """Runs the tests once, but after some time skips the remaining tests of some files."""

    def __init__(self, reporter: Reporter, files: list[str], until: float) -> None:
        self._reporter = reporter
        self._files = {os.path.realpath(file) for file in files}
        self._until = until  # a time of time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool | None:
        """Run the tests."""
        if session.testsfailed and not session.config.option.continue_on_collection_errors:
            return None  # pytest reports why it runs nothing
        items = session.items
        at = self._next(items, 0)
        ran = 0
        while at < len(items):
            # Choose the next test now, since pytest tears down fixtures for it. It will run even if
            # the time is over then.
            following = self._next(items, at + 1)
            nextitem = items[following] if following < len(items) else None
            items[at].config.hook.pytest_runtest_protocol(item=items[at], nextitem=nextitem)
            at, ran = following, ran + 1
            if session.shouldfail or session.shouldstop:
                break
        if ran < len(items):
            self._reporter.gave_way(len(items) - ran)
        return True

    def _next(self, items: list[Any], at: int) -> int:
        if time.monotonic() >= self._until:
            while at < len(items) and self._gives_way(items[at]):
                at += 1
        return at

    def _gives_way(self, item: Any) -> bool:
        return os.path.realpath(str(getattr(item, "path", None) or item.fspath)) in self._files


def _name_of(item: Any) -> str:
    """The name of a test as in ``SKUA_LEFT_OUT``."""
    file = os.path.basename(str(getattr(item, "path", None) or item.fspath))
    return f"{file}::{item.nodeid.partition('::')[2]}"


def _ordered(session: Any, name: str) -> list[Any]:
    items = list(session.items)
    if name == "reversed":
        items.reverse()
    elif name.startswith("shuffled:") and not session.config.pluginmanager.hasplugin("randomly"):
        items.sort(key=lambda item: (str(item.location), item.nodeid))
        random.Random(int(name.partition(":")[2])).shuffle(items)
    return items


def _end_of(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        known = {entry.value: entry.name for entry in signal.Signals}
        return f"the process was killed by {known.get(number, f'signal {number}')}"
    return f"the process ended with code {os.WEXITSTATUS(status)}"


def _outcome(report: Any) -> str:
    expected_failure = hasattr(report, "wasxfail")
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if report.skipped:
        return "xfailed" if expected_failure else "skipped"
    return "passed"


def _message(report: Any) -> str:
    """A short text with place and reason of a failure, for all forms of pytest's reports."""
    longrepr = report.longrepr
    crash = getattr(longrepr, "reprcrash", None)
    if crash is not None:
        text = f"{os.path.basename(str(crash.path))}:{crash.lineno}: {crash.message}"
        # show the source, since asserts are not rewritten
        if crash.message == "AssertionError":
            text += ": " + linecache.getline(str(crash.path), crash.lineno).strip()
    elif isinstance(longrepr, tuple) and len(longrepr) == 3:
        text = str(longrepr[2])  # a skip: path, line, reason
    else:
        text = str(longrepr or getattr(report, "wasxfail", ""))
    if len(text) > _LONGEST_MESSAGE:
        kept = _LONGEST_MESSAGE - 1
        text = text[:kept] + "…" if crash is not None else "…" + text[-kept:]
    return text


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> Any:
    """Switch off pytest-cov, which projects may enable in their settings: it would replace our
    trace function."""
    if _watched:
        early_config.known_args_namespace.no_cov = True
    yield


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: Any) -> None:
    """Register the plug-in's parts and set options, before pytest-randomly and pytest-xdist read
    theirs."""
    path = os.environ.get("SKUA_REPORT")
    # Only the main process of pytest-xdist reports.
    if not path or hasattr(config, "workerinput"):
        return
    reporter = Reporter(path, find_spec("pytest_randomly") is not None)
    config.pluginmanager.register(reporter, "skua_reporter")
    passes = os.environ.get("SKUA_PASSES")
    if passes:
        limit = float(os.environ.get("SKUA_TEST_LIMIT", "5"))
        config.pluginmanager.register(Passes(reporter, passes.split(","), limit), "skua_passes")
    if os.environ.get("SKUA_ALLOCATIONS"):
        from skua_pytest_allocations import Allocations

        config.pluginmanager.register(Allocations(), "skua_allocations")
    giving_way = os.environ.get("SKUA_GIVING_WAY")
    if giving_way:
        until = _began + float(os.environ["SKUA_GIVING_WAY_AFTER"])
        files = giving_way.split(os.pathsep)
        config.pluginmanager.register(GivingWay(reporter, files, until), "skua_giving_way")
    config.option.dist = "no"  # switch off pytest-xdist: all tests run in one process
    seed = os.environ.get("SKUA_RANDOM_SEED")
    if seed and hasattr(config.option, "randomly_seed"):
        config.option.randomly_seed = int(seed)
