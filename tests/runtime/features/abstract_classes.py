"""An abstract class without a concrete subclass, and a Protocol."""

from abc import ABC, abstractmethod
from typing import Protocol


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...

    def describe(self) -> str:
        if self.area() > 10:
            return "large"
        return "small"


class HasPrice(Protocol):
    price: int

    def label(self) -> str: ...


def tag(item: HasPrice) -> str:
    if item.price > 1000:
        return "expensive " + item.label()
    return item.label()
