def solve(n: int) -> int:
    return n
