"""Trees are wanted that only a parser elsewhere makes."""
from reach.syntax import Node


def depth(node: Node) -> int:
    if not node.children:
        return 1
    return 1 + max(depth(child) for child in node.children)


def names(node: Node) -> int:
    count = sum(names(child) for child in node.children)
    if node.kind == "name":
        count += 1
    if count > 1:
        return 2
    return count
