"""Splits long lists of statements (STATEMENT of protocol/seed_record.h) into seeds."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

Statements = list[dict[str, Any]]

MOST_STATEMENTS = 30  # statements of one seed at most


def parts_of(statements: Statements) -> list[Statements]:
    """One seed with all calls and their operands. If it is too long, a seed for each call whose
    result no statement uses."""
    calls = {index for index, one in enumerate(statements) if one["kind"] == "call"}
    whole = _with_needs(statements, calls)
    if len(whole) <= MOST_STATEMENTS:
        return [whole]
    used = {operand for statement in statements for operand in statement.get("operands", ())}
    parts = [_with_needs(statements, {index}) for index in sorted(calls - used)]
    return [part for part in parts if len(part) <= MOST_STATEMENTS]


def _with_needs(statements: Statements, wanted: set[int]) -> Statements:
    needed = set(wanted)
    for index in range(len(statements) - 1, -1, -1):
        if index in needed:
            needed.update(statements[index].get("operands", ()))
    place = {index: new for new, index in enumerate(sorted(needed))}
    kept = []
    for index in place:
        statement = dict(statements[index])
        if "operands" in statement:
            statement["operands"] = [place[operand] for operand in statement["operands"]]
        kept.append(statement)
    return kept


def arguments_in(seed: Sequence[dict[str, Any]]) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """Yield the statements that make arguments of calls, by (index of the callable, position of the
    parameter)."""
    for statement in seed:
        parameters = statement.get("parameters", [])
        operands = statement["operands"][-len(parameters) :] if parameters else []
        for parameter, operand in zip(parameters, operands):
            yield (statement["target"], parameter), seed[operand]
