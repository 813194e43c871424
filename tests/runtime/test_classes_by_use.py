"""Classes that parameters without annotation are instances of, as the code tells that uses them."""

import ast
import textwrap
import types

import pytest
import support

support.native()
from skua_runtime.cluster.classes_by_use import ClassesByUse

HEAD = """
import datetime as dt
import enum
from datetime import date, timedelta
from decimal import Decimal

class Terms(enum.Enum):
    NET = 1
    MONTHLY = 2

class Line:
    def __init__(self, price): self.price = price
    def total(self): return self.price
    def scale(self, factor): return self.price * factor

"""
CASES = {
    "an operation with a class": (
        "def f(day): return day.replace(day=1) or day + timedelta(3)",
        ["date"],
    ),
    "what is read of a difference": ("def f(a, b): return (a - b).days", ["date", "timedelta"]),
    "compared with what a class makes": ("def f(day): return day < date.today()", ["date"]),
    "a class of a module": ("def f(x): return x.hour + dt.datetime.now().hour", ["datetime"]),
    "members": ("def f(terms): return terms is Terms.NET", ["Terms"]),
    "one of several members": ("def f(x): return x in (Terms.NET, Terms.MONTHLY)", ["Terms"]),
    "a number's own method": ("def f(x): return x.quantize(Decimal('0.01'))", ["Decimal"]),
    "two names of a class": ("def f(line): return line.total() + line.scale(2)", ["Line"]),
    "one name of a class": ("def f(line): return line.total()", []),
    "what a text can do": ("def f(x): return x.replace('a', 'b')", []),
    "what a number can do": ("def f(x): return x * 2 < 3", []),
    "annotated": ("def f(day: int): return day + timedelta(1)", []),
    "kept by a constructor": (
        """
        class Plan:
            def __init__(self, start): self.start = start
            def end(self): return self.start + timedelta(days=1)
        """,
        ["date", "timedelta"],
    ),
    "handed on": (
        """
        def first(moment): return later(moment)
        def later(when): return when.weekday()
        """,
        ["date"],
    ),
}


def found(text):
    text = HEAD + textwrap.dedent(text)
    tree = ast.parse(text)
    module = types.ModuleType("subject")
    exec(compile(tree, "subject.py", "exec"), vars(module))
    by_use = ClassesByUse(tree, module, lambda cls: ("price",), lambda file: False)
    names = ("f", "Plan", "first")
    target = next(vars(module)[name] for name in names if name in vars(module))
    facts = next(iter(by_use.facts_of(target).values()))
    return sorted(cls.__name__ for cls in by_use.classes_of(facts))


@pytest.mark.parametrize("name", CASES)
def test_classes(name):
    text, expected = CASES[name]
    assert found(text) == expected
