# harm: memory
def attack(a: int = 0) -> int:
    return len(b"a" * (2400 << 20)) + a
