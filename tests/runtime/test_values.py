"""Objects as data, and what an observer says of the statements of a test."""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import io
import json
import math
import os
import pathlib
import re
import sys
import types
import uuid

import pytest
import support

native = support.native()

from skua_runtime.world import surroundings
from skua_runtime.world.values import to_value


class Color(enum.Enum):
    RED = 1


class Level(enum.IntEnum):
    LOW = 1


class Permission(enum.Flag):
    READ = 1
    WRITE = 2


class Plain:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)

    @property
    def computed(self):
        raise AssertionError("properties are not run")

    def method(self):
        raise AssertionError("methods are not run")


class Slotted:
    __slots__ = ("b", "a", "_c", "unset")

    def __init__(self):
        self.a, self.b, self._c = 1, 2, 3


class Sized:
    def __len__(self):
        return 7


class Liar:
    def __len__(self):
        raise SystemExit

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __repr__(self):
        raise RuntimeError

    __str__ = __eq__ = __hash__ = __bool__ = __repr__


class Name(str):
    __slots__ = ()


class Number(int):
    pass


class Odd(str):
    def __eq__(self, other):
        raise AssertionError("not asked")

    __hash__ = str.__hash__


class Upper(io.StringIO):
    def getvalue(self):
        raise AssertionError("not asked")


def closed(stream):
    stream.close()
    return stream


class Rows(list):
    """Holds its items elsewhere, so that `==` of lists says nothing of them."""

    def __iter__(self):
        return iter((1, 2))


@dataclasses.dataclass
class Point:
    x: int
    y: list


Pair = collections.namedtuple("Pair", "x y")
HERE = __name__
ONE, TWO = {"k": "int", "v": 1}, {"k": "int", "v": 2}
A_IS_ONE = {"k": "dict", "i": [{"k": "str", "t": "a"}, ONE]}


def thing(name, *fields, n=-1, **more):
    name = name if ":" in name else f"{HERE}:{name}"
    return {"k": "object", "c": name, "n": n, "f": list(fields), **more}


def value_list(*values):
    return list(values)


