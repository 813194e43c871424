"""Statements given as data do what the lines they are written as would do."""

from __future__ import annotations

import enum
import math
import types

import pytest
import skua_native

import frames
from frames import KEYWORD, POSITION, UNPACK_MAPPING, UNPACK_SEQUENCE, call, collection, value


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


class Box:
    def __init__(self, width, height=1):
        self.width, self.height = width, height

    def area(self):
        return self.width * self.height

    def scaled(self, by, *, up=True):
        return Box(self.width * by if up else self.width // by)

    @staticmethod
    def unit():
        return Box(1)


class Rude(Exception):
    class Nested(Exception):
        pass


class Unhashable:
    __hash__ = None


def echo(*arguments, **keywords):
    return (arguments, keywords)


def expect(found, wanted):
    """Raises AssertionError in the child, which the trace shows, unless the two are alike."""
    assert type(found) is type(wanted)
    assert repr(found) == repr(wanted), f"{found!r} is not {wanted!r}"


def wanted_value(index):
    return WANTED[index]


def raise_nested():
    raise Rude.Nested


def leave():
    raise SystemExit(3)


def interrupt():
    raise KeyboardInterrupt


def exhaust():
    raise MemoryError


def recurse():
    return recurse()


class LyingMeta(type):
    def __getattribute__(cls, name):
        raise ValueError(name)


class LyingError(Exception, metaclass=LyingMeta):
    pass


def lie():
    raise LyingError


async def coroutine():
    return 1


def generator():
    yield 1


def positional_only(a, /, b):
    return (a, b)


class Three(int):
    def __bool__(self):
        raise RuntimeError("nobody asks")


VALUES = [
    ([None, False, True], ["none", "false", "true"]),
    ([-3, 0, 7, -(2**90), 2**90], ["negative", "zero", "positive", "negative", "positive"]),
    ([-0.5, -0.0, 0.5, float("nan"), float("-inf")], ["negative", "zero", "positive", "nan", "negative"]),
    (["", b"", [], (), {}, set(), frozenset()], ["empty"] * 7),
    (["a", b"a", [0], (0,), {0: 0}, {0}, frozenset({0})], ["filled"] * 7),
    ([Three(3), 1j, object()], ["other"] * 3),
]


def give(at, number):
    return VALUES[at][0][number]


CALLABLES = [echo, expect, wanted_value, raise_nested, leave, interrupt, exhaust, recurse, lie]
CALLABLES += [give, coroutine, generator, Unhashable, positional_only, Box, Box.unit]
METHODS = [("area", ()), ("scaled", ("by", "up"))]
NAMES = {expect: ("found", "wanted"), Box: ("width", "height"), positional_only: ("a", "b")}
CLASSES = [Box, int, Colour, tuple, None]
ENUMS = [(), (), tuple(Colour), (), ()]
WANTED = []


def index(function):
    return CALLABLES.index(function)


def method(name):
    return len(CALLABLES) + [m[0] for m in METHODS].index(name)


def prepare():
    callables = [(f, None, NAMES.get(f, ("a", "b", "c"))) for f in CALLABLES]
    callables += [(None, name, parameters) for name, parameters in METHODS]
    callables.append((None, None, ()))
    skua_native.set_subject(callables, CLASSES, ENUMS)


def run(*statements):
    with frames.Child(prepare) as child:
        [trace] = child.run([statements])
        assert child.end() == 0
    return trace


def assert_gives(wanted, *statements):
    """The last of the statements gives `wanted`, compared in the child."""
    WANTED[:] = [wanted]
    last = len(statements) - 1
    trace = run(
        *statements, value(0), call(index(wanted_value), last + 1), call(index(expect), last, last + 2)
    )
    assert trace.exception == ""
    assert trace.verdict == frames.PASSED
    assert trace.executed == len(statements) + 3


@pytest.mark.parametrize(
    "constant",
    [
        None, True, False, 0, -(2**63), 2**63, -(10**30), 1.5, math.inf, math.nan, -0.0, 1 - 2j, "",
        "a\0b", "é\U0001f600", "\ud800", b"", b"\x00\xff",
    ],
)
def test_primitives(constant):
    assert_gives(constant, value(constant))


def test_collections():
    one_two = (value(1), value(2))
    assert_gives([1, 2], *one_two, collection(list, 0, 1))
    assert_gives((1, 1), *one_two, collection(tuple, 0, 0))
    assert_gives({1, 2}, *one_two, collection(set, 0, 1, 0))
    assert_gives(frozenset({2}), *one_two, collection(frozenset, 1))
    assert_gives({1: 2, 2: 2}, *one_two, collection(dict, 0, 1, 1, 1))
    for kind in frames.COLLECTIONS:
        assert_gives(kind(), collection(kind))


@pytest.mark.parametrize(
    "statement", [collection(set, 0), collection(frozenset, 0), collection(dict, 0, 0)]
)
def test_an_unhashable_element_raises_at_its_statement(statement):
    for unhashable in (collection(list), call(index(Unhashable))):
        trace = run(unhashable, statement)
        assert (trace.verdict, trace.executed) == (frames.RAISED, 1)
        assert trace.exception == "builtins:TypeError"


def test_enum_members_and_classes():
    assert_gives(Colour.BLUE, frames.enum_member(2, 1))
    assert_gives(Box, frames.class_value(0))
    for missing in (frames.enum_member(2, 2), frames.enum_member(0, 0), frames.class_value(4)):
        assert run(missing).exception == "builtins:LookupError"


def test_calls_of_functions_constructors_and_methods():
    assert_gives(((), {}), call(index(echo)))
    assert_gives((("a", 1), {}), value("a"), value(1), call(index(echo), 0, 1))
    box = (value(3), call(index(Box), 0))
    assert_gives(3, *box, call(method("area"), receiver=1))
    assert_gives(6, *box, value(2), call(method("scaled"), 2, receiver=1), call(method("area"), receiver=3))
    assert_gives(1, call(index(Box.unit)), call(method("area"), receiver=0))


@pytest.mark.parametrize(
    "arguments, wanted",
    [
        ([(0, 2, KEYWORD)], ((), {"c": 5})),
        ([(0, 0, POSITION), (1, 1, KEYWORD)], ((5,), {"b": "x"})),
        ([(2, 0, UNPACK_SEQUENCE)], ((5, "x"), {})),
        ([(0, 0, POSITION), (2, 1, UNPACK_SEQUENCE)], ((5, 5, "x"), {})),
        ([(3, 0, UNPACK_MAPPING)], ((), {"x": 5})),
        ([(0, 0, POSITION), (0, 2, KEYWORD), (3, 3, UNPACK_MAPPING)], ((5,), {"c": 5, "x": 5})),
        ([(1, 0, UNPACK_SEQUENCE)], (("x",), {})),
    ],
)
def test_how_arguments_are_passed(arguments, wanted):
    variables = [value(5), value("x"), collection(list, 0, 1), collection(dict, 1, 0)]
    assert_gives(wanted, *variables, call(index(echo), *arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        [(0, 0, UNPACK_SEQUENCE)],
        [(0, 0, UNPACK_MAPPING)],
        [(1, 0, UNPACK_MAPPING)],
        [(0, 0, KEYWORD), (2, 1, UNPACK_MAPPING)],
    ],
)
def test_arguments_that_cannot_be_unpacked_raise_type_error(arguments):
    variables = [value(5), value("a"), collection(dict, 1, 0), collection(dict, 0, 0)]
    trace = run(*variables, call(index(echo), *arguments))
    assert (trace.exception, trace.executed) == ("builtins:TypeError", 4)
    trace = run(*variables, call(index(echo), (3, 0, UNPACK_MAPPING)))
    assert trace.exception == "builtins:TypeError"  # keywords must be strings


def test_keywords_of_methods():
    box = (value(8), call(index(Box), 0), value(2), value(False))
    by_keyword = call(method("scaled"), (2, 0, POSITION), (3, 1, KEYWORD), receiver=1)
    assert_gives(4, *box, by_keyword, call(method("area"), receiver=4))


def test_a_wrong_number_of_arguments_raises():
    assert run(call(index(positional_only))).exception == "builtins:TypeError"
    trace = run(value(1), call(index(positional_only), (0, 0, KEYWORD), (0, 1, KEYWORD)))
    assert trace.exception == "builtins:TypeError"


def test_a_method_that_the_receiver_lacks_raises_attribute_error():
    trace = run(value(None), call(method("area"), receiver=0))
    assert (trace.exception, trace.executed) == ("builtins:AttributeError", 1)


@pytest.mark.parametrize(
    "function, verdict, exception",
    [
        (raise_nested, frames.RAISED, f"{__name__}:Rude.Nested"),
        (leave, frames.RAISED, "builtins:SystemExit"),
        (interrupt, frames.RAISED, "builtins:KeyboardInterrupt"),
        (recurse, frames.RAISED, "builtins:RecursionError"),
        (exhaust, frames.OUT_OF_MEMORY, ""),
        (lie, frames.RAISED, "?:?"),
    ],
)
def test_what_leaves_a_statement_becomes_the_verdict(function, verdict, exception):
    trace = run(value(1), call(index(function)), value(2), value(3))
    assert (trace.verdict, trace.exception, trace.executed) == (verdict, exception, 1)
    assert trace.result_classes == [1]


def test_result_classes_are_found_by_exact_type():
    trace = run(value(7), value(True), call(index(Box), 0), frames.enum_member(2, 0), frames.class_value(0))
    assert trace.result_classes == [1, frames.NO_INDEX, 0, 2, frames.NO_INDEX]


def test_values_are_told_apart_without_running_code_of_theirs():
    for at, (values, classes) in enumerate(VALUES):
        for number, expected in enumerate(classes):
            trace = run(value(at), value(number), call(index(give), 0, 1))
            assert (trace.verdict, trace.result_values[-1]) == (frames.PASSED, expected), values[number]


def test_coroutines_and_generators_are_values_and_end_silently():
    def prepare_strictly():
        import warnings

        prepare()
        # A warning given would not be ignored: it would end the child.
        warnings.showwarning = lambda *_: __import__("os")._exit(44)
        warnings.simplefilter("always")

    with frames.Child(prepare_strictly) as child:
        [trace] = child.run([[call(index(coroutine)), call(index(generator))]])
        assert (trace.verdict, trace.executed) == (frames.PASSED, 2)
        assert child.end() == 0


@pytest.mark.parametrize(
    "statement",
    [
        collection(list, 5), call(0, 5), call(1000), call(len(CALLABLES) + len(METHODS)),
        call(method("area")), call(index(echo), (0, 99, KEYWORD)),
        bytes([11]) + frames.operands([0]), frames.class_value(999),
        b"\x82" + frames.text(b"no digits"),
    ],
)
def test_a_test_that_makes_no_sense_harms_nobody(statement):
    with frames.Child(prepare) as child:
        first, second = child.run([[value(1), statement], [value(1)]])
        assert (first.verdict, first.executed) == (frames.RAISED, 1)
        assert second.verdict == frames.PASSED
        assert child.end() == 0


def test_set_subject_refuses_what_is_not_of_its_form():
    for wrong in (([1], [], []), ([(None, 5, ())], [], []), ([(None,)], [], []), (5, [], [])):
        with pytest.raises(TypeError):
            skua_native.set_subject(*wrong)


def test_objects_that_are_hostile_to_everyone_are_values_like_others():
    class Hostile:
        def __getattribute__(self, name):
            raise ValueError(name)

        def refuse(self, *_):
            raise ValueError

        __eq__ = __hash__ = __bool__ = __len__ = __repr__ = __del__ = refuse

    def make():
        return Hostile()

    def prepare_hostile():
        skua_native.set_subject([(make, None, ())], [Hostile], [()])

    with frames.Child(prepare_hostile) as child:
        tests = [
            [call(0), collection(list, 0), collection(tuple, 0, 1)],
            [call(0), collection(set, 0)],
        ]
        first, second = child.run(tests)
        assert (first.verdict, first.result_classes[0]) == (frames.PASSED, 0)
        assert (second.verdict, second.exception) == (frames.RAISED, "builtins:ValueError")
        assert child.end() == 0
    assert isinstance(make, types.FunctionType)
