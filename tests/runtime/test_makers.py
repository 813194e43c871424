"""Functions of other modules of a project that make objects for tests of a module."""

import sys

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
        ("p.parser", "many", "Node"),
    ]
    uses = {one["name"]: one.get("use", "value") for one in subject["callables"]}
    assert (uses["parse"], uses["many"]) == ("value", "first")


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


def test_what_fits_parameters_that_no_annotation_tells_of(project):
    project.write("p/__init__.py", "from typing import Tuple\nfrom p import nodes\n"
                  "def parse(text: str) -> 'Tuple[nodes.Root, ...]': return (nodes.Root(text),)\n")
    project.write(
        "p/nodes.py",
        """
        class Node:
            def __init__(self, text): self.text, self.parent = text, None
            def flatten(self): return [self]
        class Root(Node): pass
        class Unlike:
            def flatten(self): return []
        """,
    )
    source = """
        from p import nodes
        def depth(node):
            return 0 if node.parent is None else 1 + depth(node.parent) + len(node.flatten())
        def plain(words): return [one.upper() for one in words.split() or words.lower()]
        def little(one): return one.text
        """
    subject = project.subject("p.walk", source)
    assert makers(subject) == [("p", "parse", "Root")]
    names = {one["name"] for one in subject["classes"]}
    assert {"Node", "Root"} <= names
    assert "Unlike" not in names
    without = source.replace("node.parent", "node").replace("node is None", "not node")
    assert makers(project.subject("p.other", without)) == []


LETTER = """
class Letter:
    def __init__(self, text): self.text = text
def tone(letter: Letter) -> str: return letter.text
"""


def test_functions_of_modules_that_import_the_subject(project):
    """Of these nothing is loaded; a source that does more than define is not imported."""
    sources = {
        "sealing": "import typing\ndef seal(text: str) -> 'typing.Optional[letters.Letter]': return letters.Letter(text)\n",
        "writing": "def write(text): return Letter(text)\nfrom letters import Letter\n",
        "hidden": "from letters import Letter\ndef _write(text) -> Letter: return Letter(text)\n",
        "reading": "from letters import Letter\ndef read(letter: Letter) -> str: return letter.text\n",
        "failing": "from letters import Letter, Paper\ndef fail(text) -> Letter: return Letter(text)\n",
        "leaving": "import sys, letters\nleft = sys.exit(1)\ndef go(text) -> 'Letter': return Letter(text)\n",
        "script": "from letters import Letter\ndef post(text) -> Letter: return Letter(text)\nprint(post('x'))\n",
        "broken": "def post(:\n",
    }
    importers = []
    for name, text in sources.items():
        path = project.write(f"{name}.py", "import letters\n" * (name in ("sealing", "writing")) + text)
        importers.append([name, str(path)])
    importers.append(["missing", str(project.root / "missing.py")])
    project.write("letters.py", LETTER)
    answer, _ = project.load("letters", importers=importers)
    assert answer["ok"], answer
    assert makers(answer["subject"]) == [
        ("sealing", "seal", "Letter"),
        ("writing", "write", "Letter"),
    ]
    assert not {"hidden", "reading", "script", "broken"} & sys.modules.keys()
    without, _ = project.load("letters", importers=importers, makers=False)
    assert without["ok"] and makers(without["subject"]) == []
    plain, _ = project.load("letters", importers=importers[2:])
    assert plain["ok"] and makers(plain["subject"]) == []
