"""Types of parameters and results: annotations, stub files, defaults, docstrings, names."""

import sys

import pytest
from subject_text import described


TYPES = [
    ("int", "int"),
    ("'str'", "str"),
    ("None", "none"),
    ("typing.Optional[bytes]", "union(bytes, none)"),
    ("typing.Union[int, typing.Optional[str]]", "union(int, str, none)"),
    ("int | None", "union(int, none)"),
    ("typing.List[int]", "list(int)"),
    ("list", "list(any)"),
    ("dict[str, list[float]]", "dict(str, list(float))"),
    ("typing.Mapping[str, complex]", "dict(str, complex)"),
    ("typing.Iterable['Own']", "list(class Own)"),
    ("collections.abc.Sequence", "list(any)"),
    ("set[int]", "set(int)"),
    ("frozenset[int]", "frozen_set(int)"),
    ("tuple[int, str]", "tuple(int, str)"),
    ("tuple[int, ...]", "tuple_of(int)"),
    ("tuple[()]", "tuple"),
    ("tuple", "tuple_of(any)"),
    ("typing.Literal['a', 1, None]", "literal"),
    ("typing.Annotated[int, 'meters']", "int"),
    ("typing.Final[int]", "int"),
    ("typing.Type['Own']", "type(class Own)"),
    ("type[int]", "type(int)"),
    ("type", "type"),
    ("typing.Callable[[int], str]", "callable(int, str)"),
    ("typing.Callable[..., str]", "callable(str)"),
    ("typing.Callable[P, bool]", "callable(bool)"),
    ("typing.Callable[typing.Concatenate[int, P], bool]", "callable(bool)"),
    ("Handler[[int, str]]", "callable(int, str, bool)"),
    ("Handler[typing.Concatenate[int, P]]", "callable(bool)"),
    ("Following[[str]]", "callable(int, str, bool)"),
    ("typing.Callable", "callable"),
    ("UserId", "int"),
    ("T", "any"),
    ("Bound", "str"),
    ("Either", "union(int, str)"),
    ("typing.AnyStr", "union(bytes, str)"),
    ("Own", "class Own"),
    ("Own | None", "union(class Own, none)"),
    ("Mode", "enum Mode"),
    ("Nowhere", "any"),
    ("'Nowhere | int'", "union(any, int)"),
    ("typing.Any", "any"),
    ("object", "any"),
    ("5", "any"),
    ("Proto", "class Proto"),
    ("typing.SupportsInt", "int"),
    ("typing.Hashable", "union(int, str)"),
    ("typing.TextIO", "class StringIO"),
    ("Generic[int]", "class Generic"),
    ("typing.Pattern[str]", "class Pattern"),
]


def test_types_of_annotations(project):
    functions = "\n".join(
        f"def f{number}(a: {annotation}): pass" for number, (annotation, _) in enumerate(TYPES)
    )
    project.write(
        "typed.py",
        "from __future__ import annotations\n"
        "import collections.abc, enum, typing\n"
        "T = typing.TypeVar('T')\n"
        "P = typing.ParamSpec('P')\n"
        "Handler = typing.Callable[P, bool]\n"
        "Following = typing.Callable[typing.Concatenate[int, P], bool]\n"
        "Bound = typing.TypeVar('Bound', bound=str)\n"
        "Either = typing.TypeVar('Either', int, str)\n"
        "UserId = typing.NewType('UserId', int)\n"
        "class Own: pass\n"
        "class Mode(enum.Enum):\n    A = 1\n"
        "class Proto(typing.Protocol):\n    def m(self): ...\n"
        "class Generic(typing.Generic[T]): pass\n" + functions,
    )
    subject = project.subject("typed")
    found = {
        one["name"]: described(subject, one["parameters"][0]["type"])
        for one in subject["callables"]
        if one["kind"] == "function" and one["in_subject"]
    }
    assert [found[f"f{number}"] for number in range(len(TYPES))] == [kind for _, kind in TYPES]


