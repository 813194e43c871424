"""Amounts of money in cents."""

from __future__ import annotations

from dataclasses import dataclass


class CurrencyMismatch(ValueError):
    """Two amounts of different currencies meet."""


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __post_init__(self) -> None:
        if len(self.currency) != 3 or not self.currency.isupper():
            raise ValueError(f"not a currency: {self.currency!r}")

    def plus(self, other: Money) -> Money:
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency}")
        return Money(self.cents + other.cents, self.currency)

    def times(self, factor: float) -> Money:
        return Money(round(self.cents * factor), self.currency)

    def text(self) -> str:
        sign = "-" if self.cents < 0 else ""
        units, cents = divmod(abs(self.cents), 100)
        if self.currency == "EUR":
            return f"{sign}{units},{cents:02} €"
        return f"{sign}{self.currency} {units}.{cents:02}"


def split(total: int, parts: int) -> list[int]:
    """Shares that differ by at most one cent and add up to the total."""
    share, rest = divmod(total, parts)
    return [share + 1] * rest + [share] * (parts - rest)


def parse(text: str) -> Money:
    """Reads "12,50 €" or "12.50".

    Raises:
        ValueError: when the text is no amount.
    """
    cleaned = text.strip()
    currency = "EUR"
    if cleaned.endswith("€"):
        cleaned = cleaned[:-1].rstrip()
    elif cleaned.startswith("$"):
        currency = "USD"
        cleaned = cleaned[1:].lstrip()
    whole, _, fraction = cleaned.replace(",", ".").partition(".")
    if not whole.lstrip("-").isdigit() or len(fraction) > 2:
        raise ValueError(f"not an amount: {text!r}")
    cents = int(fraction.ljust(2, "0")) if fraction else 0
    units = int(whole)
    return Money(units * 100 + (cents if units >= 0 else -cents), currency)
