for _ in range(3000):
    print("x" * 1000)


def function() -> int:
    return 1