def test_types_without_annotations_come_from_defaults_and_docstrings(project):
    subject = project.subject(
        "untyped",
        '''
        def defaults(a=1, b="", c=None, d=1.5, e=(), f=True, g=[], h=print, i=object()): pass
        def rest(a, b, c):
            """Does.

            :param a: first
            :type a: int
            :param str b: second
            :param c: third
            :type c: list of str or None
            :rtype: bool
            """
        def google(a, b):
            """Does.

            Args:
                a (int): first
                b (str, optional): second
            """
        def numpy(a, b):
            """Does.

            Parameters
            ----------
            a : float
                first
            b : dict, optional
                second
            """
        class Node: pass
        def described(a, b, c, d, e, f):
            """Does.

            :param a: The string to parse.
            :param b: a list of strings, in order
            :param c: number of items
            :param d: list index
            e -- Node being visited
            f: Node name
            """
        ''',
    )
    found = {
        one["name"]: [described(subject, part["type"]) for part in one["parameters"]]
        for one in subject["callables"]
    }
    assert found == {
        "defaults": [
            "int", "str", "any", "float", "tuple_of(any)", "bool", "list(any)", "callable", "any",
        ],  # fmt: skip
        "rest": ["int", "str", "union(list(str), none)"],
        "google": ["int", "str"],
        "numpy": ["float", "dict(any, any)"],
        "described": ["str", "list(str)", "int", "any", "class Node", "any"],
        "Node": [],
    }
    results = {one["name"]: described(subject, one["result"]) for one in subject["callables"]}
    assert results["rest"] == "bool"


@pytest.mark.skipif("sys.version_info < (3, 12)", reason="needs the syntax of Python 3.12")
def test_type_parameters(project):
    subject = project.subject(
        "newer",
        """
        type Names = list[str]
        class Box[T: (int, str)]:
            def put(self, thing: T) -> "T": return thing
        def first[U: int](items: list[U], names: Names) -> U: return items[0]
        """,
    )
    found = {
        one["name"]: [described(subject, part["type"]) for part in one["parameters"]]
        for one in subject["callables"]
    }
    assert found == {"Box": [], "put": ["union(int, str)"], "first": ["list(int)", "list(str)"]}


def constructors(subject, name):
    """The parameters of each way to make an instance of the class."""
    return [
        [described(subject, part["type"]) for part in subject["callables"][index]["parameters"]]
        for one in subject["classes"]
        if one["name"] == name
        for index in one["constructors"]
    ]


def test_arguments_of_generic_classes_reach_their_constructors(project):
    subject = project.subject(
        "boxes",
        """
        from typing import Callable, Generic, ParamSpec, TypeVar
        T = TypeVar("T")
        S = TypeVar("S")
        P = ParamSpec("P")
        class Box(Generic[T]):
            def __init__(self, item: T, more: "list[T]"): pass
        class Pair(Box[S]):
            def put(self, item: S): pass
        class Numbers(Pair[int]):
            def set(self, item: T, again: S): pass
        class Task(Generic[P, T]):
            def __init__(self, run: Callable[P, T]): pass
        class Job(Generic[P]):
            def __init__(self, run: Callable[P, int]): pass
        def f(a: Box[str], b: "Box[str] | None", c: Task[[int], bytes], d: Box, e: Job[str, int]): pass
        """,
    )
    assert constructors(subject, "Box") == [["any", "list(any)"], ["str", "list(str)"]]
    assert constructors(subject, "Numbers") == [["int", "list(int)"]]
    assert constructors(subject, "Task") == [["callable"], ["callable(int, bytes)"]]
    assert constructors(subject, "Job") == [["callable(int)"], ["callable(str, int, int)"]]
    assert parameters(subject)["set"] == ["int", "int"]


