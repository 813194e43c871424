"""Results side by side, as Markdown: totals, subjects with effect sizes, modules.

A module's value is the mean over its seeds. A subject's or the total is the mean over modules, so that
one large module does not hide the others; its covered branches are given beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import mean, median

from common.significance import a12, magnitude, mann_whitney
from common.tables import table

from .results import Row

Column = tuple[str, float]  # tool and its budget


class Results:
    """The rows of the columns that are compared, for the modules and seeds that all of them have."""

    def __init__(self, rows: Iterable[Row], columns: Sequence[Column]) -> None:
        self.columns = list(columns)
        self._cells: dict[tuple[str, str, Column], dict[int, Row]] = {}
        self.unmeasured: list[Row] = []
        for row in rows:
            key = (row.subject, row.module, (row.tool, row.budget))
            if not row.measured:
                # No 0 of the tool's: with it goes what the others have for this seed.
                if key[2] in self.columns:
                    self.unmeasured.append(row)
                continue
            self._cells.setdefault(key, {})[row.seed] = row
        places = sorted({(subject, module) for subject, module, _ in self._cells})
        self.modules: list[tuple[str, str]] = []
        self.seeds: dict[tuple[str, str], list[int]] = {}
        for place in places:
            seeds = [set(self._cells.get((*place, column), {})) for column in self.columns]
            if shared := sorted(set.intersection(*seeds)):
                self.modules.append(place)
                self.seeds[place] = shared
        self.incomplete = [place for place in places if place not in self.seeds]

    @property
    def subjects(self) -> list[str]:
        return sorted({subject for subject, _ in self.modules})

    def of_module(self, place: tuple[str, str], column: Column) -> list[Row]:
        cell = self._cells[(*place, column)]
        return [cell[seed] for seed in self.seeds[place]]

    def rows(self, column: Column, subject: str | None = None) -> list[Row]:
        return [
            row
            for place in self.modules
            if subject in (None, place[0])
            for row in self.of_module(place, column)
        ]

    def all_delivered(self, row: Row) -> bool:
        """Whether every tool wrote files for this row's module with this row's seed."""
        cells = (self._cells[(row.subject, row.module, column)] for column in self.columns)
        return all(cell[row.seed].delivered for cell in cells)

    def per_module(
        self, column: Column, value: Callable[[Row], float], subject: str | None = None
    ) -> list[float]:
        """The mean over seeds, of each module."""
        return [
            mean(value(row) for row in self.of_module(place, column))
            for place in self.modules
            if subject in (None, place[0])
        ]


def markdown(results: Results, settings: Sequence[dict], troubles: Sequence[str]) -> str:
    if results.modules:
        parts = _all_parts(results, settings)
    else:
        parts = ["# Comparison", "There is no module that all tools have worked on."]
    incomplete = [f"{module}: not every tool has a result" for _, module in results.incomplete]
    unmeasured = [
        f"{row.module}, {row.tool} {row.budget:g} s, seed {row.seed}: could not be judged: {row.remarks}"
        for row in results.unmeasured
    ]
    if notes := [*troubles, *incomplete, *unmeasured]:
        parts += ["## Left out", "\n".join(f"- {note}" for note in notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _all_parts(results: Results, settings: Sequence[dict]) -> list[str]:
    parts = [
        "# Comparison",
        _settings(results, settings),
        "## In all",
        _totals(results),
        "## Subjects",
        "Branch coverage, mean over modules, and mutants killed of all sampled.",
        _subjects(results),
    ]
    for other in results.columns[1:]:
        first = results.columns[0]
        parts += [f"## {_title(first)} and {_title(other)}", _undelivered(results, first, other)]
        parts += [_significance(results, first, other), _behind(results, first, other)]
    parts += [
        "## Modules",
        "Branch coverage: mean over seeds, and (lowest to highest).",
        _modules(results),
    ]
    return parts


def _title(column: Column) -> str:
    return f"{column[0]} {column[1]:g} s"


def _settings(results: Results, settings: Sequence[dict]) -> str:
    rows = [row for column in results.columns for row in results.rows(column)]
    versions = sorted({f"{row.tool.partition(':')[0]} {row.version}" for row in rows})
    seeds = sorted({row.seed for row in rows})
    lines = [
        f"{len(results.modules)} modules of {len(results.subjects)} subjects; seeds "
        f"{', '.join(map(str, seeds))}; {', '.join(versions)}."
    ]
    if not all(row.contained for row in rows):
        lines.append("Some runs were not contained.")
    if settings:
        last = settings[-1]
        lines.append(
            f"Measured {settings[0]['date']} to {last['date']} on {last['machine']}, "
            f"CPython {last['python']}, coverage.py {last['coverage']}, pytest {last['pytest']}; "
            f"at most {last['mutants']} mutants a module."
        )
        for program, options in last["options"].items():
            lines.append(f"Options of {program}: `{' '.join(options) or 'its defaults'}`.")
    return "\n".join(lines)


def _ratio(part: float, whole: float, unit: str = " %") -> str:
    return f"{100 * part / whole:.1f}{unit}" if whole else "–"


def _percent(values: Sequence[float]) -> str:
    return f"{mean(values):.1f} % (of {len(values)} runs)" if values else "–"


def _totals(results: Results) -> str:
    def sums(rows: list[Row], *names: str) -> list[int]:
        return [sum(getattr(row, name) or 0 for row in rows) for name in names]

    body: dict[str, list[str]] = {}
    for column in results.columns:
        rows = results.rows(column)
        coverage = results.per_module(column, lambda row: row.branch_coverage)
        delivered = [row.branch_coverage for row in rows if results.all_delivered(row)]
        covered, branches, statements = sums(rows, "covered_branches", "branches", "statements")
        tests, failing, flaky, asserts = sums(rows, "tests", "failing", "flaky", "assertions")
        judged = [row for row in rows if row.mutants_killed is not None]
        killed, reached, mutants = sums(judged, "mutants_killed", "mutants_reached", "mutants")
        lines = mean(results.per_module(column, lambda row: row.line_coverage))
        values = {
            "branch coverage, mean": f"{mean(coverage):.1f} %",
            "branch coverage, mean where all tools wrote files": _percent(delivered),
            "branch coverage, median": f"{median(coverage):.1f} %",
            "branches covered of all": f"{_ratio(covered, branches)} ({covered} of {branches})",
            "line coverage, mean": f"{lines:.1f} %",
            "mutants killed of all": f"{_ratio(killed, mutants)} ({killed} of {mutants})",
            "mutants killed of those reached": f"{_ratio(killed, reached)} ({killed} of {reached})",
            "suites without a mutation result": f"{len(rows) - len(judged)}",
            "runs that wrote no file": f"{sum(not row.files for row in rows)} of {len(rows)}",
            "runs killed at the limit": f"{sum(row.killed_at_limit for row in rows)}",
            "tests": f"{tests}",
            "failing tests (flaky of them)": f"{failing} ({flaky})",
            "tests marked as expected failures": f"{sums(rows, 'expected_failures')[0]}",
            "statements in tests (assertions of them)": f"{statements} ({asserts})",
            "statements per covered branch": f"{statements / covered:.2f}" if covered else "–",
            "wall seconds a module, mean": f"{mean(row.seconds for row in rows):.1f}",
            "wall seconds a module, most": f"{max(row.seconds for row in rows):.1f}",
            "peak memory, mean": f"{mean(row.peak_rss_mib for row in rows):.0f} MiB",
            "peak memory, most": f"{max(row.peak_rss_mib for row in rows):.0f} MiB",
        }
        for name, value in values.items():
            body.setdefault(name, [name]).append(value)
    return table(["", *map(_title, results.columns)], body.values())


def _subjects(results: Results) -> str:
    head = ["subject", "modules"]
    for column in results.columns:
        head += [_title(column), "mutants"]
    body = []
    for subject in results.subjects:
        line = [subject, str(sum(place[0] == subject for place in results.modules))]
        for column in results.columns:
            rows = results.rows(column, subject)
            coverage = mean(results.per_module(column, lambda row: row.branch_coverage, subject))
            killed = sum(row.mutants_killed or 0 for row in rows)
            line += [f"{coverage:.1f} %", _ratio(killed, sum(row.mutants for row in rows))]
        body.append(line)
    return table(head, body)


def _significance(results: Results, first: Column, other: Column) -> str:
    """For each subject the effect on branch coverage.

    The Â12 of a subject is the mean over its modules of that between seeds, as in the Pynguin papers;
    p is of all its values, modules and seeds pooled.
    """
    head = ["subject", "difference", "Â12", "effect", "p"]
    body = []
    for subject in [*results.subjects, None]:
        effects = []
        samples: tuple[list[float], list[float]] = ([], [])
        for place in results.modules:
            if subject in (None, place[0]):
                pair = [
                    [row.branch_coverage for row in results.of_module(place, column)]
                    for column in (first, other)
                ]
                effects.append(a12(*pair))
                for sample, values in zip(samples, pair):
                    sample += values
        effect = mean(effects)
        # The same seeds for both: the mean of a module's means is that of its values.
        difference = mean(_module_means(results, first, subject)) - mean(
            _module_means(results, other, subject)
        )
        p = mann_whitney(*samples)
        body.append(
            [
                subject or "**all**", f"{difference:+.1f}", f"{effect:.2f}", magnitude(effect),
                f"{p:.3f}",
            ]
        )
    return (
        f"Branch coverage of {_title(first)} against {_title(other)}: difference in percentage points, "
        "mean Â12 of the modules (above 0.5: the first is better), Mann-Whitney p.\n\n"
        + table(head, body)
    )


def _undelivered(results: Results, first: Column, other: Column) -> str:
    """How much of a difference is due to runs that left nothing, which says little about coverage."""
    notes = []
    for column in (first, other):
        missing = [row for row in results.rows(column) if not row.delivered]
        if missing:
            killed = sum(row.killed_at_limit for row in missing)
            notes.append(
                f"{_title(column)} left no file in {len(missing)} of {len(results.rows(column))} runs "
                f"({killed} killed at the limit, {len(missing) - killed} ended by themselves): "
                "counted as 0 %."
            )
    if not notes:
        return ""
    pairs = [
        (own.branch_coverage, theirs.branch_coverage)
        for own, theirs in zip(results.rows(first), results.rows(other))
        if own.delivered and theirs.delivered
    ]
    if pairs:
        difference = mean(own - theirs for own, theirs in pairs)
        notes.append(
            f"Where both left files ({len(pairs)} runs) the difference is **{difference:+.1f}** points."
        )
    return "**Read with care.** " + " ".join(notes)


def _module_means(results: Results, column: Column, subject: str | None) -> list[float]:
    return results.per_module(column, lambda row: row.branch_coverage, subject)


def _behind(results: Results, first: Column, other: Column) -> str:
    """The modules on which the first is worse by more than seeds can explain."""
    better = equal = 0
    behind = []
    for place in results.modules:
        own, others = (
            [row.branch_coverage for row in results.of_module(place, column)]
            for column in (first, other)
        )
        difference = mean(own) - mean(others)
        spread = max(others) - min(others)
        better += difference > 0
        equal += difference == 0
        if difference < -spread:
            behind.append(
                f"- {place[1]}: {mean(own):.1f} % against {mean(others):.1f} % (spread {spread:.1f})"
            )
    worse = len(results.modules) - better - equal
    summary = f"Better on {better} modules, equal on {equal}, worse on {worse}"
    if not behind:
        return f"{summary}; on none by more than the other's spread between seeds."
    return (
        f"{summary}; by more than the other's spread between seeds on {len(behind)}:\n\n"
        + "\n".join(behind)
    )


def _modules(results: Results) -> str:
    head = ["module", "branches"]
    for column in results.columns:
        head += [_title(column), "mutants", "failing"]
    body = []
    for place in results.modules:
        line = [place[1], str(results.of_module(place, results.columns[0])[0].branches)]
        for column in results.columns:
            rows = results.of_module(place, column)
            values = [row.branch_coverage for row in rows]
            spread = f" ({min(values):.0f}–{max(values):.0f})" if len(values) > 1 else ""
            killed = sum(row.mutants_killed or 0 for row in rows)
            failing = f"{sum(row.failing for row in rows)} of {sum(row.tests for row in rows)}"
            mutants = _ratio(killed, sum(row.mutants for row in rows))
            line += [f"{mean(values):.1f} %{spread}", mutants, failing]
        body.append(line)
    return table(head, body)
