"""An even choice among many things of several kinds."""

from __future__ import annotations

import random
from typing import Hashable, Sequence


def in_turn(keys: Sequence[tuple[Hashable, Hashable]], seed: str) -> list[int]:
    """An order of the indices whose every beginning is even: first over the keys' first parts, and
    among those with the same one over their second parts. The same in every process."""
    chance = random.Random(seed)  # a str seeds by its SHA-512
    order = list(range(len(keys)))
    chance.shuffle(order)
    kinds: dict[Hashable, dict[Hashable, list[int]]] = {}
    for index in order:
        first, second = keys[index]
        kinds.setdefault(first, {}).setdefault(second, []).append(index)
    queues = [_round_robin(list(lines.values())) for lines in kinds.values()]
    return _round_robin(queues)


def _round_robin(queues: list[list[int]]) -> list[int]:
    longest = max(map(len, queues), default=0)
    return [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]
