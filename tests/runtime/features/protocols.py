"""Protocols that fulfil each other."""

from typing import Protocol


class Limit:
    def __init__(self, most: int) -> None:
        self.most = most


class Reads(Protocol):
    def __call__(self, name: str) -> int: ...


class Finds(Protocol):
    def __call__(self, name: str) -> int: ...


def compare(read: Reads, find: Finds, limit: Limit) -> str:
    if read("name") > find("name"):
        return "read"
    if limit.most > 10:
        return "limited"
    return "found"