@pytest.mark.skipif("sys.version_info < (3, 12)", reason="needs the syntax of Python 3.12")
def test_arguments_of_aliases_with_parameters(project):
    subject = project.subject(
        "aliased",
        """
        from typing import Callable
        type Many[T] = list[T]
        type Table[K, V] = dict[K, Many[V]]
        type Handler[**P, R] = Callable[P, R]
        class Box[T]:
            def __init__(self, item: T): pass
        def f(a: Many[int], b: Table[str, int], c: Handler[[int], str], d: Box[bytes]): pass
        """,
    )
    assert parameters(subject)["f"] == [
        "list(int)", "dict(str, list(int))", "callable(int, str)", "class Box",
    ]  # fmt: skip
    assert constructors(subject, "Box") == [["any"], ["bytes"]]


def parameters(subject):
    return {
        one["name"]: [described(subject, part["type"]) for part in one["parameters"]]
        for one in subject["callables"]
        if one["in_subject"] and one["kind"] != "environment"
    }


def results(subject):
    return {
        one["name"]: (one.get("use"), described(subject, one["result"]))
        for one in subject["callables"]
        if one["kind"] == "function"
    }


def test_typed_dicts_have_keys(project):
    subject = project.subject(
        "records",
        """
        from __future__ import annotations
        from typing import TypedDict
        class Base(TypedDict):
            name: str
        class Options(Base, total=False):
            depth: int
            parent: Options
        def f(o: Options): pass
        """,
    )
    [index] = [part["type"] for part in subject["callables"][0]["parameters"]]
    found = subject["types"][index]
    assert (found["kind"], found["names"]) == ("typed_dict", ["name", "depth", "parent"])
    assert found["required_names"] == 1
    assert [subject["types"][one]["kind"] for one in found["arguments"][:2]] == ["str", "int"]
    assert subject["classes"] == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs Required and NotRequired")
def test_keys_of_typed_dicts_may_be_marked(project):
    subject = project.subject(
        "marked",
        """
        from __future__ import annotations
        from typing import Annotated, NotRequired, Required, TypedDict
        class Options(TypedDict, total=False):
            first: int
            second: Annotated[Required[str], "x"]
        class Strict(TypedDict):
            first: NotRequired[int]
            second: str
        def f(o: Options, s: Strict): pass
        """,
    )
    for part in subject["callables"][0]["parameters"]:
        found = subject["types"][part["type"]]
        assert (found["names"], found["required_names"]) == (["second", "first"], 1)


def test_a_path_is_no_file_where_nothing_has_to_do_with_files(project):
    text = "import re\nfrom other import Tree\n"
    text += "def route(path: str, file: str): return re.escape(path), path.strip(), own(path)\n"
    text += "def own(path: str): return path.split('/')\n"
    text += "def handed(folder: str): return Tree().read(folder)\n"
    project.write("other.py", "class Tree: read = len\n")
    assert parameters(project.subject("routes", text)) == {
        "route": ["str", "str"],
        "own": ["str"],
        "handed": ["union(path_text, str)"],  # who knows what others do with it
    }


def test_names_of_parameters_say_that_they_are_paths(project):
    subject = project.subject(
        "paths",
        """
        import os, pathlib
        from typing import Optional
        def f(path: str, file, out_dir: Optional[str], filename: int, profile, paths: list): pass
        def g(where: os.PathLike, config_file: "str | os.PathLike[str]", source: pathlib.Path): pass
        """,
    )
    assert parameters(subject) == {
        "f": [
            "union(path_text, str)", "union(path_text, any)", "union(path_text, str, none)", "int",
            "any", "list(any)",
        ],
        "g": [
            "union(path_text, class Path)", "union(path_text, str, class Path)", "class Path",
        ],
    }  # fmt: skip


def test_results_that_are_awaited_or_iterated(project):
    subject = project.subject(
        "later",
        """
        from typing import *
        async def a() -> int: return 1
        def b() -> Awaitable[str]: return a()
        def c() -> Coroutine[Any, Any, bytes]: return a()
        async def d() -> AsyncIterator[int]:
            yield 1
        def e() -> "AsyncGenerator[float, None]": return d()
        def f() -> Generator[int, None, str]:
            yield 1
        def g() -> Iterator[bool]: return f()
        def h() -> Iterable[int]: return []
        """,
    )
    assert results(subject) == {
        "a": ("await", "int"),
        "b": ("await", "str"),
        "c": ("await", "bytes"),
        "d": ("async_iterate", "list(int)"),
        "e": ("async_iterate", "list(float)"),
        "f": ("iterate", "list(int)"),
        "g": ("iterate", "list(bool)"),
        "h": (None, "list(int)"),
    }


