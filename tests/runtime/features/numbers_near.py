"""Numbers that only a gradient finds."""


def is_secret(number: int) -> bool:
    if number * 3 + 7 == 37036:
        return True
    return False


def triangle(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        return "invalid"
    if a + b <= c or a + c <= b or b + c <= a:
        return "none"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


def ratio(x: float) -> str:
    if 0.333 < x < 0.334:
        return "third"
    return "other"