TABLE = [
    (None, {"k": "none"}),
    (True, {"k": "bool", "v": True}),
    (5, {"k": "int", "v": 5}),
    (-(2**63), {"k": "int", "v": -(2**63)}),
    (2**63, {"k": "int", "t": "9223372036854775808"}),
    (1 << 100000, {"k": "opaque", "c": "builtins:int"}),
    (1.5, {"k": "float", "v": 1.5}),
    (math.nan, {"k": "float", "v": "nan"}),
    (-math.inf, {"k": "float", "v": "-inf"}),
    (complex(1, math.inf), {"k": "complex", "r": 1.0, "i": "inf"}),
    ("text", {"k": "str", "t": "text"}),
    ("a\ud800", {"k": "str", "h": "61eda080"}),
    ("x" * 2001, {"k": "opaque", "c": "builtins:str"}),
    ("<Foo object at 0x7f00>", {"k": "opaque", "c": "builtins:str"}),
    ("{'a', 'b'}", {"k": "opaque", "c": "builtins:str"}),
    ('Keys({\'a\': {\'x\', "y"}})', {"k": "opaque", "c": "builtins:str"}),
    ("frozenset({('path', ('a',)), ('<', 2)})", {"k": "opaque", "c": "builtins:str"}),
    ("{'a': 1, 'b': 'c, d'}", {"k": "str", "t": "{'a': 1, 'b': 'c, d'}"}),
    ("{'a'}", {"k": "str", "t": "{'a'}"}),
    ('{1, 2}', {"k": "str", "t": '{1, 2}'}),
    ('{a, b}', {"k": "str", "t": '{a, b}'}),
    ("'{', 'b'}", {"k": "str", "t": "'{', 'b'}"}),
    ('a{2,3}', {"k": "str", "t": 'a{2,3}'}),
    ("}{ it's", {"k": "str", "t": "}{ it's"}),
    (b"\x00\xff", {"k": "bytes", "h": "00ff"}),
    ([1, (2,)], {"k": "list", "i": [{"k": "int", "v": 1}, {"k": "tuple", "i": [{"k": "int", "v": 2}]}]}),
    ({"k": None}, {"k": "dict", "i": [{"k": "str", "t": "k"}, {"k": "none"}]}),
    (frozenset(), {"k": "frozenset", "i": []}),
    ([[[[[1]]]]], {"k": "list", "i": [{"k": "list", "i": [{"k": "list", "i": [{"k": "list", "i": [{"k": "opaque", "c": "builtins:list"}]}]}]}]}),
    (list(range(65)), {"k": "opaque", "c": "builtins:list"}),
    (Color.RED, {"k": "enum", "c": f"{HERE}:Color", "t": "RED"}),
    (Level.LOW, {"k": "enum", "c": f"{HERE}:Level", "t": "LOW"}),
    (Permission.READ | Permission.WRITE, thing("Permission", ["value", {"k": "int", "v": 3}])),
    (int, {"k": "type", "c": "builtins:int"}),
    (Plain, {"k": "type", "c": f"{HERE}:Plain"}),
    (decimal.Decimal("4.90"), {"k": "object", "c": "decimal:Decimal", "n": -1, "f": [], "t": "Decimal('4.90')"}),
    (decimal.Decimal("NaN"), {"k": "opaque", "c": "decimal:Decimal"}),
    (fractions.Fraction(1, 3), {"k": "object", "c": "fractions:Fraction", "n": -1, "f": [], "t": "Fraction(1, 3)"}),
    (datetime.date(2020, 1, 2), {"k": "object", "c": "datetime:date", "n": -1, "f": [], "t": "datetime.date(2020, 1, 2)"}),
    (pathlib.PurePosixPath("a/b"), {"k": "object", "c": "pathlib:PurePosixPath", "n": -1, "f": [], "t": "PurePosixPath('a/b')"}),
    (pathlib.PosixPath("a"), {"k": "object", "c": "pathlib:PosixPath", "n": -1, "f": [], "t": "PosixPath('a')"}),
    (uuid.UUID(int=1), {"k": "object", "c": "uuid:UUID", "n": -1, "f": [], "t": "UUID('00000000-0000-0000-0000-000000000001')"}),
    (range(3), {"k": "object", "c": "builtins:range", "n": -1, "f": [], "t": "range(0, 3)"}),
    (Plain(a=1, _b=2, f=print), {"k": "object", "c": f"{HERE}:Plain", "n": -1, "f": [["a", {"k": "int", "v": 1}]]}),
    (Plain(), {"k": "opaque", "c": f"{HERE}:Plain"}),
    (Plain(other=object()), {"k": "opaque", "c": f"{HERE}:Plain"}),
    (Slotted(), {"k": "object", "c": f"{HERE}:Slotted", "n": -1, "f": [["b", {"k": "int", "v": 2}], ["a", {"k": "int", "v": 1}]]}),
    (Sized(), {"k": "object", "c": f"{HERE}:Sized", "n": 7, "f": []}),
    (Pair(1, 2), thing("Pair", ["x", ONE], ["y", TWO], n=2, i=[{"k": "tuple", "i": [ONE, TWO]}])),
    ([Pair(1, 2)], {"k": "list", "i": [thing("Pair", n=2, i=[{"k": "tuple", "i": [ONE, TWO]}])]}),
    (Point(1, [2.5]), thing("Point", ["x", ONE], ["y", {"k": "list", "i": [{"k": "float", "v": 2.5}]}])),
    (Name("a"), thing("Name", n=1, i=[{"k": "str", "t": "a"}])),
    (Number(1), thing("Number", i=[ONE])),
    (Odd("a"), thing("Odd", n=1)),  # its `==` is its own
    (Rows(), thing("Rows", n=0)),  # so is what it holds
    (collections.OrderedDict(a=1), thing("collections:OrderedDict", n=1, i=[A_IS_ONE])),
    (collections.Counter("a"), thing("collections:Counter", n=1, i=[A_IS_ONE])),
    (collections.defaultdict(int, a=1), thing("collections:defaultdict", n=1, i=[A_IS_ONE])),
    (types.MappingProxyType({"a": 1}), thing("builtins:mappingproxy", n=1, i=[A_IS_ONE])),
    ({"a": 1}.keys(), thing("builtins:dict_keys", n=1, i=[{"k": "set", "i": [{"k": "str", "t": "a"}]}])),
    (collections.deque([1, "a"], 3), thing("collections:deque", n=2, t="deque([1, 'a'], maxlen=3)")),
    (collections.deque(["'"]), thing("collections:deque", n=1)),
    (collections.deque([Liar()]), thing("collections:deque", n=1)),
    (array.array("i", [1, 2]), thing("array:array", n=2, t="array('i', [1, 2])")),
    (array.array("d", [0.1]), thing("array:array", n=1)),
    (slice(1, None), thing("builtins:slice", t="slice(1, None, None)")),
    (ValueError("no", 1), thing("builtins:ValueError", ["args", {"k": "tuple", "i": [{"k": "str", "t": "no"}, ONE]}])),
    (re.compile("a+"), thing("re:Pattern", ["pattern", {"k": "str", "t": "a+"}])),
    (re.compile("a+", re.I), thing("re:Pattern", ["pattern", {"k": "str", "t": "a+"}], ["flags", {"k": "int", "v": 34}])),
    (re.search("b(.)", "abc"), thing("re:Match", ["group()", {"k": "str", "t": "bc"}], ["span()", {"k": "tuple", "i": [ONE, {"k": "int", "v": 3}]}], ["groups()", {"k": "tuple", "i": [{"k": "str", "t": "c"}]}])),
    (io.StringIO("a"), thing("io:StringIO", ["getvalue()", {"k": "str", "t": "a"}])),
    (io.BytesIO(b"a"), thing("io:BytesIO", ["getvalue()", {"k": "bytes", "h": "61"}])),
    (Upper("a"), {"k": "opaque", "c": f"{HERE}:Upper"}),
    (closed(io.StringIO("a")), {"k": "opaque", "c": "io:StringIO"}),
    (value_list, {"k": "type", "c": f"{HERE}:value_list"}),
    (lambda: 1, {"k": "opaque", "c": "builtins:function"}),
    (datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc), thing("datetime:datetime", t="datetime.datetime(2020, 1, 2, 0, 0, tzinfo=datetime.timezone.utc)")),
    (str(pathlib.Path.home() / "a"), {"k": "opaque", "c": "builtins:str"}),
    (os.__file__, {"k": "opaque", "c": "builtins:str"}),
    (f"in {os.getcwd()}: nothing", {"k": "opaque", "c": "builtins:str"}),
    ("/usr/bin", {"k": "str", "t": "/usr/bin"}),
    (Liar(), {"k": "opaque", "c": f"{HERE}:Liar"}),
    (print, {"k": "type", "c": "builtins:print"}),
    ([].append, {"k": "opaque", "c": "builtins:builtin_function_or_method"}),
    (math, {"k": "opaque", "c": "builtins:module"}),
    ((i for i in ()), {"k": "opaque", "c": "builtins:generator"}),
]  # fmt: skip


