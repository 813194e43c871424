def size(n: int) -> int:
    return n * 3
