"""What strategies made of the same commits within the same budget, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from common.tables import table

from .results import Results


def write(results: Results, settings: Sequence[dict], out: Path) -> None:
    """Leaves `results.md`."""
    parts = ["# Histories", _settings(settings)]
    for subject in results.subjects:
        numbers = results.numbers(subject)
        parts.append(f"## {subject}")
        if not numbers:
            parts.append("There is no commit that all strategies have done.")
            continue
        parts += [_totals(results, subject), _against_first(results, subject)]
        parts.append(_commits(results, subject))
        if left_out := results.unmeasured(subject):
            listed = ", ".join(map(str, left_out))
            parts.append(f"Left out, not done or not judged for every strategy: {listed}.")
    text = "\n\n".join(part for part in parts if part) + "\n"
    (out / "results.md").write_text(text, encoding="utf-8")


def _settings(settings: Sequence[dict]) -> str:
    if not settings:
        return ""
    last = settings[-1]
    return (
        f"{last['date']}, {last['machine']}, core {last['core']}, Python {last['python']}, "
        f"coverage.py {last['coverage']}, Skua {last['skua']}, {last['budget']:g} s a commit"
        + "".join(f", `{option}`" for option in last["options"])
        + ". "
        "Coverage is that of branches by coverage.py, in percent of all modules in scope, by all "
        "generated tests that are there after the commit and pass; means over seeds."
    )


def _totals(results: Results, subject: str) -> str:
    numbers = results.numbers(subject)
    later = numbers[1:] or numbers
    base = sum(results.means(subject, results.strategies[0], "seconds", later))
    body = []
    for strategy in results.strategies:
        coverage = results.means(subject, strategy, "coverage", later)
        seconds = sum(results.means(subject, strategy, "seconds", later))
        body.append(
            [
                strategy,
                f"{results.means(subject, strategy, 'coverage')[0]:.1f}",
                f"{mean(coverage):.1f}",
                f"{coverage[-1]:.1f}",
                f"{seconds:.1f}",
                f"{100 * seconds / base:.0f} %",
                f"{mean(results.means(subject, strategy, 'chosen', later)):.1f}",
                f"{sum(results.means(subject, strategy, 'behaviour_changes')):.0f}",
                f"{mean(results.means(subject, strategy, 'undeclared', later)):.1f}",
                f"{results.means(subject, strategy, 'findings')[-1]:.0f}",
                f"{sum(results.means(subject, strategy, 'failing')):.0f}",
            ]
        )
    head = [
        *("strategy", "coverage at the first commit", "mean of the others", "at the last"),
        *("seconds, without the first", f"of {results.strategies[0]}", "modules chosen, mean"),
        *("behaviour changes", "undeclared exceptions, mean", "findings at the last"),
        "failing tests, sum",
    ]
    return table(head, body)


def _against_first(results: Results, subject: str) -> str:
    """At how many commits after the first another strategy covers at least as much."""
    numbers = results.numbers(subject)[1:]
    if not numbers:
        return ""
    first, *others = results.strategies
    base = results.means(subject, first, "coverage", numbers)
    lines = []
    for strategy in others:
        coverage = results.means(subject, strategy, "coverage", numbers)
        behind = {n: b - c for n, b, c in zip(numbers, base, coverage, strict=True) if c < b}
        line = f"- {strategy} covers at least as much as {first} at {len(numbers) - len(behind)} "
        line += f"of {len(numbers)} commits after the first"
        if behind:
            listed = ", ".join(f"{n} (−{points:.1f})" for n, points in behind.items())
            line += f"; less at {listed}"
        lines.append(line + ".")
    return "\n".join(lines)


def _commits(results: Results, subject: str) -> str:
    """A row for each commit: coverage and seconds of each strategy."""
    body = []
    for number in results.numbers(subject):
        shown = results.of(subject, results.strategies[0], number)[0]
        changed = max(record.changed for record in _all(results, subject, number))
        row = [f"{number} `{shown.commit[:9]}`", f"{shown.branches}", f"{changed}"]
        for strategy in results.strategies:
            for value, form in (("coverage", ".1f"), ("seconds", ".1f"), ("chosen", ".0f")):
                [average] = results.means(subject, strategy, value, [number])
                row.append(format(average, form))
        body.append(row)
    head = ["commit", "branches", "modules changed"]
    for strategy in results.strategies:
        head += [f"{strategy}: %", "s", "modules chosen"]
    return table(head, body)


def _all(results: Results, subject: str, number: int) -> Iterable:
    """The records of those that know what changed: the others see a new project each time."""
    found = [r for name in results.strategies for r in results.of(subject, name, number)]
    return [r for r in found if number == 1 or r.changed < r.modules] or found
