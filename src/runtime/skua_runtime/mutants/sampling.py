"""Chooses evenly among items of several kinds.

Order comes from a hash, not from the random module, which belongs to the module under test.
"""

from __future__ import annotations

import hashlib
from typing import Hashable, Sequence


def in_turn(keys: Sequence[tuple[Hashable, Hashable]], seed: str) -> list[int]:
    """The indices of `keys`, ordered so that keys with different first parts take turns, and among
    these keys with different second parts.

    The order is the same in every process.
    """
    order = sorted(range(len(keys)), key=lambda i: hashlib.sha256(f"{seed}:{i}".encode()).digest())
    kinds: dict[Hashable, dict[Hashable, list[int]]] = {}
    for index in order:
        first, second = keys[index]
        kinds.setdefault(first, {}).setdefault(second, []).append(index)
    queues = [_round_robin(list(lines.values())) for lines in kinds.values()]
    return _round_robin(queues)


def _round_robin(queues: list[list[int]]) -> list[int]:
    longest = max(map(len, queues), default=0)
    return [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]
