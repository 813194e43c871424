"""Entities with attrs."""

from decimal import Decimal

import attrs
from attrs import field, validators


@attrs.frozen
class Money:
    amount: Decimal = field(converter=Decimal)
    currency: str = field(default="EUR", validator=validators.in_(("EUR", "USD", "CHF")))

    def __add__(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise ValueError("currencies differ")
        return attrs.evolve(self, amount=self.amount + other.amount)


@attrs.define
class Item:
    sku: str = field(validator=validators.matches_re(r"[A-Z]{2}-\d{3}"))
    price: Money = field(validator=validators.instance_of(Money))
    count: int = field(default=1, validator=[validators.ge(1), validators.le(99)])

    @property
    def total(self) -> Money:
        return attrs.evolve(self.price, amount=self.price.amount * self.count)


@attrs.define
class Basket:
    items: list[Item] = field(factory=list)
    voucher: str = field(default="")

    @voucher.validator
    def _check(self, attribute, value):
        if value and not value.startswith("V"):
            raise ValueError("no voucher")

    def add(self, item: Item) -> None:
        for known in self.items:
            if known.sku == item.sku:
                known.count += item.count
                return
        self.items.append(item)

    def total(self) -> Money:
        total = Money("0")
        for item in self.items:
            total = total + item.total
        if self.voucher and total.amount > 50:
            total = attrs.evolve(total, amount=total.amount - 5)
        return total
