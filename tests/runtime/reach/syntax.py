"""A parser, which alone makes the trees that another module works on."""


class Node:
    def __init__(self, kind, children):
        self.kind = kind
        self.children = children


def parse(text: str) -> Node:
    """One node for each part between dots, the later inside the earlier."""
    head, _, rest = text.partition(".")
    return Node("name" if head.isidentifier() else "other", [parse(rest)] if rest else [])
