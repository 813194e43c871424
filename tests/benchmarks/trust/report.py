"""Records to a table of what must be zero, and to a list that names each offence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from common.tables import table

from .conditions import Outcome
from .judge import KINDS, LASTING
from .sequence import Record

Conditions = dict[str, list[Outcome]]  # by project


def distinct(records: Iterable[Record], kind: str) -> int:
    """Offences of a kind; what outlasts a run counts once."""
    return len(
        {
            (record.project, record.speed, offence["where"])
            + (() if kind in LASTING else (record.step, offence["what"]))
            for record in records
            for offence in record.offences
            if offence["kind"] == kind
        }
    )


def total(records: Sequence[Record]) -> int:
    return sum(distinct(records, kind) for kind in KINDS)


def write(
    records: Sequence[Record], settings: list[dict], conditions: Conditions, out: Path
) -> str:
    """Leaves results.md and results.json; the table."""
    shown = _table(records)
    parts = ["# Trust", _settings(settings), "What must be zero and is not is bold.", shown]
    if any(record.remarks for record in records):
        parts.append("\n".join(f"- {line}" for line in _remarks(records)))
    if conditions:
        parts += ["## Other conditions", _conditions(conditions)]
    offences = _offences(records)
    if offences:
        parts += ["## Offences", offences]
    (out / "results.md").write_text("\n\n".join(part for part in parts if part) + "\n")
    details = {
        "settings": settings,
        "runs": [vars(record) for record in records],
        "conditions": {
            project: [vars(outcome) for outcome in outcomes]
            for project, outcomes in conditions.items()
        },
    }
    (out / "results.json").write_text(json.dumps(details, indent=1) + "\n")
    return shown


def _table(records: Sequence[Record]) -> str:
    head = ["project", "speed", "runs", "own tests", "generated", *KINDS.values()]
    head += ["lines a line of test", "longest run"]
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((record.project, record.speed), []).append(record)
    body = [[*names, *_cells(group)] for names, group in groups.items()]
    if len(groups) > 1:
        body.append(["**total**", "", *_cells(records)])
    return table(head, body, texts=2)


def _cells(records: Sequence[Record]) -> list[str]:
    last = {(record.project, record.speed): record for record in records}
    counts = [distinct(records, kind) for kind in KINDS]
    return [
        str(len(records)),
        str(sum(record.own_tests for record in last.values())),
        str(sum(record.tests for record in last.values())),
        *(f"**{count}**" if count else "0" for count in counts),
        _ratio(records),
        _longest(records),
    ]


def _longest(records: Iterable[Record]) -> str:
    parts = [record.seconds / record.budget for record in records if record.budget]
    return f"{max(parts):.0%} of the budget" if parts else "–"


def _ratio(records: Iterable[Record]) -> str:
    """Lines changed in all runs but the first, for each line of the tests that came or went."""
    later = [record for record in records if record.step != "first"]
    lines = sum(record.changed_lines for record in later)
    of_tests = sum(record.lines_of_tests for record in later)
    if not lines:
        return "–"
    return f"{lines / of_tests:.1f}" if of_tests else f"{lines} for none"


def _settings(settings: list[dict]) -> str:
    if not settings:
        return ""
    last = settings[-1]
    return (
        f"{last['date']}; Skua {last['skua']}; {last['machine']}; Python {last['python']}; "
        f"{last['budget']:g} s a run; {last['orders']} orders; a load of {last['load']} processes."
    )


def _remarks(records: Iterable[Record]) -> list[str]:
    return [
        f"{record.project}, {record.speed}, {record.step}: {remark}"
        for record in records
        for remark in record.remarks
    ]


def _conditions(conditions: Conditions) -> str:
    names = list(dict.fromkeys(one.condition for found in conditions.values() for one in found))
    body = []
    for project, outcomes in conditions.items():
        cells = {outcome.condition: outcome.cell for outcome in outcomes}
        body.append([project, *(cells.get(name, "–") for name in names)])
    failing = [
        f"- {project}, {outcome.condition}: `{one['where']}`: {one['what']}"
        for project, outcomes in conditions.items()
        for outcome in outcomes
        for one in outcome.offences
    ]
    shown = table(["project", *names], body)
    return "Generated tests that fail.\n\n" + shown + "\n\n" + "\n".join(failing)


def _offences(records: Sequence[Record]) -> str:
    return "\n".join(
        f"- {record.project}, {record.speed}, {record.step}: {KINDS[offence['kind']]}: "
        f"`{offence['where']}`: {offence['what']}"
        for record in records
        for offence in record.offences
    )
