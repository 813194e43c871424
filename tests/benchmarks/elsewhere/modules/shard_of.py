"""Spreads keys over shards by what hash() says."""

import random
import string


def shard(key: str, shards: int = 4) -> int:
    if shards <= 0:
        raise ValueError("at least one shard")
    return hash(key) % shards


def same_shard(left: str, right: str) -> bool:
    return shard(left) == shard(right)


def stable(key: str, shards: int = 4) -> int:
    return sum(map(ord, key)) % shards


def first(keys) -> str:
    """Any of them."""
    for key in set(keys):
        return key
    raise ValueError("no key")


def joined(words: str) -> str:
    return "".join(set(words.split()))


def most(words: list[str]) -> str:
    return max(set(words), key=words.count)


def object_order(left: object, right: object) -> bool:
    return id(left) < id(right)


def label() -> str:
    return "".join(random.choice(string.ascii_lowercase) for _ in range(3))


def is_vowel_label() -> bool:
    return label()[0] in "aeiou"


def shuffled(items: list[int]) -> bool:
    """Whether shuffling changed the order."""
    other = items[:]
    random.Random().shuffle(other)
    return other != items
