"""Generators: what stands in their bodies runs only when they are consumed."""


def chunks(items: list[int], size: int):
    if size < 1:
        raise ValueError("size must be positive")
    chunk = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def collatz(number: int):
    while number != 1:
        yield number
        number = number // 2 if number % 2 == 0 else 3 * number + 1
