"""Finds, numbers and describes all mutants of a module.

The numbers depend only on the source, the seed and the Python version. The switch in schemata.py
uses them.

Code at module level, in class bodies, decorators and default values runs once, during the import. A
mutant of such code (`at_import`) must be active during the import, so it needs an import in a new
process, but no new compilation.
"""

from __future__ import annotations

import ast
import contextlib
from dataclasses import dataclass, field
from typing import AbstractSet, Any, Iterator, Optional, Sequence

from skua_runtime.goals.goals import Goals
from skua_runtime.mutants.mutation_operators import Change, text_of
from skua_runtime.mutants.mutation_places import Place, PlaceFinder, only
from skua_runtime.mutants.sampling import in_turn

_LONGEST_TEXT = 120


@dataclass(frozen=True)
class Mutant:
    """One change of the module's code, as the engine is told it."""

    index: int
    operator: str
    line: int
    column: int
    original: str
    mutated: str
    code_object: int  # index in Goals.code_objects
    qualified_name: str  # qualified name of the code object
    at_import: bool  # whether the mutant must be active during the import


@dataclass
class Mutants:
    """All mutants of a module, with the places that they change."""

    tree: ast.Module
    mutants: list[Mutant] = field(default_factory=list)
    # places with chosen mutants, outer before inner ones
    places: list[Place] = field(default_factory=list)
    # Numbers of the chosen changes among all found changes.
    chosen: list[int] = field(default_factory=list)

    @contextlib.contextmanager
    def alone(self, index: int) -> Iterator[ast.Module]:
        """In the `with` block: the tree with one mutant and no switch."""
        for place in self.places:
            if place.first <= index < place.first + len(place.changes):
                with only(place, place.changes[index - place.first]):
                    yield self.tree
                return
        raise IndexError(index)


def find_mutants(
    tree: ast.Module,
    goals: Goals,
    excluded: frozenset[int] = frozenset(),
    *,
    seed: int = 0,
    most_per_code_object: Optional[int] = None,
    chosen: Optional[Sequence[int]] = None,
    within: Optional[AbstractSet[int]] = None,
) -> Mutants:
    """Find the mutants of a tree.

    `goals` are the goals of this tree, `excluded` the lines excluded from coverage. A code object
    gets at most `most_per_code_object` mutants, spread evenly over operators and lines. Equivalent
    and duplicate mutants are dropped. `chosen`, from an earlier result for the same source,
    replaces the choice. `within` limits mutants to these code objects.
    """
    finder = PlaceFinder(goals, excluded)
    finder.module(tree)
    places = [one for one in finder.places if within is None or one.scope.code_object in within]
    if chosen is None:
        chosen = _choose(places, seed, most_per_code_object)
    found = Mutants(tree, chosen=list(chosen))
    kept = set(chosen)
    candidate = 0
    for place in places:
        place.first = len(found.mutants)
        changes = list(enumerate(place.changes, candidate))
        candidate += len(changes)
        place.changes = [change for number, change in changes if number in kept]
        if place.changes:
            found.places.append(place)
            found.mutants.extend(_describe(place, goals))
    return found


def _choose(places: list[Place], seed: int, most: Optional[int]) -> list[int]:
    """The numbers of the chosen changes among all found changes, ascending."""
    candidates: dict[int, list[tuple[int, Place, Change]]] = {}
    number = 0
    for place in places:
        for change in place.changes:
            candidates.setdefault(place.scope.code_object, []).append((number, place, change))
            number += 1
    chosen: list[int] = []
    for code_object, ones in sorted(candidates.items()):
        if most is not None and len(ones) > most:
            keys = [(change.operator, place.at.lineno) for _, place, change in ones]
            ones = [ones[i] for i in in_turn(keys, f"{seed}:{code_object}")]
        kept = 0
        for number, place, change in ones:
            if most is not None and kept >= most:
                break
            if _is_new(place, change):
                chosen.append(number)
                kept += 1
    return sorted(chosen)


def _is_new(place: Place, change: Change) -> bool:
    unit = place.scope.unit.compilable()  # compile the original first
    with only(place, change):
        return unit.is_new()


def _describe(place: Place, goals: Goals) -> Iterator[Mutant]:
    for position, change in enumerate(place.changes):
        original = place.at if change.original is None else change.original
        yield Mutant(
            index=place.first + position,
            operator=change.operator,
            line=place.at.lineno,
            column=place.at.col_offset,
            original=_shortened(original),
            mutated=_shortened(change.mutated or change.node),
            code_object=place.scope.code_object,
            qualified_name=goals.code_objects[place.scope.code_object].qualified_name,
            at_import=place.scope.at_import,
        )


def _shortened(text: Any) -> str:
    text = text if isinstance(text, str) else text_of(text)
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
