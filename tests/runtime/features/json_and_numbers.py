"""Text that is parsed."""

import json


def shape(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return "invalid"
    if isinstance(value, list):
        return "list"
    if isinstance(value, dict):
        return "object"
    return "scalar"


def port(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        return -1
    if number > 65535:
        raise ValueError("port out of range")
    return number


def rate(text: str) -> float:
    value = float(text)
    if value > 1.5:
        return 1.5
    return value
