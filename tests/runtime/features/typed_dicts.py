"""TypedDict, NamedTuple, Enum, Flag, dataclass."""

import enum
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict


class Movie(TypedDict, total=False):
    title: str
    year: int


class Point(NamedTuple):
    x: int
    y: int


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Permission(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


@dataclass
class Cart:
    owner: str
    items: list[str] = field(default_factory=list)

    def add(self, item: str) -> None:
        if item in self.items:
            raise ValueError("twice")
        self.items.append(item)


def decade(movie: Movie) -> str:
    if "year" not in movie:
        return "unknown"
    return "old" if movie["year"] < 1950 else "new"


def quadrant(point: Point) -> int:
    if point.x > 0:
        return 1 if point.y > 0 else 4
    return 2 if point.y > 0 else 3


def mix(color: Color, permission: Permission) -> str:
    if color is Color.RED and permission & Permission.WRITE:
        return "danger"
    return "fine"
