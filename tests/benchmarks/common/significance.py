"""Effect size and significance of the difference between two samples, as the papers report them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

EXACT_UP_TO = 60  # values in both samples together


def a12(first: Sequence[float], second: Sequence[float]) -> float:
    """Vargha and Delaney's Â12: how probably a value of `first` is the greater one; ties count half.

    0.5 is no difference.
    """
    wins = sum((x > y) + 0.5 * (x == y) for x in first for y in second)
    return wins / (len(first) * len(second))


def magnitude(effect: float) -> str:
    """The name that Vargha and Delaney give to a size of Â12."""
    distance = abs(effect - 0.5)
    for limit, name in ((0.06, "negligible"), (0.14, "small"), (0.21, "medium")):
        if distance < limit:
            return name
    return "large"


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p-value of Mann and Whitney's U test.

    Exact, also with ties (the distribution over all ways to deal the pooled ranks), up to
    EXACT_UP_TO values; beyond, the normal approximation with corrections for ties and continuity.
    """
    ranks = doubled_ranks([*first, *second])
    observed = sum(ranks[: len(first)])
    if len(ranks) <= EXACT_UP_TO:
        return _exact(ranks, len(first), observed)
    return _approximate(ranks, len(first), observed)


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value, from 1, so that the mean rank of tied values is whole."""
    order = sorted(values)
    first: dict[float, int] = {}
    for position, value in enumerate(order, start=1):
        first.setdefault(value, position)
    sizes = Counter(order)
    return [2 * first[value] + sizes[value] - 1 for value in values]


def _exact(ranks: Sequence[int], size: int, observed: int) -> float:
    # ways[n][s]: how many choices of n ranks have the sum s.
    ways: list[Counter[int]] = [Counter() for _ in range(size + 1)]
    ways[0][0] = 1
    for rank in ranks:
        for count in range(size, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + rank] += number
    # Twice the mean sum, so that it is whole: the distribution is not symmetric when there are ties,
    # therefore all sums as far from the mean count as extreme.
    middle = 2 * size * sum(ranks)
    distance = abs(2 * len(ranks) * observed - middle)
    extreme = sum(
        number
        for total, number in ways[size].items()
        if abs(2 * len(ranks) * total - middle) >= distance
    )
    return extreme / math.comb(len(ranks), size)


def _approximate(ranks: Sequence[int], size: int, observed: int) -> float:
    count, other = len(ranks), len(ranks) - size
    u = observed / 2 - size * (size + 1) / 2
    ties = sum(tied**3 - tied for tied in Counter(ranks).values())
    variance = size * other / 12 * (count + 1 - ties / (count * (count - 1)))
    if variance == 0:
        return 1.0
    z = max(0.0, abs(u - size * other / 2) - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))
