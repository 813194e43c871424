"""Tests end at their limits of time and of executed probes, whatever they do about it."""

from __future__ import annotations

import re
import threading
import time

import pytest
import skua_native

import frames
from frames import PASSED, RAISED, TIMED_OUT, call, value

SWALLOWED = 71


def probing():
    """Functions that run for ever through probes: the limit is reached at the same point each time."""
    tick, handler = skua_native.truth(0), skua_native.handler(1)
    steps = skua_native.loop(2)

    def forever():
        while tick(True):
            pass

    def forever_without_predicates():
        for _ in steps(iter(int, 1)):
            pass

    def swallow_once():
        try:
            forever()
        except BaseException:
            return 5

    def swallow_always():
        while True:
            try:
                tick(True)
            except BaseException:
                pass

    def turn_into_error():
        try:
            forever()
        except BaseException:
            raise ValueError

    def retry_with_errors():
        while True:
            try:
                raise ValueError
            except handler(ValueError):
                pass

    class Finalizer:
        def __del__(self):
            forever()

    return [
        forever, forever_without_predicates, swallow_once, turn_into_error, retry_with_errors,
        Finalizer, swallow_always, lambda: tick(True),
    ]


def serve(*functions, protect=False):
    def prepare():
        made = probing() if not functions else functions
        if protect:
            skua_native.protect([], [])
        skua_native.set_subject([(f, None, ()) for f in made], [], [])

    return frames.Child(prepare)


@pytest.mark.parametrize("index", range(5))
def test_the_probe_limit_ends_a_test_with_the_same_trace_each_time(index):
    with serve() as child:
        tests = [[value(1), call(index), value(2)], [call(7)]] * 2
        traces = child.run(tests, probes=1000, seconds=60)
        assert [(t.verdict, t.executed) for t in traces] == [(TIMED_OUT, 1), (PASSED, 1)] * 2
        for trace in traces:
            trace.nanoseconds = 0
        assert traces[:2] == traces[2:]
        assert child.end() == 0


def test_a_finalizer_that_loops_is_inside_the_limit():
    with serve() as child:
        traces = child.run([[call(5)], [value(1)]], probes=1000, seconds=60)
        assert [(t.verdict, t.executed) for t in traces] == [(TIMED_OUT, 1), (PASSED, 1)]
        assert child.end() == 0


def test_a_test_that_swallows_timeout_for_ever_is_ended_with_its_process():
    with serve() as child:
        traces = child.run([[value(1)], [call(6)]], probes=1000, seconds=60, flush_each=True)
        assert len(traces) == 1
        assert child.end() == SWALLOWED


def test_the_probe_limit_is_counted_anew_for_each_test():
    with serve() as child:
        traces = child.run([[call(7)] * 60] * 5, probes=100)
        assert [t.verdict for t in traces] == [PASSED] * 5
        traces = child.run([[call(7)] * 101], probes=100)
        assert [(t.verdict, t.executed) for t in traces] == [(TIMED_OUT, 100)]


def spin():
    while True:
        pass


def nap():
    time.sleep(600)


def lock():
    mutex = threading.Lock()
    mutex.acquire()
    mutex.acquire()


def backtrack():
    re.match(r"(a*)*b", "a" * 60)


def swallow():
    try:
        nap()
    except BaseException:
        return 1


def swallow_and_spin():
    while True:
        try:
            spin()
        except BaseException:
            pass


class SpinsWhenDropped:
    def __del__(self):
        spin()


@pytest.mark.parametrize("function", [spin, nap, lock, backtrack, swallow])
def test_the_time_limit_interrupts(function):
    with serve(function) as child:
        traces = child.run([[value(1), call(0)], [value(2)], [call(0)]], seconds=0.05)
        assert [(t.verdict, t.executed) for t in traces] == [(TIMED_OUT, 1), (PASSED, 1), (TIMED_OUT, 0)]
        assert traces[0].nanoseconds >= 50_000_000
        assert child.end() == 0


def test_the_time_limit_holds_for_finalizers():
    with serve(SpinsWhenDropped) as child:
        traces = child.run([[call(0)], [value(2)]], seconds=0.05)
        assert [t.verdict for t in traces] == [TIMED_OUT, PASSED]


def test_a_test_that_swallows_the_time_limit_for_ever_is_ended_with_its_process():
    with serve(swallow_and_spin) as child:
        assert child.run([[call(0)]], seconds=0.05) == []
        assert child.end() == SWALLOWED


def test_a_limit_shorter_than_the_last_one_is_kept():
    with serve(nap) as child:
        [first] = child.run([[value(1)]], seconds=500)
        [second] = child.run([[call(0)]], seconds=0.05)
        assert (first.verdict, second.verdict) == (PASSED, TIMED_OUT)


def test_tests_that_are_fast_outlive_many_limits_together():
    def work():
        time.sleep(0.01)

    with serve(work) as child:
        traces = child.run([[call(0)]] * 40, seconds=0.2)
        assert {t.verdict for t in traces} == {PASSED}


def test_the_limit_still_works_after_a_test_took_its_signal_away():
    def ignore_all():
        import signal

        for number in signal.valid_signals():
            try:
                signal.signal(number, signal.SIG_IGN)
            except OSError:
                pass

    with serve(ignore_all, nap, protect=True) as child:
        child.run([[call(0)]])
        [trace] = child.run([[call(1)]], seconds=0.05)
        assert trace.verdict == TIMED_OUT


def test_a_system_call_that_waits_is_interrupted():
    import socket

    ends = socket.socketpair()  # nobody ever writes

    def receive():
        ends[0].recv(1)

    with serve(receive) as child:
        [trace] = child.run([[call(0)]], seconds=0.05)
        assert trace.verdict == TIMED_OUT
    for end in ends:
        end.close()


def test_timeout_is_no_exception_that_ordinary_handlers_catch():
    assert issubclass(skua_native.Timeout, BaseException)
    assert not issubclass(skua_native.Timeout, Exception)


def test_a_process_that_a_test_forks_does_not_come_back():
    import os

    def fork():
        return os.fork() and 1

    with serve(fork) as child:
        traces = child.run([[call(0)], [value(1)]])
        assert [t.verdict for t in traces] == [PASSED, PASSED]
        assert child.end() == 0


def test_raising_is_not_timing_out():
    def fail():
        raise ValueError

    with serve(fail) as child:
        [trace] = child.run([[call(0)]])
        assert trace.verdict == RAISED
