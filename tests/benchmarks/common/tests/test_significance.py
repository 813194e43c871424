"""Statistics against values worked out by hand and against counting all cases."""

from itertools import combinations
from statistics import mean

import pytest
from common.significance import a12, doubled_ranks, magnitude, mann_whitney
from common.significance import _approximate as approximate


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ([1, 2, 3], [4, 5, 6], 0.0),
        ([4, 5, 6], [1, 2, 3], 1.0),
        ([1, 2], [1, 2], 0.5),
        ([2, 2], [1, 2, 3, 3], 0.375),
    ],
)
def test_a12_counts_wins_and_half_of_ties(first, second, expected):
    assert a12(first, second) == expected


def test_magnitude_is_symmetric_about_no_difference():
    assert [magnitude(value) for value in (0.5, 0.58, 0.66, 0.75)] == [
        "negligible", "small", "medium", "large",
    ]  # fmt: skip
    assert magnitude(0.25) == magnitude(0.75) == "large"


def test_tied_values_share_the_mean_of_their_ranks():
    assert doubled_ranks([10, 20, 20, 30]) == [2, 5, 5, 8]


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ([1, 2, 3], [4, 5, 6], 2 / 20),  # the smallest that three against three can give
        ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252),
        ([1, 3], [2, 4], 4 / 6),
        ([5, 5, 5], [5, 5, 5], 1.0),
    ],
)
def test_exact_p_of_known_samples(first, second, expected):
    assert mann_whitney(first, second) == pytest.approx(expected)


@pytest.mark.parametrize(
    "first, second",
    [([1, 1, 2, 9], [1, 3, 3, 4, 5]), ([0, 0, 0, 7], [0, 7, 7]), ([3, 1, 4, 1], [5, 9, 2, 6, 5])],
)
def test_exact_p_is_the_share_of_deals_at_least_as_extreme(first, second):
    pooled = first + second
    ranks = [sum(o < v for o in pooled) + (sum(o == v for o in pooled) + 1) / 2 for v in pooled]
    sums = [sum(deal) for deal in combinations(ranks, len(first))]
    distance = abs(sum(ranks[: len(first)]) - mean(sums))
    expected = sum(abs(total - mean(sums)) >= distance - 1e-9 for total in sums) / len(sums)
    assert mann_whitney(first, second) == pytest.approx(expected)
    assert mann_whitney(second, first) == pytest.approx(expected)


def test_the_approximation_is_near_the_exact_value_and_used_for_large_samples():
    first = [3 * i % 17 for i in range(25)]
    second = [5 * i % 19 + 3 for i in range(25)]
    near = approximate(doubled_ranks(first + second), 25, sum(doubled_ranks(first + second)[:25]))
    assert near == pytest.approx(mann_whitney(first, second), abs=0.005)
    assert mann_whitney(list(range(100)), list(range(50, 150))) < 1e-9
    assert mann_whitney([1.0] * 40, [1.0] * 40) == 1.0
