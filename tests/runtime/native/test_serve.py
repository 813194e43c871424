"""The child's loop: batches in, traces out, in order and in as few frames as it takes."""

from __future__ import annotations

import os
import stat
import struct
import sys

import pytest
import skua_native

import frames
from frames import PASSED, call, value


def branch(less, enter):
    def f(x):
        enter()
        return "low" if less(x, 10) else "high"

    return f


def prepare():
    skua_native.configure(200, 200)
    functions = [
        branch(skua_native.compare(150, "<", True), skua_native.enter(130)),
        branch(skua_native.compare(3, "<", True), skua_native.enter(2)),
        os._exit,
        membership(skua_native.compare(5, "in", True)),
        equality(skua_native.compare(7, "==", True)),
        difference(skua_native.compare(8, "!=", True)),
    ]
    skua_native.set_subject([(f, None, ("x",)) for f in functions], [], [])


def membership(contains):
    return lambda x: contains(x, ("a", "b", 3))


def equality(equal):
    def f(x):
        for other in [*range(100), x]:
            equal(x, other)

    return f


def difference(unequal):
    return lambda x: unequal(x, "x" * 300)


@pytest.fixture
def child():
    with frames.Child(prepare) as child:
        yield child


def test_the_socket_is_no_descriptor_that_a_test_may_name_by_chance():
    def is_socket(descriptor):
        try:
            return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
        except OSError:
            return False

    def check():
        assert not [n for n in range(3, 100) if is_socket(n)]

    with frames.Child(lambda: skua_native.set_subject([(check, None, ())], [], [])) as child:
        (trace,) = child.run([[call(0)]])
        assert trace.exception == ""


def test_a_trace_holds_what_its_test_executed_in_ascending_order(child):
    tests = [[value(12), call(0, 0), call(1, 0)], [value(7), call(1, 0)], [value(7)]]
    first, second, third = child.run(tests)
    assert (first.code_objects, first.predicates) == ([2, 130], {3: (3, 0), 150: (3, 0)})
    assert list(first.predicates) == [3, 150]
    assert (second.code_objects, second.predicates) == ([2], {3: (0, 4)})  # 10 - 7 + k
    assert (third.code_objects, third.predicates) == ([], {})
    assert first.nanoseconds > 0
    assert child.end() == 0


def test_retired_predicates_give_no_distances_but_work(child):
    test = [value(12), call(0, 0), call(1, 0)]
    child.retire(3, 10_000)
    [trace] = child.run([test])
    assert (trace.code_objects, trace.predicates) == ([2, 130], {150: (3, 0)})
    assert trace.verdict == PASSED


def test_operands_are_those_of_outcomes_not_had(child):
    [trace] = child.run([[value(12), call(0, 0)]])
    assert trace.operands == [(150, 12, 10)]
    [trace] = child.run([[value("c"), call(3, 0)]])
    assert trace.operands == [(5, "c", "a"), (5, "c", "b"), (5, "c", 3)]
    [trace] = child.run([[value("a"), call(3, 0)]])
    assert trace.operands == []
    [trace] = child.run([[value("x"), call(5, 0)]])
    assert trace.operands == []  # the text is too long


@pytest.mark.parametrize("operand", [None, True, 2**70, -1.5, "\ud800", b"\xff", ""])
def test_operands_may_be_of_any_primitive_type(child, operand):
    [trace] = child.run([[value(operand), call(3, 0)]])
    assert [(left, type(left)) for _, left, _ in trace.operands] == [(operand, type(operand))] * 3


@pytest.mark.parametrize("operand", [1j, 10**400, "x" * 257, b"x" * 257])
def test_operands_that_are_not_primitive_or_not_short_are_left_out(child, operand):
    [trace] = child.run([[value(operand), call(3, 0)]])
    assert trace.operands == []


def test_operands_are_bounded_in_number_and_anew_for_each_test(child):
    test = [value(1000), call(4, 0)]
    for trace in child.run([test, test]):
        assert [right for _, _, right in trace.operands] == [0, 1, 2, 3]
        assert trace.predicates == {7: (0, 0)}
    [trace] = child.run([[value(11)] + [call(0, 0), call(1, 0), call(4, 0), call(3, 0)] * 10])
    assert 10 <= len(trace.operands) <= 16
    [trace] = child.run([test], collect_operands=False)
    assert trace.operands == []
    assert trace.predicates == {7: (0, 0)}


def test_small_batches_are_answered_by_one_frame_and_large_ones_by_several(child):
    test = [value(1), call(0, 0)]
    assert len(child.run([test] * 10)) == 10
    assert child.frames == 1
    assert len(child.run([test] * 5000)) == 5000
    assert child.frames > 1
    assert len(child.run([test] * 10, flush_each=True)) == 10
    assert child.frames == 10


def test_slow_tests_are_heard_of_before_the_batch_ends():
    import time

    def prepare_slow():
        skua_native.set_subject([(lambda: time.sleep(0.03), None, ())], [], [])

    with frames.Child(prepare_slow) as child:
        assert len(child.run([[call(0)]] * 6)) == 6
        assert child.frames >= 3


def test_what_was_sent_before_a_crash_is_not_lost(child):
    traces = child.run([[value(1)], [value(2)], [value(3), call(2, 0)], [value(4)]], flush_each=True)
    assert len(traces) == 2
    assert child.end() == 3


def test_an_empty_batch_and_empty_tests(child):
    assert child.run([]) == []
    [trace] = child.run([[]])
    assert (trace.verdict, trace.executed, trace.result_classes) == (PASSED, 0, [])
    assert child.end() == 0


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.0\r\n",
        frames.frame(99, b""),
        frames.frame(frames.BATCH, b"\0"),
        frames.batch([[b"\x63"]]),
        frames.batch([[value("abc")[:-1]]]),
        frames.frame(frames.RETIRE, struct.pack("<I", 5)),
        struct.pack("<IHHI", frames.MAGIC, 77, frames.BATCH, 0),
    ],
)
def test_frames_that_are_none_end_the_child_with_an_error(child, garbage):
    child.socket.sendall(garbage)
    child.socket.shutdown(1)
    assert child.receive() is None
    assert child.end() == 98  # RuntimeError


def test_serve_ends_when_the_engine_has_gone(child):
    assert child.end() == 0


def test_an_engine_that_goes_while_traces_are_sent_is_no_error(child):
    child.socket.sendall(frames.batch([[value(1)]] * 60_000))
    assert child.end() == 0


def test_output_of_finalizer_errors_is_discarded():
    class Complains:
        def __del__(self):
            raise ValueError

    def prepare_noisy():
        read, write = os.pipe()
        os.dup2(write, 2)
        os.set_blocking(read, False)

        def said():
            sys.stderr.flush()
            try:
                return len(os.read(read, 1000))
            except BlockingIOError:
                return 0

        def expect_silence():
            assert said() == 0

        skua_native.set_subject([(f, None, ()) for f in (Complains, expect_silence)], [], [])

    with frames.Child(prepare_noisy) as child:
        traces = child.run([[call(0)], [call(1)]])
        assert [t.verdict for t in traces] == [PASSED, PASSED]
