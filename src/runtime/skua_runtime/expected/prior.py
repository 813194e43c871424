"""The learned prior: how likely each value is for a parameter, given facts from its source.

A log-linear model over shapes: each feature adds to the score of each shape, and the bits of a
shape are -log2 of its share. A literal's bits are added to those of its shape: the more projects
pass it for a parameter with the same word in its name, the fewer. tests/benchmarks/values makes the
table, prior.tsv, from the tests of projects that are named in its first lines. Bits are stored in
quarters.
"""

from __future__ import annotations

import ast
import functools
import json
import math
import os
from typing import Any, Iterable, Iterator

from skua_runtime.source.parameter_facts import ParameterFacts, kind_of_value, words_in
from skua_runtime.expected.shapes import HOLLOW, SHAPES, SINGLE, kind_of_shape, shape_of
from skua_runtime.records import Shape

QUARTERS = 4  # stored units in a bit
TABLE = os.path.join(os.path.dirname(__file__), "prior.tsv")
ANY_WORD = "*"
_PSEUDO_COUNT = 2.0  # weight of the prior, counted in observed arguments
# Weight of a literal's share for all words, counted in observed literals of the parameter's word.
_WORD_COUNT = 3.0
_UNKNOWN_BITS = 12.0  # bits of a literal that is not in the table
_PASSED_BITS = 0.5  # bits of a literal that the project passes for the parameter
_NAMED_BITS = 1.0  # bits of the default, and of literals compared with the parameter
_MOST_SHAPES = 20
_LEAST_LIKELY_BITS = 9.0  # bits above which shapes are dropped
_MOST_VALUES = 8
# difference of bits to the likeliest shape, above which a shape's literals are not suggested
_FARTHEST_BITS = 5.0
_LONGEST_TEXT = 60
_LITERALS = (str, int, float, bytes)
# Uses of a parameter, the most informative first.
_TELLING = (
    "called", "is:callable", "class", "text", "mapping", "list", "file", "number", "index",
    "arithmetic", "iterated", "indexed", "length", "equal to text", "path", "method", "attribute",
    "ordered", "member", "truth", "none", "equal", "shown", "passed", "stored", "returned",
)  # fmt: skip


def features_of(facts: ParameterFacts) -> list[str]:
    """The features of a parameter: keys into the table's weights."""
    words = words_in(facts.name)
    last = words[-1] if words else facts.name.strip("_")
    main = next((use for use in _TELLING if use in facts.uses), "none of these")
    found = ["bias", f"word:{last}", f"default:{facts.default}", f"main:{main}"]
    if len(words) > 1:
        found += ["name:" + "_".join(words), f"first:{words[0]}"]
    if facts.types:
        origin = "type" if facts.is_annotated else "documented"
        found += [f"{origin}s:" + "|".join(sorted(facts.types))]
        found += [f"{origin}:{one}" for one in sorted(facts.types)]
    else:
        found += [f"untyped:{facts.default}:{last}", f"untyped:{facts.default}:{main}", "untyped"]
    found += [f"use:{use}" for use in sorted(facts.uses)]
    if len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        found.append("plural")
    return found


def word_of(name: str) -> str:
    """The last word of a parameter's name, by which the table has literals."""
    words = words_in(name)
    return words[-1] if words else name.strip("_")


