"""A function that only another one calls."""


def _discount(total: float, code: str) -> float:
    if code == "HALF":
        return total / 2
    if code.startswith("MINUS"):
        return total - 5
    return total


def checkout(prices: list[float], code: str) -> float:
    total = sum(prices)
    if total < 0:
        raise ValueError("negative total")
    return _discount(total, code)