def test_names_that_only_type_checkers_import(project):
    project.write("models.py", "class User:\n    def __init__(self, name: str): pass\n")
    project.write("pack/__init__.py", "")
    project.write("pack/kinds.py", "import enum\nclass Kind(enum.Enum):\n    A = 1\n")
    subject = project.subject(
        "pack.checked",
        """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import decimal_that_is_nowhere
            import models
            from .kinds import Kind
            from colorsys import nothing, rgb_to_hls
            import http.cookies as jar
        def f(user: models.User, kind: Kind, morsel: jar.Morsel | None): pass
        """,
    )
    assert parameters(subject) == {"f": ["class User", "enum Kind", "union(class Morsel, none)"]}


def test_idioms_for_type_checkers_mean_the_same(project):
    head = """
        from __future__ import annotations
        import typing as t
        """
    body = """
            from decimal import Decimal
            Amount = t.Union[Decimal, int]
            T = t.TypeVar("T", bound=Decimal)
            class Row(t.TypedDict):
                key: int
        """
    idioms = (
        "if t.TYPE_CHECKING:",
        "TYPE_CHECKING = False\n        if TYPE_CHECKING:",
        "if False:",
        "if not t.TYPE_CHECKING:\n            pass\n        else:",
        "try:\n            pass\n        finally:\n          if t.TYPE_CHECKING and len(t.__name__):",
    )
    use = "def f(a: Amount, b: list[T], c: t.Optional[Row]): pass"
    for number, idiom in enumerate(idioms):
        subject = project.subject(
            f"idiom_{number}", f"{head}{idiom}{body}\n        {use}\n", instrument=number % 2 == 0
        )
        assert parameters(subject) == {
            "f": ["union(class Decimal, int)", "list(class Decimal)", "union(typed_dict(int), none)"]
        }, idiom


def test_checked_names_of_other_modules_of_the_project(project):
    project.write(
        "elsewhere.py",
        """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from decimal import Decimal
        class Price:
            def __init__(self, amount: Decimal): pass
        """,
    )
    subject = project.subject("here", "from elsewhere import Price\ndef f(price: Price): pass\n")
    [price] = [one for one in subject["callables"] if one["qualified_name"] == "Price"]
    [amount] = price["parameters"]
    kind = subject["types"][amount["type"]]
    assert subject["classes"][kind["class"]]["name"] == "Decimal"


def test_each_load_describes_the_module_alike(project):
    """What the first load imported for types does not change what the second sees."""
    text = """
        from __future__ import annotations
        TYPE_CHECKING = False
        if TYPE_CHECKING:
            import sndhdr_or_not, this_is_nowhere
            import http.cookies as jar
        def f(morsel: jar.Morsel | None = None): pass
        """
    first = project.subject("twice", text)
    sys.modules.pop("http.cookies", None)
    second = project.subject("twice")
    assert first["types"] == second["types"] and first["classes"] == second["classes"]


def test_stub_files_beside_the_module(project):
    project.write(
        "stubbed.pyi",
        """
        from typing import Iterator, overload
        from datetime import date
        def f(a: int, b: list[str] = ..., *rest: float) -> bytes: ...
        @overload
        def g(x: int) -> int: ...
        @overload
        def g(x: str) -> str: ...
        class Box:
            def __init__(self, size: int) -> None: ...
            def put(self, thing: Box, day: date) -> bool: ...
        """,
    )
    subject = project.subject(
        "stubbed",
        """
        import datetime
        def f(a, b=None, *rest): return b""
        def g(x): return x
        class Box:
            def __init__(self, size): pass
            def put(self, thing, day, note: str = ""): return True
        """,
    )
    assert parameters(subject) == {
        "Box": ["int"],
        "put": ["class Box", "class date", "str"],
        "f": ["int", "list(str)", "float"],
        "g": ["union(int, str)"],
    }
    assert results(subject)["f"] == (None, "bytes")


