"""Text that must begin and end in certain ways."""


def classify(line: str) -> str:
    if line.startswith("--"):
        return "option" if "=" in line else "flag"
    if line.startswith("#!"):
        return "shebang"
    if line.endswith(":"):
        return "header"
    if line.isdigit():
        return "number"
    if line.isupper():
        return "shout"
    return "text"
