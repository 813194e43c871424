"""What code asks for by name: classes, objects that stand in modules, test doubles."""

import pytest
from subject_text import described


def classes(subject):
    return {one["qualified_name"]: one for one in subject["classes"]}


def parameters(subject):
    """By function of the subject: the types of its parameters."""
    return {
        one["name"]: [described(subject, parameter["type"]) for parameter in one["parameters"]]
        for one in subject["callables"]
        if one["in_subject"]
    }


def makers(subject, name):
    return [
        subject["callables"][index]["qualified_name"]
        for index in classes(subject)[name]["constructors"]
    ]


def test_classes_that_conditions_ask_for(project):
    project.write("shapes.py", "class Round: pass\nclass Flat: pass\nclass Unasked: pass\n")
    project.write("codes.py", "import enum\nclass Code(enum.Enum):\n    OK = 1\n")
    subject = project.subject(
        "asks",
        """
        import codes, shapes
        from shapes import Flat, Unasked
        def f(a, b):
            if isinstance(a, (shapes.Round, slice)) or type(b) is Flat: return 1
            if b == codes.Code.OK: return 2
            try:
                a()
            except (KeyError, LookupError): pass
        """,
    )
    assert {"Round", "Flat", "Code", "slice"} <= set(classes(subject))
    assert "Unasked" not in classes(subject)


def test_objects_that_stand_in_modules(project):
    project.write(
        "tokens.py", "class Token: pass\nSTART = Token()\nSTOP = Token()\nUNASKED = Token()\n"
    )
    subject = project.subject(
        "steps",
        """
        import tokens
        from tokens import STOP as LAST
        MISSING = object()
        def f(token, default=MISSING):
            return token is tokens.START or token == LAST or default is MISSING
        """,
    )
    named = {
        (one["qualified_name"], one["module"]): one
        for one in subject["classes"]
        if one["qualified_name"].startswith("<")
    }
    assert sorted(named) == [("<Token>", "tokens"), ("<object>", "steps")]
    tokens = named["<Token>", "tokens"]
    assert sorted(tokens["enum_members"]) == ["START", "STOP"]
    [base] = tokens["bases"]
    assert subject["classes"][base]["qualified_name"] == "Token"
    assert named["<object>", "steps"]["enum_members"] == ["MISSING"]


def named(subject):
    """By class in brackets and module: the names of objects that stand there."""
    return {
        (one["qualified_name"], one["module"]): sorted(one["enum_members"])
        for one in subject["classes"]
        if one["qualified_name"].startswith("<")
    }


def test_objects_that_stand_in_classes_and_in_collections(project):
    project.write(
        "marks.py", "class Mark: pass\nLEFT = Mark()\nRIGHT = Mark()\nBOTH = (LEFT, RIGHT)\n"
    )
    subject = project.subject(
        "singles",
        """
        from marks import BOTH
        class Token:
            START: "Token"
            limit = 5
            def method(self): pass
        Token.START = Token()
        Token.STOP = Token()
        UNSET = object()
        SKIPPED = object()
        IGNORED = frozenset({UNSET, SKIPPED, 3})
        def f(a):
            if a is Token.START or a == Token.limit or a == Token.method: return 1
            if a in IGNORED or a in BOTH: return 2
            return a in (Token.STOP, None)
        """,
    )
    assert named(subject) == {
        ("<Token>", "singles"): ["Token.START", "Token.STOP"],
        ("<object>", "singles"): ["SKIPPED", "UNSET"],
        ("<Mark>", "marks"): ["LEFT", "RIGHT"],
    }


@pytest.mark.parametrize("mark", ["Mark.ONE", "MARK"])
def test_an_object_is_there_when_a_mutant_is_loaded(project, mark):
    from skua_runtime.cluster.cluster import Cluster
    from skua_runtime.cluster.renumbering import numbering, renumbered

    subject = project.subject(
        "marked", f"class Mark: pass\n{mark} = Mark()\ndef f(a): return a is {mark}\n"
    )
    import marked

    index = next(i for i, c in enumerate(subject["classes"]) if c["enum_members"])
    cluster = Cluster(classes=subject["classes"], class_objects=[None] * len(subject["classes"]))
    cluster.enum_members = [() for _ in subject["classes"]]
    members = renumbered(cluster, numbering(cluster)).enum_members[index]
    assert members == (eval(mark, vars(marked)),)


def test_classes_where_a_metaclass_is_asked_for(project):
    subject = project.subject(
        "metas",
        """
        class Meta(type):
            def __init__(cls, name, bases, namespace): pass
        class Plain(metaclass=Meta): pass
        class Derived(Plain): pass
        class Other: pass
        def f(cls: Meta, all: "list[Meta]"): pass
        """,
    )
    asked = "type(union(class Plain, class Derived))"
    assert parameters(subject)["f"] == [asked, f"list({asked})"]
    [maker] = classes(subject)["Meta"]["constructors"]
    assert described(subject, subject["callables"][maker]["result"]) == "class Meta"


def test_operators_that_make_objects_of_other_modules(project):
    project.write(
        "rows.py",
        """
        class Row:
            def __add__(self, other: "Row") -> "Row": return self
            def __or__(self, other): return self
            def __lshift__(self, item: int) -> "list[int]": return [item]
            def __mod__(self, other) -> int: return 1
            def __radd__(self, other): return self
            def __len__(self): return 1
        """,
    )
    subject = project.subject("uses", "import rows\ndef f(row: rows.Row): pass\n")
    found = [subject["callables"][index] for index in classes(subject)["Row"]["methods"]]
    assert [one["name"] for one in found] == ["__add__", "__lshift__", "__or__"]
    assert {one["kind"] for one in found} == {"operator"}
    assert described(subject, found[0]["result"]) == "class Row"


