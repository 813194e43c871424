"""How well a table tells what the tests of other projects pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from skua_runtime.expected.prior import Prior, kinds_ranked
from skua_runtime.expected.shapes import HOLLOW

from .harvest import Passed

TRIES = 5  # proposals that are looked at


def report(rows: Mapping[str, Sequence[Passed]], table: Path) -> str:
    """A line for all parameters, and one for those without annotations."""
    with open(table, encoding="utf-8") as lines:
        prior = Prior(lines)
    parameters = [one for passed in rows.values() for one in passed]
    bare = [one for one in parameters if not one.facts.is_annotated]
    return "\n".join((_line("all", parameters, prior), _line("without annotation", bare, prior)))


def _line(title: str, parameters: Sequence[Passed], prior: Prior) -> str:
    """Shares in which each parameter counts as 1, whatever is passed for it."""
    first = three = admitted = told = literal = proposed = 0.0
    for one in parameters:
        counts = Counter(kind for kind, _, _ in one.arguments)
        ranked = [kind for kind, _ in kinds_ranked(prior.bits(one.facts))]
        whole = sum(counts.values())
        first += counts[ranked[0]] / whole
        three += sum(counts[kind] for kind in ranked[:3]) / whole
        admitted += ranked[0] in counts
        own = {
            repr(value)
            for _, shape, value in one.arguments
            if value is not None and shape not in HOLLOW
        }
        if own:
            literal += 1
            values = [repr(value) for value, _ in prior.expected(one.facts)[1][:TRIES]]
            told += bool(own.intersection(values[:1]))
            proposed += bool(own.intersection(values))
    count = max(1, len(parameters))
    return (
        f"{title}: {len(parameters)} parameters; kind: first guess {first / count:.3f}, one of its"
        f" kinds {admitted / count:.3f}, three guesses {three / count:.3f}; literals ({literal:.0f}):"
        f" first {told / max(1, literal):.3f}, first {TRIES} {proposed / max(1, literal):.3f}"
    )
