"""What customers pay."""

from shop.voucher import Voucher

MOST_PERCENT = 50


def price_with(voucher: Voucher, cents: int) -> int:
    """A price less what the voucher takes off."""
    if cents < 0:
        raise ValueError("no price is negative")
    if voucher.percent == 0:
        return cents
    if cents < 1000:
        return cents - 1
    return cents * (100 - min(voucher.percent, MOST_PERCENT)) // 100


class Basket:
    """Takes each voucher once, and no more than three."""

    def __init__(self) -> None:
        self.vouchers: list[Voucher] = []

    def redeem(self, voucher: Voucher) -> bool:
        if len(self.vouchers) == 3:
            return False
        if any(known.code == voucher.code for known in self.vouchers):
            return False
        self.vouchers.append(voucher)
        return True

    def total(self, cents: int) -> int:
        for voucher in self.vouchers:
            cents = price_with(voucher, cents)
        return cents
