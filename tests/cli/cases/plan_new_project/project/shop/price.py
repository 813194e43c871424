def total(n: int) -> int:
    return n * 3
