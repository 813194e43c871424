"""Compares what stood before a run with what stands after it, and names each offence against trust."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from common.judging import Session
from common.runs import GENERATED
from common.sources import TestFunction, counted_lines, module_of, read_tests

from .measure import Covered

# Kind of an offence → what the report calls it. All of them must be zero.
KINDS = {
    "own": "own tests broken",
    "generated": "generated tests failing",
    "worse": "modules worsened",
    "removed": "good tests removed",
    "empty": "tests without assertion",
    "gate": "wrong figures, gates",
    "untold": "changes untold",
    "lost": "changes lost",
    "churn": "files churned",
    "run": "late, failed runs",
}
# Those that are one offence however many runs it outlasts.
LASTING = ("own", "generated", "empty")
MOST_LINES = 3.0  # changed, for each line of a test that came or went
MOST_POINTS = 0.05 + 1e-9  # between two figures that are equal when told with one digit
GRACE_SECONDS = 2.0  # that a run may take beyond its budget


@dataclass(frozen=True)
class Offence:
    kind: str
    where: str  # test, file or module
    what: str


@dataclass(frozen=True)
class Change:
    """A behaviour change as a report tells it."""

    module: str
    test: str
    call: str
    expected: str

    @classmethod
    def told_in(cls, report: Mapping[str, Any]) -> list[Change]:
        return [
            cls(module["module"], one["test"], one["call"], one["expected"])
            for module in report.get("modules", [])
            for one in module.get("behaviour_changes", [])
        ]

    def is_told_by(self, others: Iterable[Change]) -> bool:
        """By the test's name, or by what it expects of which call: a test may be given another name."""
        return any(
            self.module == other.module
            and (
                self.test == other.test
                or (self.call, self.expected) == (other.call, other.expected)
            )
            for other in others
        )


def is_generated(test: str) -> bool:
    return test.startswith(f"{GENERATED}/")


