"""Subclasses with what a base collects, as tests define them."""

import pytest

RECORDS = """
class Field:
    def __init__(self, required=False, *, label="x"):
        self.required = required
class Number(Field):
    def __init__(self, least):
        super().__init__()
        self.least = least + 1
class Meta(type):
    def __new__(mcs, name, bases, namespace):
        cls = super().__new__(mcs, name, bases, namespace)
        cls.fields = [key for key, value in namespace.items() if isinstance(value, Field)]
        return cls
class Record(metaclass=Meta):
    def __init__(self, **given): self.given = given
"""
HOOK = """
class Option:
    is_option = True
class Settings:
    def __init_subclass__(cls, **more):
        cls.options = collected(vars(cls))
def collected(names):
    return [one for one in names.values() if hasattr(one, "is_option")]
"""


def declared(subject):
    return {one["name"]: one["definition"] for one in subject["classes"] if one.get("definition")}


def test_fields_that_a_metaclass_collects(project):
    subject = project.subject("m", RECORDS)
    assert declared(subject) == {
        "DeclaredRecord": (
            "class DeclaredRecord(Record):\n"
            "    first = Field()\n"
            "    second = Field(required=True)\n"
            "    third = Number(1)\n"
        )
    }
    made = next(one for one in subject["callables"] if one["name"] == "DeclaredRecord")
    assert [one["name"] for one in made["parameters"]] == ["first", "second", "third", "given"]
    code_object = subject["code_objects"][made["code_object"]]
    assert code_object["qualified_name"] == "Record.__init__"
    described = next(one for one in subject["classes"] if one["name"] == "DeclaredRecord")
    assert [subject["classes"][base]["name"] for base in described["bases"]] == ["Record"]
    assert described["definition_imports"] == ["m:Record", "m:Field", "m:Number"]


def test_fields_that_a_hook_of_the_base_collects(project):
    assert declared(project.subject("m", HOOK)) == {
        "DeclaredSettings": "class DeclaredSettings(Settings):\n    first = Option()\n"
    }


def test_fields_of_another_module(project):
    project.write("p/__init__.py", "")
    project.write("p/fields.py", "class Field:\n    _is_field = True\n")
    project.write("p/meta.py", "class Meta(type):\n"
        "    def __init__(cls, name, bases, namespace):\n"
        "        cls.n = sum(hasattr(one, '_is_field') for one in namespace.values())\n")
    subject = project.subject(
        "p.forms",
        """
        from p import fields
        from p.meta import Meta
        class Form(metaclass=Meta):
            pass
        """,
    )
    assert declared(subject) == {"DeclaredForm": "class DeclaredForm(Form):\n    first = Field()\n"}


@pytest.mark.parametrize(
    "base, values", [("enum.Enum", ('"first"', '"second"')), ("enum.IntEnum", ("1", "2"))]
)
def test_members_of_an_enumeration_without_any(project, base, values):
    subject = project.subject(
        "m",
        f"""
        import enum
        class Base({base}):
            @property
            def title(self): return str(self.value).title()
        class Full(Base):
            ONE = 1
        """,
    )
    assert declared(subject) == {
        "DeclaredBase": "class DeclaredBase(Base):\n"
        f"    FIRST = {values[0]}\n    SECOND = {values[1]}\n"
    }
    described = next(one for one in subject["classes"] if one["name"] == "DeclaredBase")
    assert described["enum_members"] == ["FIRST", "SECOND"]


@pytest.mark.parametrize(
    "text",
    [
        "import abc\nclass A(abc.ABC):\n    pass\n",
        "class M(type):\n    pass\nclass A(metaclass=M):\n    pass\n",
        RECORDS.replace("        return cls\n", "        if bases: raise TypeError\n        return cls\n"),
        RECORDS.replace("isinstance(value, Field)", "isinstance(value, int)"),
        RECORDS.replace("required=False, *", "a, b, c, d, *").replace("super().__init__()", ""),
    ],
    ids=["abstract", "nothing collected", "final", "plain", "too much required"],
)
def test_nothing_is_declared(project, text):
    found = declared(project.subject("m", text))
    assert "DeclaredA" not in found and "Field(" not in "".join(found.values())


def test_small_numbers_in_place_of_large_limits(project):
    subject = project.subject(
        "m",
        """
        import dataclasses, enum
        class Chunks:
            SIZE = 1000
            UNREAD = 1000
            FEW = 3
            LIMIT = 2.5e6
            WORD = "x"
            def parts(self, values):
                return [values[i:i + self.SIZE] for i in range(0, len(values), self.SIZE)]
            @classmethod
            def all(cls): return cls.LIMIT, cls.FEW, cls.WORD
        @dataclasses.dataclass
        class Data:
            size: int = 1000
            def double(self): return self.size
        class E(enum.IntEnum):
            SIZE = 1000
        """,
    )
    assert declared(subject) == {
        "SmallChunks": "class SmallChunks(Chunks):\n    SIZE = 2\n    LIMIT = 2\n"
    }
