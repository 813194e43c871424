from shop.price import total


def order(n: int) -> int:
    return total(n) if n > 0 else 0
