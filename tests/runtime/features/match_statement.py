"""Structural pattern matching."""


def handle(command):
    match command:
        case ["go", direction]:
            return direction
        case {"quit": True}:
            return "bye"
        case str() as text if text.isdigit():
            return int(text)
        case 42:
            return "answer"
        case _:
            return None
