"""References are counted right: what is executed very often does not grow the process."""

from __future__ import annotations

import gc
import re

import pytest
import skua_native

import frames
from frames import KEYWORD, UNPACK_MAPPING, UNPACK_SEQUENCE, call, collection, value


class Box:
    items: list = []

    def __init__(self, *arguments, **keywords):
        self.content = [arguments, keywords]

    def fill(self):
        Box.items.append(self)
        Box.fresh = self
        return self


class Boom(Exception):
    pass


def fail(x):
    raise Boom(x)


def probed():
    less, equal = skua_native.compare(0, "<", True), skua_native.compare(1, "==", False)
    contains, truth = skua_native.compare(2, "in", True), skua_native.truth(3)
    operand, loop = skua_native.operand(4), skua_native.loop(5)
    case, handler = skua_native.case((6, 7), 1), skua_native.handler(8)
    enter, enter_value = skua_native.enter(0), skua_native.enter_value(1)
    length = skua_native.length(9, "<", True, False)
    of_case = ("or", (("literal", 1), ("sequence", 1, True, (None,))))
    case_of = skua_native.case((10,), 1, (of_case,))
    names = ("isinstance", "startswith", "isdigit", "any", "search")
    known = {name: skua_native.call(11, name, True) for name in names}
    pattern = re.compile("a(b|c)*d")

    def f(*arguments):
        enter()
        for text in ("abc", "12", ""):
            length(len, text, 2), case_of(text), known["isdigit"](text.isdigit)
            known["search"](pattern.search, text)
            known["startswith"](text.startswith, ("b", "12")), known["any"](any, list(text))
            known["isinstance"](isinstance, text, (int, Box))
            known["search"](re.search, "x+y", text)
        for value in loop(iter([2**70, 1.5, "abc\ud800", b"x", [1, [2]], {1}, {1: 2}, 1j, None])):
            for other in loop((2**70 + 1, 2.5, "abd\udfff", b"y", [1, [3]], {2}, {3: 4}, 2j, ())):
                equal(value, other)
                contains(value, [other, value])
                contains(1, range(2, 4)), contains(1, {2, 3}), contains("a", "bc"), contains(1, {2: 3}.keys())
                truth(other), operand(value), enter_value(value)
                try:
                    less(value, other)
                except handler(TypeError):
                    case()

    return f


TESTS = {
    "values": [value(v) for v in (None, 1, 2**70, 1.5, 1j, "abc", "\ud800", b"x")],
    "collections": [value("a"), value(1)]
    + [collection(k, 0, 1, 1, 0) for k in frames.COLLECTIONS]
    + [collection(list, 2, 3), collection(set, 2)],
    "calls": [
        value("k"),
        collection(list, 0, 0),
        collection(dict, 0, 1),
        call(0, 1, (0, 1, KEYWORD), (2, 2, UNPACK_MAPPING)),
        call(0, (1, 0, UNPACK_SEQUENCE)),
        call(1, receiver=4),
        call(1, receiver=5),
    ],
    "errors": [value("message"), call(2, 0)],
    "wrong calls": [value(1), call(0, (0, 0, UNPACK_MAPPING))],
    "missing": [frames.class_value(50)],
    "probes": [call(3)],
}


def rss(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1])


@pytest.mark.parametrize("name", TESTS)
def test_memory_does_not_grow_with_the_number_of_tests(name):
    def prepare():
        skua_native.set_subject(
            [(Box, None, ("a", "b", "c")), (None, "fill", ()), (fail, None, ("x",)), (probed(), None, ())],
            [Box],
            [()],
        )
        skua_native.protect([], [Box])

    rounds, size = (4, 500) if name == "probes" else (10, 5000)
    with frames.Child(prepare) as child:
        batch = [TESTS[name]] * size
        for _ in range(2):
            child.run_unread(batch)
        before = rss(child.process)
        for _ in range(rounds):
            child.run_unread(batch)
        after = rss(child.process)
        assert child.end() == 0
    # One object of 16 bytes lost a test would be far more than this.
    assert after - before <= max(100, before // 50)


@pytest.mark.parametrize("make", ["truth", "operand", "loop", "handler", "enter", "enter_value"])
def test_probes_are_freed_with_the_last_reference(make):
    def count():
        gc.collect()
        return sum(type(o).__name__ == "builtin_function_or_method" for o in gc.get_objects())

    before = count()
    probes = [getattr(skua_native, make)(1) for _ in range(500)]
    assert count() >= before + 500
    del probes
    assert count() < before + 100