class Prior:
    """The table in memory; a row is parsed when it is needed."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._weights: dict[str, str] = {}
        self._values: dict[tuple[str, str], str] = {}
        self._literals: dict[tuple[Shape, str], list[tuple[Any, float]]] = {}
        self.letter_bits = ""
        self.usual_words: list[str] = []
        for line in lines:
            row, _, rest = line.rstrip("\n").partition("\t")
            key, _, content = rest.partition("\t")
            if row == "weights":
                self._weights[key] = content
            elif row == "values":
                shape, _, counts = content.partition("\t")
                self._values[key, shape] = counts
            elif row == "letters":
                self.letter_bits = json.loads(rest)
            elif row == "words":
                self.usual_words = rest.split()

    def bits(self, facts: ParameterFacts, passed: Iterable[Shape] = ()) -> dict[Shape, float]:
        """The bits of each shape for a parameter; `passed` are shapes of observed arguments."""
        scores = [0.0] * len(SHAPES)
        for feature in features_of(facts):
            for index, weight in _weights_in(self._weights.get(feature, "")):
                scores[index] += weight
        total = sum(2**score for score in scores)
        shares = {shape: 2**score / total for shape, score in zip(SHAPES, scores)}
        seen = list(passed)
        for shape in shares:
            shares[shape] = (shares[shape] * _PSEUDO_COUNT + seen.count(shape)) / (
                _PSEUDO_COUNT + len(seen)
            )
        return {shape: -math.log2(max(share, 1e-9)) for shape, share in shares.items()}

    def literals(self, shape: Shape, word: str) -> list[tuple[Any, float]]:
        """The usual literals of a shape, each with its bits. Those for parameters with the word in
        their name come first."""
        known = self._literals.get((shape, word))
        if known is None:
            known = self._literals[shape, word] = list(self._ranked(shape, word))
        return known

    def _ranked(self, shape: Shape, word: str) -> Iterator[tuple[Any, float]]:
        if shape in SINGLE:
            yield SINGLE[shape], 0.0
            return
        (all_, of_all), (own, of_own) = self._row(ANY_WORD, shape), self._row(word, shape)
        for text in list(dict.fromkeys((*of_own, *of_all)))[:_MOST_VALUES]:
            share = (of_all.get(text, 0) + 2**-_UNKNOWN_BITS) / (all_ + 1)
            share = (of_own.get(text, 0) + _WORD_COUNT * share) / (own + _WORD_COUNT)
            yield ast.literal_eval(text), -math.log2(share)

    def _row(self, word: str, shape: str) -> tuple[int, dict[str, int]]:
        total, *entries = self._values.get((word, shape), "0").split("\t")
        counts = (entry.partition(":") for entry in entries)
        return int(total), {text: int(count) for count, _, text in counts}

    def expected(
        self,
        facts: ParameterFacts,
        passed: Iterable[tuple[Shape, Any]] = (),
    ) -> tuple[list[tuple[Shape, float]], list[tuple[Any, float]]]:
        """The likeliest shapes and the likeliest literals of a parameter, each with bits.

        The bits of a literal do not include those of its shape. `passed` are arguments that the
        project's own code passes.
        """
        seen = list(passed)
        bits = self.bits(facts, (shape for shape, _ in seen))
        ranked = sorted(bits.items(), key=lambda one: one[1])[:_MOST_SHAPES]
        ranked = [(shape, cost) for shape, cost in ranked if cost <= _LEAST_LIKELY_BITS]
        # The type is part of the key, since 1 == 1.0 == True.
        found: dict[tuple[type, Any], tuple[Shape, float]] = {}
        own = [(value, _PASSED_BITS) for _, value in seen]
        own += [(value, _NAMED_BITS) for value in facts.values]
        for value, own_bits in own:
            shape = shape_of(kind_of_value(value), value)
            if shape is not None and type(value) in _LITERALS and not _is_long(value):
                found.setdefault((type(value), value), (shape, own_bits))
        for shape, cost in ranked:
            if cost > ranked[0][1] + _FARTHEST_BITS:
                break
            for value, value_bits in self.literals(shape, word_of(facts.name)):
                found.setdefault((type(value), value), (shape, value_bits))
        values = [
            (value, value_bits)
            for (_, value), (shape, value_bits) in sorted(
                found.items(), key=lambda one: (bits[one[1][0]] + one[1][1], repr(one[0][1]))
            )
            if shape not in HOLLOW
        ]
        return ranked, values[:_MOST_VALUES]


def kinds_ranked(bits: dict[Shape, float]) -> list[tuple[str, float]]:
    """The kinds of values with their shares, the likeliest first."""
    shares: dict[str, float] = {}
    for shape, cost in bits.items():
        kind = kind_of_shape(shape)
        shares[kind] = shares.get(kind, 0.0) + 2**-cost
    return sorted(shares.items(), key=lambda one: (-one[1], one[0]))


@functools.lru_cache(maxsize=1)
def prior() -> Prior:
    """The prior from the file prior.tsv, loaded once."""
    with open(TABLE, encoding="utf-8") as lines:
        return Prior(lines)


@functools.lru_cache(maxsize=None)
def _weights_in(row: str) -> list[tuple[int, float]]:
    entries = (entry.partition(":") for entry in row.split())
    return [(int(index), int(weight) / QUARTERS) for index, _, weight in entries]


def _is_long(value: Any) -> bool:
    return isinstance(value, (str, bytes)) and len(value) > _LONGEST_TEXT
