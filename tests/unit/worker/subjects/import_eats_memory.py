LARGE = [bytes(1 << 26) for _ in range(1 << 16)]
