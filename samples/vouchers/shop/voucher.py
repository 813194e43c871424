"""Vouchers, as they are printed: VC, then seven digits, of which the last checks the others."""


class Voucher:
    """The first two digits say how much it takes off, in percent."""

    def __init__(self, code: str) -> None:
        if len(code) != 9 or not code.startswith("VC"):
            raise ValueError("not a voucher's code")
        digits = code[2:]
        if not digits.isdecimal() or not digits.isascii():
            raise ValueError("a voucher's code ends in digits")
        if sum(place * int(digit) for place, digit in enumerate(digits, start=1)) % 7 != 3:
            raise ValueError("the code is mistyped")
        self.code = code
        self.percent = int(digits[:2])
