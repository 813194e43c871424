"""What the runtime tells the engine is as the engine's records say: src/protocol/*_record.h, from
which the schemas in tests/golden/protocol and skua_runtime/records.py follow."""

import json
from pathlib import Path

import pytest

from support import RUNTIME

jsonschema = pytest.importorskip("jsonschema")
ROOT = Path(__file__).resolve().parents[2]

MODULE = """
import enum
import os
from typing import Callable, Literal, Optional, Protocol, TypedDict, Union


class Colour(enum.Enum):
    RED = 1


class Order(TypedDict, total=False):
    weight: int


class Box:
    size = 3

    def __init__(self, size: int = 0, *rest: str, **options: Optional[float]) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    @property
    def half(self) -> float:
        return self.size / 2

    @staticmethod
    def of(colour: Colour, kind: Literal["a", 2]) -> "Box":
        return Box(1 if colour is Colour.RED and kind == "a" else 2)


class Shape(Protocol):
    def area(self) -> int: ...


async def later(order: Order, path, shape: Shape) -> Union[int, list[str], None]:
    for name, weight in order.items():
        if os.path.exists(path) or weight > 10**30:
            return [name]
    return None


def each(function: Callable[[int], str], items: dict[str, tuple[int, ...]]):
    match items:
        case {"a": (1, 2)}:
            yield function(1)
    try:
        yield {"text": "\\ud800", "bytes": b"\\xff", "numbers": [1e300, 1j, -0.5]}
    except ValueError as error:
        raise KeyError(error)
"""


def schema(name):
    text = (ROOT / "tests" / "golden" / "protocol" / f"{name}.schema.json").read_text()
    return jsonschema.Draft7Validator(json.loads(text))


def check(name, answer):
    schema(name).validate(json.loads(json.dumps(answer)))


@pytest.mark.parametrize(
    "request_more", [{}, {"instrument": False, "mutants": 20, "mutant_seed": 1}]
)
def test_a_load_is_as_declared(project, request_more):
    project.write("subject.py", MODULE)
    answer, _ = project.load("subject", **request_more)
    assert answer["ok"] and answer["subject"]["callables"]
    assert not request_more or answer["mutants"]
    check("load", answer)


def test_a_failed_load_is_as_declared(project):
    project.write("subject.py", "import nothing_of_that_name")
    answer, _ = project.load("subject")
    assert not answer["ok"]
    check("load", answer)


def test_what_nobody_declared_is_noticed(project):
    project.write("subject.py", "def f(a: int): return a")
    answer, _ = project.load("subject")
    check("load", answer)
    answer["subject"]["callables"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError):
        check("load", answer)


def test_an_observation_is_as_declared(project):
    project.write("subject.py", MODULE)
    answer, observer = project.load("subject", instrument=False)
    callables = answer["subject"]["callables"]
    make = next(i for i, one in enumerate(callables) if one["kind"] == "constructor")
    box = observer._cluster.callable_objects[make](3)
    observer.begin()
    observer.after(0, 3, [], [3], -1)
    print("printed")
    observer.after(1, box, [0], [3, box], make)
    try:
        box.missing
    except AttributeError as error:
        observer.raised(2, error, make)
    seen = json.loads(observer.finish("raised"))
    assert len(seen["statements"]) == 2 and seen["exception"]["type"] == "builtins:AttributeError"
    check("observation", seen)


def test_names_in_python_are_those_of_the_engine():
    assert str(RUNTIME) in __import__("sys").path
    from typing import get_args

    from skua_runtime import records

    kinds = [
        one["properties"]["kind"] for one in schema("load").schema["definitions"]["type"]["oneOf"]
    ]
    told = {name for kind in kinds for name in kind.get("enum", [kind.get("const")])}
    assert told == set(get_args(records.TypeKind))
    assert set(records.Callable.__annotations__) >= {"kind", "class", "parameters"}