def test_library_classes_as_inputs(project):
    subject = project.subject(
        "library",
        """
        import array, collections, contextlib, datetime, ipaddress, numbers, threading, types
        def f(
            a: memoryview, b: bytearray, c: ipaddress.IPv4Address, d: datetime.timezone,
            e: collections.ChainMap, g: types.SimpleNamespace, h: threading.Lock, i: slice,
            j: contextlib.AbstractContextManager, k: numbers.Real, l: types.MappingProxyType,
            m: threading.RLock, n: array.array,
        ): pass
        """,
    )
    assert parameters(subject)["f"] == [
        "class memoryview", "class bytearray", "class IPv4Address", "class timezone",
        "class ChainMap", "class SimpleNamespace", "class Lock", "class slice",
        "class nullcontext", "float", "class MappingProxyType", "class RLock", "class array",
    ]  # fmt: skip
    assert all(len(one["constructors"]) == 1 for one in subject["classes"])


def test_enums_that_are_imported(project):
    project.write("colors.py", "import enum\nclass Color(enum.Flag):\n    RED = 1\n    BLUE = 2\n")
    text = "from colors import Color\ndef f(x): return x is Color.RED\n"
    subject = project.subject("painter", text)
    assert [one["enum_members"] for one in subject["classes"]] == [["RED", "BLUE"]]


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are evaluated at definition")
def test_annotations_that_are_evaluated_late(project):
    project.write("far.py", "class Far: pass\n")
    subject = project.subject(
        "late",
        """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from far import Far
        def f(a: Far, b: list[Far], c: Far | int, d: dict[str, Far | None], e: int) -> Far: pass
        def g(a: After, b: Nowhere, c: str): pass
        class After: pass
        """,
    )
    assert parameters(subject)["f"] == [
        "class Far", "list(class Far)", "union(class Far, int)",
        "dict(str, union(class Far, none))", "int",
    ]  # fmt: skip
    assert results(subject)["f"] == (None, "class Far")
    assert parameters(subject)["g"] == ["class After", "any", "str"]


def test_annotated_attributes_of_a_class_and_a_protocol(project):
    subject = project.subject(
        "annotated",
        """
        from typing import Protocol, TYPE_CHECKING
        if TYPE_CHECKING:
            from nowhere import Unknown
        class Plain:
            first: int
            second: "Unknown"
        class Derived(Plain):
            third: str
        class Shape(Protocol):
            area: float
            name: str
        def f(shape: Shape): pass
        """,
    )
    found = {one["name"]: one for one in subject["classes"]}
    assert found["Derived"]["attributes"] == ["third", "first", "second"]
    assert "area=1.5" in found["ConcreteShape"]["definition"]
    assert 'name="text"' in found["ConcreteShape"]["definition"]


def test_doubles_raise_what_the_subject_catches(project):
    subject = project.subject(
        "raising",
        """
        from typing import Protocol
        class Mailer(Protocol):
            host: str
            def send(self, to: str) -> bool: ...
        def notify(mailer: Mailer):
            try: return mailer.send("a")
            except ConnectionError: return None
        """,
    )
    [double] = [one for one in subject["classes"] if one["name"] == "ConcreteMailer"]
    assert "raise self.given_send" in double["definition"]
    [constructor] = [subject["callables"][index] for index in double["constructors"]]
    taken = {one["name"]: one["type"] for one in constructor["parameters"]}
    [caught] = [subject["types"][one] for one in subject["types"][taken["send"]]["arguments"]][1:]
    assert subject["classes"][caught["class"]]["name"] == "ConnectionError"
    assert subject["types"][taken["host"]]["kind"] == "str"
