"""Numbers for sessions; the node's part is drawn when the module is imported."""

import random
import secrets

NODE = random.randrange(16)
SALT = secrets.token_hex(2)
LUCKY = random.random() < 0.2


class Counter:
    def __init__(self, start: int = 0):
        if start < 0:
            raise ValueError("counts from 0")
        self.value = start

    def next(self) -> int:
        self.value += 1
        return self.value << 4 | NODE


def node_of(number: int) -> int:
    return number & 15


def is_ours(number: int) -> bool:
    return node_of(number) == NODE


def label(number: int, width: int = 6) -> str:
    if width < 1:
        raise ValueError("at least one digit")
    return f"{number:0{width}x}"


def bucket(name: str, buckets: int = 4) -> int:
    if buckets < 1:
        raise ValueError("no bucket")
    return (sum(name.encode()) + NODE) % buckets


def variant() -> str:
    return "new" if LUCKY else "old"


def salted(text: str) -> str:
    return f"{text}-{SALT}"


def shuffled(items: list, seed: int | None = None) -> list:
    copy = list(items)
    random.Random(seed).shuffle(copy)
    return copy


def has_even_node() -> bool:
    return NODE % 2 == 0
