"""The test cluster of modules of all kinds."""

from subject_text import entered, own, signature


def test_functions_and_classes_defined_in_the_module(project):
    subject = project.subject(
        "shop",
        """
        from os.path import join
        from collections import OrderedDict
        import json

        def plain(a, /, b, *c, d, e=1, **f): pass
        def _protected(): pass
        def __private(): pass
        async def waits(): pass
        def makes(n):
            yield n

        class Box:
            limit = 5
            def __init__(self, size, *, lid=None): pass
            def put(self, thing): pass
            def _turn(self): pass
            def __hidden(self): pass
            def __len__(self): return 0
            def __call__(self, x): return x
            @classmethod
            def of(cls, *things): pass
            @staticmethod
            def unit(): pass
            @property
            def volume(self): return 1
            class Lid:
                def open(self): pass
        alias = plain
        double = lambda x: x * 2
        """,
    )
    assert own(subject) == [
        "constructor Box(size, lid=)", "method Box.put(thing)", "method Box._turn()",
        "method Box._Box__hidden()", "operator Box.__len__()", "operator Box.__call__(x)",
        "class_method Box.of(*things)", "static_method Box.unit()", "getter Box.volume()",
        "constructor Box.Lid()", "method Box.Lid.open()", "function plain(a, b, *c, d, e=, **f)",
        "function _protected()", "function __private()", "function waits()", "function makes(n)",
        "function double(x)",
    ]
    [plain] = [one for one in subject["callables"] if one["name"] == "plain"]
    assert [one["kind"] for one in plain["parameters"]] == [
        "positional_only", "positional_or_keyword", "var_positional", "keyword_only",
        "keyword_only", "var_keyword",
    ]
    protected = [one["name"] for one in subject["callables"] if one["is_protected"]]
    assert protected == ["_turn", "_Box__hidden", "_protected", "__private"]
    assert entered(subject, "Box") == "Box.__init__"
    assert entered(subject, "Box.put") == "Box.put"
    assert entered(subject, "double") == "<lambda>"


def test_inherited_methods_and_abstract_classes(project):
    project.write("base.py", "class Far:\n    def far(self): pass\n    def both(self): pass\n")
    subject = project.subject(
        "shapes",
        """
        import abc
        from base import Far
        class Shape(abc.ABC):
            @abc.abstractmethod
            def area(self): ...
            def describe(self): return self.area()
        class Square(Shape, Far):
            def area(self): return 1
            def both(self): return 2
        class Wrong(ValueError): pass
        """,
    )
    shape, square, wrong = subject["classes"]

    def names(one):
        return [subject["callables"][index]["qualified_name"] for index in one["methods"]]

    assert shape["is_abstract"] and shape["constructors"] == []
    assert names(square) == ["Square.area", "Square.both", "Shape.describe", "Square.far"]
    assert square["bases"] == [0]
    assert wrong["is_exception"] and len(wrong["constructors"]) == 1
    assert entered(subject, "Square.far") is None


def test_what_a_class_says_of_inequality(project):
    subject = project.subject(
        "amounts",
        """
        class Plain:
            def __eq__(self, other): return isinstance(other, Plain)
        class Own(Plain):
            def __ne__(self, other): return True
        class Items(list):
            def __eq__(self, other): return True
        """,
    )
    said = {one["name"]: one["negates_equality"] for one in subject["classes"]}
    assert said == {"Plain": True, "Own": False, "Items": False}


def test_enums_dataclasses_and_named_tuples(project):
    subject = project.subject(
        "values",
        """
        import enum, dataclasses, typing, collections
        class Color(enum.Enum):
            RED = 1
            GREEN = 2
            CRIMSON = 1
            def warm(self): return self is Color.RED
        @dataclasses.dataclass
        class Point:
            x: int
            y: float = 0.0
            color: Color = Color.RED
        class Pair(typing.NamedTuple):
            a: str
            b: "Point" = None
            def swap(self): return self.b, self.a
        Old = collections.namedtuple("Old", "p q")
        class Options(typing.TypedDict):
            deep: bool
        def paint(c: Color, o: Options): pass
        """,
    )
    assert subject["classes"][0]["enum_members"] == ["RED", "GREEN", "CRIMSON"]
    assert subject["classes"][0]["constructors"] == []
    assert own(subject) == [
        "method Color.warm()", "constructor Point(x, y=, color=)", "constructor Pair(a, b=)",
        "method Pair.swap()", "constructor Old(p, q)", "function paint(c, o)",
    ]
    kinds = [subject["types"][one["type"]]["kind"] for one in subject["callables"][1]["parameters"]]
    assert kinds == ["int", "float", "enum"]
    kinds = [subject["types"][one["type"]]["kind"] for one in subject["callables"][5]["parameters"]]
    assert kinds == ["enum", "typed_dict"]


