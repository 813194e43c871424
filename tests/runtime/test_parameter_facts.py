"""Attributes that code reads from parameters, also where a constructor keeps them."""

import ast
import textwrap

import pytest

from skua_runtime.source.parameter_facts import parameters_in

CASES = {
    "read in the function": ("def f(db): return db.find", {"db": ("find", "")}),
    "read from what it gives": (
        "def f(db): return db.find(1).first().name",
        {"db": ("find", "name first")},
    ),
    "read from a variable that stems from it": (
        """
        def f(clients):
            for client in clients:
                with client.connect() as connection:
                    answer = connection.ping()
                    print(answer.code)
        """,
        {"clients": ("", "connect ping code")},
    ),
    "kept by a constructor": (
        """
        class Sessions:
            def __init__(self, db, clock=None):
                self._db, self.n = db, 0
                self._store = db
                self.clock = clock or Clock()
            async def latest(self, key):
                row = await self._store.find_one(key)
                return row.value if self.clock.now() else self.n
        """,
        {"db": ("find_one", "value"), "clock": ("now", ""), "key": ("", "")},
    ),
    "kept by another class": (
        """
        class One:
            def __init__(self, db): self.db = db
        class Other:
            def ask(self): return self.db.find_one()
        """,
        {"db": ("", "")},
    ),
    "annotated": ("def f(db: Db): return db.find", {"db": ("find", "")}),
    "methods of texts of what it gives": ("def f(x): return x.name.strip()", {"x": ("name", "")}),
}


@pytest.mark.parametrize("name", CASES)
def test_reads(name):
    text, expected = CASES[name]
    found = {
        name: (" ".join(facts.attributes), " ".join(facts.indirect))
        for parameters in parameters_in(ast.parse(textwrap.dedent(text))).values()
        for name, facts in parameters.items()
    }
    assert found == expected


def classes(subject):
    return {one["qualified_name"]: one for one in subject["classes"] if not one["in_subject"]}


def test_a_plain_object_has_what_methods_ask_of_what_a_constructor_keeps(project):
    subject = project.subject(
        "m",
        """
        class Gone(Exception): pass
        class Sessions:
            def __init__(self, db):
                self.db = db
            def latest(self, key: str):
                try:
                    with self.db.transaction() as found:
                        return found.rows().first
                except ConnectionError:
                    return None
        """,
    )
    found = classes(subject)
    assert {"SimpleNamespace", "nullcontext", "ConnectionError"} <= set(found)
    constructor = subject["callables"][found["SimpleNamespace"]["constructors"][0]]
    names = [one["name"] for one in constructor["parameters"]]
    assert set(names[:3]) == {"transaction", "rows", "first"}


def test_the_class_that_has_what_methods_ask_of_what_a_constructor_keeps(project):
    project.write("p/__init__.py", "import p.tokens\n")
    project.write(
        "p/tokens.py",
        """
        class Tokens:
            def peek(self): return 1
            def advance(self): return 2
        """,
    )
    subject = project.subject(
        "p.parser",
        """
        class Parser:
            def __init__(self, source):
                self.source = source
            def next(self):
                return self.source.peek() and self.source.advance()
        """,
    )
    assert "Tokens" in classes(subject)