def test_subclasses_where_a_class_is_asked_for(project):
    project.write(
        "modes.py", "class Mode: pass\nclass Fast(Mode): pass\nclass Faster(Fast): pass\n"
    )
    subject = project.subject("picks", "import modes\ndef f(mode: type[modes.Mode]): pass\n")
    assert {"Mode", "Fast", "Faster"} <= set(classes(subject))


def test_doubles_for_callables_awaitables_and_asynchronous_iterables(project):
    subject = project.subject(
        "works",
        """
        from typing import AsyncIterable, Awaitable, Callable
        def a(work: Callable[[], int]):
            try: work()
            except OSError: pass
        async def b(work: Callable[[], Awaitable[int]]): await work()
        async def c(result: Awaitable[int]): await result
        def d(items: AsyncIterable[int]): pass
        """,
    )
    assert parameters(subject) == {
        "a": ["callable(int)"],
        "b": ["callable(int)"],
        "c": ["class Awaited"],
        "d": ["class AsyncItems"],
    }
    answers = classes(subject)["Answers"]
    assert answers["definition"].startswith("class Answers:") and answers["module"] == ""
    constructor = subject["callables"][answers["constructors"][0]]
    alternatives = subject["types"][constructor["parameters"][0]["type"]]["arguments"]
    kinds = [subject["types"][one] for one in alternatives]
    of_class = [one["class"] for one in kinds if one["kind"] == "class"]
    assert [subject["classes"][one]["name"] for one in of_class] == ["OSError"]


def test_answers_come_in_turn_and_exceptions_are_raised():
    from skua_runtime.cluster.doubles import Answers

    answers = Answers(1, OSError("gone"), 3)
    assert answers() == 1
    try:
        answers("anything", given=True)
    except OSError as error:
        assert str(error) == "gone"
    assert [answers(), answers()] == [3, 3]


def test_iterators_and_matches(project):
    subject = project.subject(
        "finds",
        """
        import re
        from typing import Iterator
        WORD = re.compile(r"([a-z]+)=([0-9])?", re.IGNORECASE)
        def f(match: re.Match[str], items: Iterator[int]): pass
        """,
    )
    assert makers(subject, "Match") == ["search"] and makers(subject, "Iterator") == ["iter"]
    [index] = classes(subject)["Match"]["constructors"]
    pattern, text, flags = subject["callables"][index]["parameters"]
    [literal] = subject["types"][pattern["type"]]["literals"]
    assert literal == {"k": "str", "t": "([a-z]+)=([0-9])?"}
    assert len(subject["types"][text["type"]]["literals"]) > 1
    assert subject["types"][flags["type"]]["literals"] == [{"k": "int", "v": 2}]


def test_methods_fill_objects_of_other_modules(project):
    project.write(
        "buffers.py",
        """
        class Buffer:
            def __init__(self): self.parts = []
            def feed(self, text: str): self.parts.append(text)
            def _hidden(self): pass
            def lines(self): return "".join(self.parts).split("|end|")
        """,
    )
    subject = project.subject(
        "reads", "from buffers import Buffer\ndef f(buffer: Buffer): return buffer.lines()\n"
    )
    buffer = classes(subject)["Buffer"]
    methods = [subject["callables"][index] for index in buffer["methods"]]
    assert [(one["name"], one["module"], one["in_subject"]) for one in methods] == [
        ("feed", "buffers", False),
        ("lines", "buffers", False),
    ]
    assert all("code_object" not in one for one in methods)
    assert "|end|" in [one["value"].get("t") for one in subject["constants"]]


def test_results_that_are_lazy_though_their_function_is_not(project):
    subject = project.subject(
        "lazy",
        """
        import itertools
        from itertools import chain, tee
        def doubled(ns): return map(str, ns)
        def pairs(ns): return itertools.combinations(ns, 2)
        def joined(a, b): return chain(a, b)
        def first(ns): return chain.from_iterable(ns)
        def both(ns): return tee(ns)
        def mapped(ns): return list(map(str, ns))
        def zip(ns): return 1
        def count(n): return _count(n)
        def _count(n):
            yield n
        async def _wait(): return 1
        def waits(): return _wait()
        def either(n): return _count(n) if n else None
        class Box:
            def items(self): return self._items()
            def _items(self): yield 1
        """,
    )
    uses = {one["qualified_name"]: one.get("use") for one in subject["callables"]}
    for name in ("doubled", "pairs", "joined", "first"):
        assert uses[name] == "iterate", name
    assert uses["both"] is None and uses["mapped"] is None and uses["zip"] is None
    assert uses["count"] == "iterate" and uses["waits"] == "await" and uses["either"] is None
    assert uses["Box.items"] == "iterate"


def test_keys_that_other_modules_of_the_project_look_up(project):
    project.write(
        "connection.py",
        """
        from headers import Headers
        class Base:
            def __init__(self, scope):
                assert scope["type"] in ("http", "websocket")
                self.scope = scope
            def headers(self): return Headers(self.scope)
        class Connection(Base):
            def __init__(self, scope): super().__init__(scope)
        """,
    )
    project.write(
        "headers.py",
        """
        class Headers:
            def __init__(self, scope): self.items = list(scope["headers"])
        """,
    )
    subject = project.subject(
        "app",
        """
        from connection import Connection
        def handle(scope: dict[str, object]): return Connection(scope)
        """,
    )
    [keys] = [one["names"] for one in subject["types"] if one["kind"] == "typed_dict" and "names" in one]
    assert sorted(keys) == ["headers", "type"]