@pytest.mark.parametrize("thing, expected", TABLE, ids=range(len(TABLE)))
def test_values_as_data(thing, expected):
    surroundings.know_folders("/project")
    value = to_value(thing)
    assert value == expected
    json.dumps(value).encode()


def test_true_and_one_differ():
    assert to_value(True) != to_value(1) != to_value(1.0)


def test_sets_have_one_order():
    words = ["b", "a", "c", "d", "e", "f"]
    assert to_value(set(words)) == to_value(set(reversed(words)))
    assert [item["t"] for item in to_value(set(words))["i"]] == sorted(words)


def test_an_object_that_holds_itself_ends():
    loop = Plain(x=1)
    loop.me = loop
    items = [1]
    items.append(items)
    assert json.dumps([to_value(loop), to_value(items)])


SUBJECT = '''
class Account:
    """An account."""
    def __init__(self, owner):
        self.owner = owner
        self.log = []
    def pay(self, amount, into=None):
        """Pays.

        Raises:
            ValueError: when it is too much.
            KeyError: never.
        """
        if amount > 10:
            raise ValueError("too much")
        if amount < 0:
            assert False, "negative"
        self.log.append(amount)
        if into is not None:
            into.append(amount)
        return 10 // amount
def again(x):
    try:
        return int(x)
    except ValueError:
        raise
def deep(x):
    return int(  # spread
        x)
def local():
    class Hidden(LookupError): pass
    raise Hidden(object())
def keyed(d): return d["k"]
def typed(): return 1 + "a"
'''


