"""A subject as the test cluster describes it, and tests of it by the names of what they call."""

from __future__ import annotations

import frames
from frames import call, collection, value


def callable_index(subject, shape):
    """`shape`: "kind qualified_name" of one callable."""
    shapes = [f"{one['kind']} {one['qualified_name']}" for one in subject["callables"]]
    assert shapes.count(shape) == 1, (shape, shapes)
    return shapes.index(shape)


def plain(described):
    """The Python value that VALUE stands for."""
    kind = described["k"]
    if kind == "none":
        return None
    if kind in ("list", "tuple", "set", "frozenset"):
        items = [plain(one) for one in described["i"]]
        return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](items)
    if kind == "dict":
        items = [plain(one) for one in described["i"]]
        return dict(zip(items[::2], items[1::2]))
    if kind in ("bool", "int", "float"):
        return described["v"]
    if kind == "str":
        return described["t"]
    if kind == "bytes":
        return bytes.fromhex(described["h"])
    return described.get("t") or described["c"]


class Subject:
    def __init__(self, project, text, **request):
        project.write("subject.py", text)
        self.answer, self.observer = project.load("subject", **request)
        assert self.answer["ok"], self.answer
        self.described = self.answer.get("subject")

    def index(self, shape):
        return callable_index(self.described, shape)

    def step(self, step):
        if not isinstance(step, tuple):
            return value(step)
        shape, *arguments = step
        if shape == "list":
            return collection(list, *arguments)
        if shape == "function":
            return frames.function(self.index(arguments[0]), *arguments[1:])
        if shape == "lambda":
            returns_first = 16
            return frames.constant_lambda(*arguments, answering=0 if arguments else returns_first)
        if shape == "answers":
            return frames.constant_lambda(*arguments[1:], answering=arguments[0])
        if shape == "class":
            names = [one["qualified_name"] for one in self.described["classes"]]
            return frames.class_value(names.index(arguments[0]))
        kind = shape.partition(" ")[0]
        receiver = None
        if kind in ("method", "getter", "setter", "deleter", "operator"):
            receiver = arguments.pop(0)
        return call(self.index(shape), *arguments, receiver=receiver)

    def observe(self, *steps, **options):
        with frames.Child(lambda: None, self.observer) as child:
            seen = child.observe([self.step(step) for step in steps], **options)
            assert child.end() == 0
        return seen

    def gives(self, *steps):
        seen = self.observe(*steps)
        assert seen["verdict"] == "passed", seen
        return plain(seen["statements"][-1]["result"])

    def raises(self, *steps):
        seen = self.observe(*steps)
        assert seen["verdict"] == "raised", seen
        return seen["exception"]["importable"].partition(":")[2]
