"""Parameters of what functions hand their `*args` and `**kwargs` on to."""

import pytest


def parameters(subject, name):
    """`name: type` of each parameter, with stars, `/` behind those that have only a place, `*` before
    those that have only a name, and `?` where one may be left out."""
    called = next(
        one
        for one in subject["callables"]
        if one["qualified_name"] == name and one["kind"] not in ("getter", "setter")
    )
    marks = {
        "var_positional": "*{}",
        "var_keyword": "**{}",
        "positional_only": "{}/",
        "positional_or_keyword": "{}",
        "keyword_only": "*, {}",
    }
    return [
        marks[one["kind"]].format(one["name"])
        + ("?" if one["has_default"] else "")
        + ": "
        + subject["types"][one["type"]]["kind"]
        for one in called["parameters"]
    ]


def test_a_constructor_takes_what_the_next_constructors_take(project):
    subject = project.subject(
        "m",
        """
        class Base:
            def __init__(self, message: bytes, body: bool = True): pass
        class Encoded(Base):
            def __init__(self, environment: str = "x", **kwargs):
                super().__init__(**kwargs)
        class Pretty(Encoded):
            def __init__(self, conversion: int, **kwargs):
                super(Pretty, self).__init__(**kwargs)
        class Named(Base):
            def __init__(self, **kwargs):
                Base.__init__(self, b"", **kwargs)
        """,
    )
    assert parameters(subject, "Pretty") == [
        "conversion: int",
        "*, message: bytes",
        "*, environment?: str",
        "*, body?: bool",
    ]
    assert parameters(subject, "Named") == ["*, body?: bool"]


def test_the_order_of_resolution_is_that_of_the_class_that_is_made(project):
    subject = project.subject(
        "m",
        """
        class Base:
            def __init__(self, a: int): pass
        class Mixin:
            def __init__(self, *args, m: str, **kwargs):
                super().__init__(*args, **kwargs)
        class Both(Mixin, Base):
            pass
        """,
    )
    assert parameters(subject, "Both") == ["a: int", "*, m: str"]
    assert parameters(subject, "Mixin") == ["*args: any", "*, m: str", "**kwargs: any"]


def test_positions_that_are_handed_on(project):
    subject = project.subject(
        "m",
        """
        def target(a: int, b: str = "", /, c: float = 0.0, *more: bytes, d: bool): pass
        def all(*args, **kwargs): return target(*args, **kwargs)
        def positions(x, *args): return target(*args, d=True)
        def behind_another(x, *args): return target(x, *args, d=True)
        def names(**kwargs): return target(1, **kwargs)
        """,
    )
    assert parameters(subject, "all") == [
        "a/: int", "b/?: str", "c?: float", "*args: bytes", "*, d: bool",
    ]  # fmt: skip
    assert parameters(subject, "positions") == [
        "x: any", "a/: int", "b/?: str", "c/?: float", "*args: bytes",
    ]  # fmt: skip
    assert parameters(subject, "behind_another") == [
        "x: any", "b/?: str", "c/?: float", "*args: bytes",
    ]  # fmt: skip
    assert parameters(subject, "names") == ["*, d: bool", "*, c?: float"]


def test_methods_classes_and_what_a_module_calls(project):
    project.write("other.py", "def send(url: str, *, retries: int = 3): pass\n")
    subject = project.subject(
        "m",
        """
        import other
        class A:
            def __init__(self, size: int): pass
            @classmethod
            def made(cls, **kwargs): return cls(**kwargs)
            def copied(self, **kwargs): return type(self)(**kwargs)
            def request(self, method: str, timeout: float = 1.0): pass
            def get(self, **kwargs): return self.request("GET", **kwargs)
            async def later(self, **kwargs): return await self._wait(**kwargs)
            @staticmethod
            async def _wait(seconds: float): pass
        def send(**kwargs): return other.send(**kwargs)
        def made(**kwargs): return A(**kwargs)
        """,
    )
    assert parameters(subject, "A.made") == ["*, size: int"]
    assert parameters(subject, "A.copied") == ["*, size: int"]
    assert parameters(subject, "A.get") == ["*, timeout?: float"]
    assert parameters(subject, "A.later") == ["*, seconds: float"]
    assert parameters(subject, "send") == ["*, url: str", "*, retries?: int"]
    assert parameters(subject, "made") == ["*, size: int"]


def test_what_else_the_function_does_with_them(project):
    subject = project.subject(
        "m",
        """
        def target(a: int, b: int, c: int): pass
        def taking(**kwargs):
            kwargs["a"] = 1
            if kwargs.pop("quiet", False): return None
            kwargs.setdefault("b", 2)
            return target(**kwargs)
        def sometimes(flag, **kwargs):
            if flag: return target(**kwargs)
        def keeping(**kwargs):
            print(kwargs)
            return target(**kwargs)
        """,
    )
    assert parameters(subject, "taking") == ["*, c: int", "*, b?: int", "**kwargs: typed_dict"]
    kept = subject["callables"][1]["parameters"][-1]["type"]
    assert subject["types"][kept]["names"] == ["a", "quiet"]
    assert parameters(subject, "sometimes") == [
        "flag: any", "*, a?: int", "*, b?: int", "*, c?: int",
    ]  # fmt: skip
    assert parameters(subject, "keeping")[-1] == "**kwargs: any"


def test_of_a_library_only_what_it_requires(project):
    subject = project.subject(
        "m",
        """
        import fractions, threading, json
        class Part(json.JSONEncoder):
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
        class Worker(threading.Timer):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
        """,
    )
    assert parameters(subject, "Part") == ["*args: any", "**kwargs: any"]
    assert parameters(subject, "Worker") == [
        "*, interval: any", "*, function: any", "**kwargs: any",
    ]  # fmt: skip


def test_dataclasses_and_functions_that_hand_on_to_each_other(project):
    subject = project.subject(
        "m",
        """
        from dataclasses import dataclass
        @dataclass
        class Point:
            x: int
            y: int = 0
        class Point3(Point):
            def __init__(self, z: int, **kwargs):
                super().__init__(**kwargs)
        def ping(**kwargs): return pong(**kwargs)
        def pong(**kwargs): return ping(**kwargs)
        """,
    )
    assert parameters(subject, "Point3") == ["z: int", "*, x: int", "*, y?: int"]
    assert parameters(subject, "ping") == ["**kwargs: any"]


@pytest.mark.parametrize(
    "body",
    ["return unknown(**kwargs)", "return kwargs", "return [].append(**kwargs)", "return None"],
)
def test_what_is_not_known_stays(project, body):
    subject = project.subject("m", f"def f(**kwargs):\n    {body}\n")
    assert parameters(subject, "f") == ["**kwargs: any"]
