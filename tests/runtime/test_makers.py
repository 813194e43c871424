"""Functions of other modules of a project that make objects for tests of a module."""

NODES = """
class Node:
    def __init__(self, kind, children=()): self.kind, self.children = kind, children
class Token: pass
class Unused: pass
def own(text) -> Node: return Node(text)
"""


def makers(subject):
    return [
        (one["module"], one["name"], subject["classes"][subject["types"][one["result"]]["class"]]["name"])
        for one in subject["callables"]
        if not one["in_subject"] and one["kind"] == "function"
    ]


def test_functions_of_modules_that_are_loaded(project):
    project.write("p/__init__.py", "from p.parser import parse, read\n")
    project.write("p/nodes.py", NODES)
    project.write(
        "p/parser.py",
        """
        from typing import Optional, List
        from p.nodes import Node, Token
        def parse(text: str) -> Node: return Node(text)
        def read(text: str) -> "Optional[Token]": return None
        def plain(text):
            if text: return Token()
            return None
        def many(text) -> List[Node]: return []
        def number(text) -> int: return 1
        def _hidden(text) -> Node: return Node(text)
        def lazy(text):
            yield 1
            return Node(text)
        async def later(text) -> Node: return Node(text)
        """,
    )
    subject = project.subject("p.nodes")
    assert makers(subject) == [
        ("p", "parse", "Node"),
        ("p", "read", "Token"),
        ("p.parser", "plain", "Token"),
    ]


def test_objects_of_another_module_and_nothing_without_need(project):
    project.write("p/__init__.py", "")
    project.write("p/nodes.py", NODES)
    project.write("p/other.py", "class Other: pass\ndef other() -> Other: return Other()\n")
    subject = project.subject(
        "p.walk",
        """
        from p import other
        from p.nodes import Node
        def walk(node: Node): return [node.kind, *map(walk, node.children)]
        """,
    )
    assert makers(subject) == [("p.nodes", "own", "Node")]
