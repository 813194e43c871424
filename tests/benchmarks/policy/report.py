"""Comparisons as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

from common import tables

from .comparison import Difference, Replayer, Scenario, jobs_of


def heading(replayer: Replayer, groups: Mapping[str, list[str]], scenario: Scenario) -> str:
    """What is replayed, and what comes of the policy in force."""
    seconds = ", ".join(f"{s:g}" for s in scenario.seconds)
    jobs = ", ".join(map(str, scenario.jobs))
    head = ["projects", "", "coverage", "seconds a build", "searched beyond the records"]
    body = []
    for label, projects in groups.items():
        outcomes = replayer.play(jobs_of(projects, scenario, {}))
        used = mean(o.used for o in outcomes)
        beyond = mean(o.beyond for o in outcomes)
        coverage = f"{mean(o.coverage for o in outcomes):.2f} %"
        beyond_share = f"{100 * beyond / used:.0f} %"
        body.append([len(projects), label, coverage, f"{used:.1f}", beyond_share])
    said = f"{seconds} s for each module, {jobs} jobs; four runs a build."
    return f"Strategy {scenario.strategy}, {said}\n\n{tables.table(head, body, texts=2)}\n"


def table(results: Mapping[str, Mapping[str, Difference]]) -> str:
    """A row a policy; bold is what is beyond the noise of twice the standard error."""
    labels = list(results)
    head = ["policy", *(name for label in labels for name in (f"{label}: coverage", "seconds"))]
    body = []
    for policy in results[labels[0]]:
        cells = [policy]
        for label in labels:
            d = results[label][policy]
            bold = "**" if d.matters() else ""
            cells += [
                f"{bold}{d.coverage:+.2f}{bold} ± {d.coverage_error:.2f}",
                f"{bold}{d.used:+.1f} %{bold} ± {d.used_error:.1f}",
            ]
        body.append(cells)
    return tables.table(head, body)
