"""Keys by which code looks things up in its parameters."""

import ast
import textwrap

from skua_runtime.source.keyed_reads import find_keyed_reads
from subject_text import described


def found(text):
    reads = find_keyed_reads(ast.parse(textwrap.dedent(text)))
    return {place: shape(one) for place, one in reads.items()}


def shape(lookups):
    if lookups.keys:
        return {name: shape(inner) for name, inner in lookups.keys.items()}
    if lookups.items is not None and lookups.items.keys:
        return [shape(lookups.items)]
    return list(lookups.values)


def test_keys_of_each_kind_of_lookup():
    assert found(
        """
        def f(a, b, **c):
            a["x"]; a.get("y", 1); a[0]
            if "z" in b and b.pop("w") == "wanted": pass
            c.setdefault("k", [])
            other = {}
            other["no parameter's"]
        """
    ) == {
        ("f", "a"): {"x": [], "y": []},
        ("f", "b"): {"z": [], "w": ["wanted"]},
        ("f", "c"): {"k": []},
    }


def test_keys_of_what_was_found():
    assert found(
        """
        def f(a):
            inner = a.get("x") or {}
            for one in inner["items"]:
                if one["kind"] in ("p", "q"): pass
            return [each["name"] for each in a["others"]]
        """
    ) == {("f", "a"): {"x": {"items": [{"kind": ["p", "q"]}]}, "others": [{"name": []}]}}


def test_an_attribute_keeps_a_parameter():
    reads = find_keyed_reads(
        ast.parse(
            textwrap.dedent(
                """
                class A:
                    def early(self): return self.config["first"]
                    def __init__(self, config, plain):
                        self.config = dict(config)
                        plain["direct"]
                """
            )
        )
    )
    assert list(reads["A.__init__", "config"].keys) == ["first"]
    assert reads["A.__init__", "config"].is_kept
    assert not reads["A.__init__", "plain"].is_kept


def test_functions_that_a_value_is_passed_on_to():
    assert found(
        """
        class A:
            def f(self, a): return self._g(1, b=a["in"])
            def _g(self, n, b): return h(b)
        def h(c): return c["deep"]
        """
    )[("A.f", "a")] == {"in": {"deep": []}}


def test_patterns():
    assert found(
        """
        def f(a):
            match a:
                case {"type": "add", "body": {"amount": amount}}: return amount["unit"]
                case {"type": "end" | "stop"}: return 1
        """
    ) == {("f", "a"): {"type": ["add", "end", "stop"], "body": {"amount": {"unit": []}}}}


def test_a_value_that_contains_itself_ends():
    assert found("def f(a):\n    f(a['next'])\n    a['name']\n")[("f", "a")]["name"] == []


def test_types_offer_the_keys(project):
    subject = project.subject(
        "keyed",
        """
        from typing import Any
        class Plan:
            def __init__(self, config, **options):
                self.config = config
                options.pop("quiet", False)
            def step(self): return self.config["step"]
        def f(a: dict[str, Any], b): return a["x"] == "y" and b["untyped"]
        """,
    )

    def types(function):
        [called] = [one for one in subject["callables"] if one["qualified_name"] == function]
        for parameter in called["parameters"]:
            kind = subject["types"][parameter["type"]]
            each = [subject["types"][one] for one in kind.get("arguments", ())]
            each = [kind] if kind["kind"] == "typed_dict" else each
            yield [(one["kind"], one.get("names")) for one in each]

    assert list(types("Plan")) == [
        [("typed_dict", ["step"]), ("any", None)],
        [("typed_dict", ["quiet"])],
    ]
    assert list(types("f")) == [[("typed_dict", ["x"]), ("dict", None)], []]


def test_keys_of_what_is_unpacked():
    assert found(
        """
        @dataclass
        class Point:
            x: int
            y: int = 0
            kind: ClassVar[str] = "point"
            @classmethod
            def made(cls, state):
                return cls(**state)
        class Line:
            def __init__(self, start, *, end=None):
                start["of"]
        def point(a, b): return Point(**a)
        def line(**given): return Line(**given)
        def draw(at, color=None): pass
        def drawn(options): draw(1, **options)
        def unknown(options): nowhere(**options)
        """
    ) == {
        ("Point.made", "state"): {"x": [], "y": []},
        ("Line.__init__", "start"): {"of": []},
        ("point", "a"): {"x": [], "y": []},
        ("line", "given"): {"start": {"of": []}, "end": []},
        ("drawn", "options"): {"at": [], "color": []},
    }


def test_names_by_which_functions_are_selected():
    reads = find_keyed_reads(
        ast.parse(
            textwrap.dedent(
                """
                class Shell:
                    def run(self, kind): return getattr(self, "_do_" + kind.lower())()
                    def shown(self, kind): return getattr(self, f"_show_{kind}", None)
                    def told(self, request): return getattr(self, "_do_%s" % request["kind"])
                    def other(self, kind): return "nothing_" + kind
                    def _do_start(self): pass
                    def _do_stop(self): pass
                    async def _show_all(self): pass
                """
            )
        )
    )
    names = {place: list(one.names) for place, one in reads.items()}
    assert names == {
        ("Shell.run", "kind"): ["start", "stop"],
        ("Shell.shown", "kind"): ["all"],
        ("Shell.told", "request"): [],
    }
    assert list(reads["Shell.told", "request"].keys["kind"].names) == ["start", "stop"]


def test_types_of_what_is_unpacked_and_of_what_selects(project):
    subject = project.subject(
        "makes",
        """
        from dataclasses import dataclass
        @dataclass
        class Point:
            x: int
        class Shell:
            def do(self, kind, name: str): return getattr(self, "_do_" + kind) or "_do_" + name
            def _do_start(self): pass
        def point(state): return Point(**state)
        """,
    )
    types = {
        one["name"]: [described(subject, parameter["type"]) for parameter in one["parameters"]]
        for one in subject["callables"]
    }
    assert types["do"] == ["union(literal, any)", "union(literal, str)"]
    assert types["point"] == ["union(typed_dict(union(str, int, any)), any)"]


def test_what_is_done_with_what_was_found():
    text = """
        def total(order):
            amount = sum(line["price"] * line["count"] for line in order["lines"])
            return order["name"].strip(), amount - order["off"]["value"] / 100
        """
    order = find_keyed_reads(ast.parse(textwrap.dedent(text)))["total", "order"]
    line = order.keys["lines"].items
    assert "arithmetic" in line.keys["price"].uses
    assert "text" in order.keys["name"].uses
    assert "number" in order.keys["off"].keys["value"].uses