def test_decorated_functions(project):
    project.write(
        "tools.py",
        """
        import functools
        def silent(f):
            def wrapper(*args, **kwargs): return f(*args, **kwargs)
            return wrapper
        def polite(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs): return f(*args, **kwargs)
            return wrapper
        """,
    )
    subject = project.subject(
        "decorated",
        """
        import functools
        from tools import silent, polite
        @silent
        def a(x, y=1): return x
        @polite
        def b(x): return x
        @functools.lru_cache
        def c(x): return x
        class K:
            @silent
            def m(self, z): return z
            @functools.lru_cache(maxsize=None)
            def n(self, z): return z
        if True:
            def conditional(x): return 1
        else:
            def conditional(x, y): return 2
        """,
    )
    assert own(subject) == [
        "constructor K()", "method K.m(z)", "method K.n(z)", "function a(x, y=)", "function b(x)",
        "function c(x)", "function conditional(x)",
    ]
    for name in ("a", "b", "c", "K.m", "K.n", "conditional"):
        assert entered(subject, name) == name


def test_what_only_a_program_has_is_left_out(project):
    subject = project.subject(
        "program",
        """
        import typing
        if typing.TYPE_CHECKING:
            def never(): pass
        def main(): return 1 if __name__ == "x" else 0
        if __name__ == "__main__":
            def hidden(): pass
            main()
        """,
    )
    assert own(subject) == ["function main()"]
    assert [one["qualified_name"] for one in subject["code_objects"]] == ["<module>", "main"]


def test_classes_that_annotations_name_can_be_made(project):
    project.write("money.py", "class Coin:\n    def __init__(self, cents: int): pass\n")
    subject = project.subject(
        "wallet",
        """
        import datetime, decimal, pathlib, re
        from money import Coin
        def f(a: decimal.Decimal, b: datetime.date, c: pathlib.Path, d: "re.Pattern[str]", e: Coin): pass
        """,
    )
    made = {one["name"]: one for one in subject["classes"]}
    assert set(made) == {"Decimal", "date", "Path", "Pattern", "Coin"}
    assert all(not one["in_subject"] and len(one["constructors"]) == 1 for one in made.values())
    assert [one["module"] for one in subject["classes"]] == [
        "decimal", "datetime", "pathlib", "re", "money",
    ]  # fmt: skip
    assert signature(subject, made["Pattern"]["constructors"][0]) == "function compile(pattern)"
    assert signature(subject, made["Coin"]["constructors"][0]) == "constructor Coin(cents)"
    assert own(subject) == ["function f(a, b, c, d, e)"]


def test_slices_are_passed_where_their_attributes_are_read(project):
    source = "class Rows:\n    def __getitem__(self, key):\n        return key.start, key.stop{}\n"
    for name, rest, wanted in (("sliced", ", key.step", True), ("other", "", False)):
        subject = project.subject(name, source.format(rest))
        names = [described["name"] for described in subject["classes"]]
        assert ("slice" in names) is wanted, names


def test_the_code_that_runs_at_import_is_told(project):
    subject = project.subject(
        "busy",
        """
        def f(x): return 1 if x else 2
        y = f(0)
        class C: pass
        """,
    )
    names = [subject["code_objects"][i]["qualified_name"] for i in subject["import_code_objects"]]
    assert names == ["<module>", "f", "C"]
    assert (subject["import_true"], subject["import_false"]) == ([], [0])


def test_examples_in_docstrings_are_constants(project):
    subject = project.subject(
        "examples",
        '''
        def f(version, position=2):
            """Bumps 'nothing'.

            >>> f("1.2.2",
            ...   position=7)
            '1.2.3'
            >>> not python, "ignored"(
            """
        ''',
    )
    values = [one["value"].get("t") or one["value"].get("v") for one in subject["constants"]]
    assert values == [2, "1.2.2", 7]


def test_constants_are_counted_without_docstrings(project):
    subject = project.subject(
        "literals",
        '''
        """module"""
        def f(x: "Text" = -5) -> "int":
            """function"""
            if x == "key" or x in {"key": 1.5, b"b": 2j}: return f"head {x} tail"
            return 10**3, True, None, "\\ud800", -0.0
        ''',
    )
    found = [(tuple(one["value"].values()), one["count"]) for one in subject["constants"]]
    assert found == [
        (("int", -5), 1),
        (("str", "key"), 2),
        (("bytes", "62"), 1),
        (("float", 1.5), 1),
        (("complex", 0.0, 2.0), 1),
        (("int", 10), 1),
        (("int", 3), 1),
        (("str", "eda080"), 1),
        (("float", -0.0), 1),
    ]


def test_hostile_modules_are_analysed(project):
    subject = project.subject(
        "hostile",
        """
        class Meta(type):
            def __getattribute__(cls, name):
                if name == "secret": raise RuntimeError
                return super().__getattribute__(name)
            def __eq__(cls, other): raise RuntimeError
            __hash__ = type.__hash__
        class Odd(metaclass=Meta):
            def m(self, a: "1/0", b: undefined_at_import if False else 5): pass
        class Liar:
            __signature__ = "no signature"
            def n(self): pass
        class Desc:
            def __get__(self, instance, owner): raise RuntimeError
        class Holder:
            d = Desc()
            def ok(self): pass
        def __getattr__(name): raise AttributeError(name)
        def fine(x: Odd): return x
        """,
    )
    assert "function fine(x)" in own(subject)
    assert "method Odd.m(a, b)" in own(subject)
    assert "method Holder.ok()" in own(subject)