def file_of(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[2]


def function_of(test: str) -> str:
    """A node id's test function, with its class's name but without a table's row."""
    return test.partition("::")[2].partition("[")[0]


def own_failures(
    alone: Session,
    together: Mapping[str | int, Session],
    alone_in_order: Callable[[str | int], Session],
) -> list[Offence]:
    """Own tests that fail beside generated ones, and neither alone nor alone in the same order."""
    found: dict[str, Offence] = {}
    for order, session in together.items():
        suspects = {test for test in session.failed - alone.failed if not is_generated(test)}
        # A table whose rows are named by the time of day has other names in each session.
        renamed = {function_of(test) for test in session.outcomes.keys() - alone.outcomes.keys()}
        not_run = {
            test
            for test in alone.outcomes.keys() - session.outcomes.keys()
            if function_of(test) not in renamed
        }
        if (suspects or not_run) and isinstance(order, int):
            baseline = alone_in_order(order)
            suspects -= baseline.failed
            not_run &= baseline.outcomes.keys()
        for test in suspects:
            what = f"{session.reason(test)} (order: {order})"
            found.setdefault(test, Offence("own", test, what))
        for test in not_run - suspects:
            found.setdefault(test, Offence("own", test, f"was not run (order: {order})"))
    return sorted(found.values(), key=lambda offence: offence.where)


def generated_failures(sessions: Mapping[str | int, Session]) -> list[Offence]:
    found: dict[str, Offence] = {}
    for order, session in sessions.items():
        for test in filter(is_generated, session.failed):
            what = f"{session.reason(test)} (order: {order})"
            found.setdefault(test, Offence("generated", test, what))
        if session.never_ended and not session.crashed:
            found.setdefault(GENERATED, Offence("generated", GENERATED, "pytest does not end"))
    return sorted(found.values(), key=lambda offence: offence.where)


def worsened(before: Covered, after: Covered) -> list[Offence]:
    """Modules of which earlier tests, as far as they pass on the present code, cover more."""
    return [
        Offence("worse", path, f"{covered} → {now} of {after.branches.get(path, 0)} branches")
        for path, covered in sorted(before.by_own.items())
        if (now := after.by_own.get(path, 0)) < covered
    ]


def removed_tests(
    passed: Iterable[str],
    before: Mapping[str, str],
    after: Mapping[str, str],
    still_there: Iterable[str],
    unchanged: Iterable[str],
) -> list[Offence]:
    """Tests of unchanged modules that pass, and are there no more: neither by name nor by what they do.

    `passed`, `still_there`: node ids before and after; `before`, `after`: name → text of files.
    """
    modules, there = set(unchanged), set(still_there)
    rows: dict[str, set[str]] = {}  # of tests that do the same
    for text in after.values():
        for one in read_tests(text).values():
            rows.setdefault(one.body, set()).update(one.rows)
    known = {name: read_tests(text) for name, text in before.items()}
    offences = []
    for test in sorted(set(passed) - there):
        function = known.get(file_of(test), {}).get(function_of(test))
        if module_of(before.get(file_of(test), "")) not in modules or function is None:
            continue
        if not (function.body in rows and rows[function.body] >= set(function.rows)):
            offences.append(Offence("removed", test, "passes on unchanged code, and is gone"))
    return offences


def assertion_free(files: Mapping[str, str]) -> list[Offence]:
    return [
        Offence("empty", f"{GENERATED}/{name}::{test.name}", "neither asserts nor expects anything")
        for name, text in files.items()
        for test in read_tests(text).values()
        if not test.checks
    ]


def wrong_gate(told: float | None, measured: float, gate: float, exit_code: int) -> list[Offence]:
    """`told`: percent by the report, or nothing where it says unknown; then no gate may pass."""
    offences = []
    if told is not None and abs(told - measured) > MOST_POINTS:
        what = f"the report says {told:.2f} %, coverage.py {measured:.2f} %"
        offences.append(Offence("gate", "branch coverage", what))
    if exit_code == 0 and (told is None or measured < gate - MOST_POINTS):
        what = f"passes with {measured:.2f} % by coverage.py"
        offences.append(Offence("gate", f"--fail-under {gate:g}", what))
    if exit_code == 1 and told is not None and measured > gate + MOST_POINTS:
        what = f"fails with {measured:.2f} % by coverage.py"
        offences.append(Offence("gate", f"--fail-under {gate:g}", what))
    return offences


def untold_changes(
    failing: Iterable[str], modules: Mapping[str, str], told: Iterable[Change]
) -> list[Offence]:
    """Earlier tests that the present code fails, and of which nothing was told.

    `failing`: node ids; `modules`: name of a file → module.
    """
    known = {(change.module, change.test.partition("[")[0]) for change in told}
    return [
        Offence("untold", test, "fails on the changed code, and no report says so")
        for test in sorted(failing)
        if "::" in test and (modules.get(file_of(test)), function_of(test)) not in known
    ]


def lost_changes(open_changes: Iterable[Change], told: Iterable[Change]) -> list[Offence]:
    now = list(told)
    return [
        Offence(
            "lost", f"{change.module}: {change.test}", f"{change.call}: told once, then no more"
        )
        for change in open_changes
        if not change.is_told_by(now)
    ]


def bad_run(seconds: float, budget: float, exit_code: int, has_report: bool) -> list[Offence]:
    offences = []
    if budget and seconds > budget + GRACE_SECONDS:
        offences.append(Offence("run", "skua run", f"took {seconds:.1f} of {budget:g} s"))
    if exit_code not in (0, 1):
        offences.append(Offence("run", "skua run", f"ended with exit code {exit_code}"))
    if not has_report:
        offences.append(Offence("run", "skua run", "left no report"))
    return offences


@dataclass(frozen=True)
class Churn:
    """Lines changed in a generated file, and lines of the tests that came or went."""

    file: str
    lines: int
    of_tests: int

    @property
    def ratio(self) -> float:
        if self.lines == 0:
            return 0.0
        return self.lines / self.of_tests if self.of_tests else float("inf")


def churn(
    before: Mapping[str, str], after: Mapping[str, str], usable: Mapping[str, str] | None = None
) -> list[Churn]:
    """The churn of each file that changed, without what changes by itself: imports, fingerprints, empty
    lines.
    ``usable``: the earlier files without the tests that had to go; another test may take such a name."""
    found = []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name, ""), after.get(name, "")
        lines = _changed_lines(counted_lines(old), counted_lines(new))
        if lines:
            stay = read_tests(old if usable is None else usable.get(name, ""))
            tests = {
                test if test in stay else f"{test} (gone)": of
                for test, of in read_tests(old).items()
            }
            found.append(Churn(name, lines, _lines_of_tests(tests, read_tests(new))))
    return found


def churned(files: Iterable[Churn]) -> list[Offence]:
    return [
        Offence(
            "churn",
            f"{GENERATED}/{one.file}",
            f"{one.lines} lines changed for {one.of_tests} lines of tests that came or went",
        )
        for one in files
        if one.ratio > MOST_LINES
    ]


def _changed_lines(old: list[str], new: list[str]) -> int:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return sum(
        (i2 - i1) + (j2 - j1) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"
    )


def _lines_of_tests(old: dict[str, TestFunction], new: dict[str, TestFunction]) -> int:
    """A test under another name has neither come nor gone; one that is written anew has not, either."""
    lines = 0
    for these, those in ((old, new), (new, old)):
        bodies = {test.body for test in those.values()}
        for name, test in these.items():
            if name not in those and test.body not in bodies:
                lines += test.length
            elif name in those:
                # A row is a line of the table, and another of its ids.
                lines += 2 * len(set(test.rows) - set(those[name].rows))
    marked = [name for name in old.keys() & new.keys() if old[name].marks != new[name].marks]
    return lines + sum(new[name].length for name in marked)
