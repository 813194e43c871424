"""What it costs to send a parcel."""

from __future__ import annotations

from enum import Enum

from parcel.money import Money


class Zone(Enum):
    DOMESTIC = "DE"
    EUROPE = "EU"
    WORLD = "WW"


EUROPE = {"AT", "BE", "DK", "ES", "FR", "IT", "NL", "PL"}


def zone_of(country: str) -> Zone:
    """The zone of an ISO country code.

    Raises:
        KeyError: when it is no country code.
    """
    if len(country) != 2 or not country.isalpha():
        raise KeyError(country)
    country = country.upper()
    if country == "DE":
        return Zone.DOMESTIC
    return Zone.EUROPE if country in EUROPE else Zone.WORLD


class RateTable:
    """Prices by weight limit, in grams."""

    def __init__(self, surcharge: int = 0) -> None:
        self.surcharge = surcharge
        self.prices: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.prices)

    def add(self, limit: int, cents: int) -> None:
        if limit <= 0:
            raise ValueError("limit must be positive")
        self.prices[limit] = cents

    def price_for(self, weight: int) -> int | None:
        for limit in sorted(self.prices):
            if weight <= limit:
                return self.prices[limit] + self.surcharge
        return None


def quote(weight: int, zone: Zone = Zone.DOMESTIC, express: bool = False) -> Money:
    if weight <= 0:
        raise ValueError("weight must be positive")
    if weight > 31_500:
        raise ValueError("too heavy")
    if weight <= 1_000:
        base = 449
    elif weight <= 5_000:
        base = 699
    else:
        base = 1_049
    if zone is Zone.EUROPE:
        base += 850
    elif zone is Zone.WORLD:
        base *= 4
    price = Money(base)
    return price.times(1.5) if express and zone is not Zone.WORLD else price
