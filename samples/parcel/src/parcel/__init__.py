"""Postal rates, money and tracking codes."""

from parcel.money import Money
from parcel.rates import RateTable, quote

__all__ = ["Money", "RateTable", "quote"]