@pytest.fixture
def bank(project):
    """Runs statements as the native loop does, and gives what the observer said."""
    import sys

    project.write("src/bank.py", SUBJECT)
    answer, observer = project.load("bank", name="src/bank.py", path="src")
    module = sys.modules["bank"]
    names = [one["qualified_name"] for one in answer["subject"]["callables"]]

    def run(*statements):
        observer.begin()
        variables = []
        verdict = "passed"
        for index, (name, *operands) in enumerate(statements):
            number = names.index(name) if name in names else -1
            try:
                if number < 0:
                    result = operands.pop()
                elif "." in name:
                    receiver, *arguments = (variables[one] for one in operands)
                    result = getattr(receiver, name.split(".")[1])(*arguments)
                else:
                    result = getattr(module, name)(*(variables[one] for one in operands))
            except Exception as exception:
                observer.raised(index, exception, number)
                verdict = "raised"
                break
            variables.append(result)
            observer.after(index, result, tuple(operands), list(variables), number)
        return json.loads(observer.finish(verdict))

    return run


def test_observation_has_results_and_changes(bank):
    seen = bank(("str", "Ann"), ("Account", 0), ("int", 5), ("list", []), ("Account.pay", 1, 2, 3))
    assert seen["verdict"] == "passed" and "exception" not in seen
    results = [one["result"] for one in seen["statements"]]
    assert results[1]["f"] == [["owner", {"k": "str", "t": "Ann"}], ["log", {"k": "list", "i": []}]]
    assert results[4] == {"k": "int", "v": 2}
    assert [one["changes"] for one in seen["statements"][:4]] == [[], [], [], []]
    changed = dict(seen["statements"][4]["changes"])
    assert sorted(changed) == [1, 3]
    assert changed[3] == {"k": "list", "i": [{"k": "int", "v": 5}]}


def line_of(text):
    return next(i for i, line in enumerate(SUBJECT.splitlines(), 1) if text in line)


def raised(type, message, line, **flags):
    return {
        "type": type,
        "importable": type,
        "message": message,
        "path": "src/bank.py" if line else "",
        "line": line,
        "explicit": False,
        "documented": False,
        "at_boundary": False,
        "foreign_message": True,
        **flags,
    }


ACCOUNT = [("str", "Ann"), ("Account", 0)]


# What CPython says of `10 // 0`, in the words of its version.
DIVISION_BY_ZERO = (
    "division by zero" if sys.version_info >= (3, 14) else "integer division or modulo by zero"
)


@pytest.mark.parametrize(
    "statements, expected",
    [
        ([*ACCOUNT, ("int", 11), ("Account.pay", 1, 2)],
         raised("builtins:ValueError", "too much", line_of('r("too much")'), explicit=True, documented=True,
                foreign_message=False)),
        ([*ACCOUNT, ("int", -1), ("Account.pay", 1, 2)],
         raised("builtins:AssertionError", "negative", line_of('"negative"'), explicit=True,
                foreign_message=False)),
        ([*ACCOUNT, ("int", 0), ("Account.pay", 1, 2)],
         raised("builtins:ZeroDivisionError", DIVISION_BY_ZERO, line_of("10 //"))),
        ([("Account",)],
         raised("builtins:TypeError", "Account.__init__() missing 1 required positional argument: 'owner'", 0,
                at_boundary=True)),
        ([("typed",)],
         raised("builtins:TypeError", "unsupported operand type(s) for +: 'int' and 'str'", line_of('1 + "a"'))),
        ([("str", "x"), ("again", 0)],
         raised("builtins:ValueError", "invalid literal for int() with base 10: 'x'", line_of("return int(x)"),
                explicit=True)),
        ([("str", "x"), ("deep", 0)],
         raised("builtins:ValueError", "invalid literal for int() with base 10: 'x'", line_of("# spread"))),
        ([("dict", {}), ("keyed", 0)], raised("builtins:KeyError", "'k'", line_of('d["k"]'))),
        ([("local",)],
         raised("bank:local.<locals>.Hidden", "", line_of("raise Hidden"), explicit=True, foreign_message=False,
                importable="builtins:LookupError")),
    ],
    ids=range(9),
)  # fmt: skip
def test_observation_of_exceptions(bank, statements, expected):
    seen = bank(*statements)
    frames = seen["exception"].pop("frames")
    assert seen["exception"] == expected
    assert frames[-1][:2] == [expected["path"], expected["line"]] or not expected["line"]
    assert len(seen["statements"]) == len(statements) - 1
