"""Described tests: what the observer is told, and what becomes of its troubles."""

from __future__ import annotations

import json
import time

import pytest
import skua_native

import frames
from frames import call, collection, value


class Counter:
    total = 0

    def add(self, n):
        Counter.total += n
        return Counter.total


def fail(message):
    raise ValueError(message)


def spin(*_):
    while True:
        pass


class Observer:
    """Notes everything it is told; misbehaves where it is asked to."""

    def __init__(self, trouble=None):
        self.trouble = trouble

    def begin(self):
        self.told = []

    def after(self, index, result, operands, variables, callable):
        if self.trouble and isinstance(result, str):
            self.trouble()
        assert variables[index] is result and len(variables) == index + 1
        assert type(operands) is tuple and type(variables) is list
        self.told.append([index, repr(result) if callable < 0 else type(result).__name__, list(operands), callable])

    def raised(self, index, exception, callable):
        line = exception.__traceback__.tb_frame.f_code.co_name
        self.told.append([index, repr(exception), line, callable])

    def changed(self):
        self.told.append(["changed", Counter.total])

    def finish(self, verdict):
        return json.dumps({"verdict": verdict, "told": self.told, "text": "é"})


def prepare():
    functions = [(Counter, None, ()), (None, "add", ("n",)), (fail, None, ("message",)), (spin, None, ("a",))]
    skua_native.set_subject(functions, [], [])
    import sys

    skua_native.protect([sys.modules[__name__]], [Counter])


def observed(*statements, trouble=None, **options):
    with frames.Child(prepare, Observer(trouble)) as child:
        found = child.observe(statements, **options)
        assert child.end() == (0 if found is not None else 99)
    return found


def test_the_observer_is_told_of_each_statement():
    found = observed(value(5), call(0), call(1, 0, receiver=1), collection(list, 0, 2))
    assert found == {
        "verdict": "passed",
        "text": "é",
        "told": [
            [0, "5", [], -1], [1, "Counter", [], 0], [2, "int", [1, 0], 1], [3, "[5, 5]", [0, 2], -1],
            ["changed", 5],
        ],
    }


def test_the_observer_is_told_of_the_exception_with_its_traceback():
    found = observed(value(7), call(2, 0), value(8))
    assert found["verdict"] == "raised"
    assert found["told"] == [[0, "7", [], -1], [1, "ValueError(7)", "fail", 2]]


def test_a_test_that_times_out_is_described_up_to_there():
    found = observed(value(7), call(3, 0), value(8), seconds=0.05)
    assert (found["verdict"], found["told"]) == ("timed_out", [[0, "7", [], -1]])


def test_a_description_that_hangs_is_a_test_that_timed_out():
    found = observed(value(7), value("x"), value(8), trouble=spin, seconds=0.05)
    assert (found["verdict"], found["told"]) == ("timed_out", [[0, "7", [], -1]])


def test_the_time_of_descriptions_is_not_the_tests():
    def slow():
        time.sleep(0.06)

    found = observed(*[value("x")] * 5, trouble=slow, seconds=0.2)
    assert found["verdict"] == "passed"


def test_the_probes_of_descriptions_are_not_the_tests():
    probe = skua_native.truth(0)

    def busy():
        for _ in range(80):
            probe(1)

    found = observed(*[value("x")] * 5, trouble=busy, probes=100)
    assert found["verdict"] == "passed"


def test_an_error_of_the_observer_ends_the_child():
    def fault():
        raise ZeroDivisionError

    assert observed(value("x"), trouble=fault) is None


def test_the_state_is_put_back_after_an_observed_test():
    with frames.Child(prepare, Observer()) as child:
        test = [value(5), call(0), call(1, 0, receiver=1), value(0), collection(list, 2)]
        first, second = child.observe(test), child.observe(test)
        assert first == second
        assert first["told"][-2:] == [[4, "[5]", [2], -1], ["changed", 5]]
        assert child.observe(test, mutant=3)["told"][-1] == [4, "[5]", [2], -1]
        [trace] = child.run([test])
        assert trace.executed == 5


@pytest.mark.parametrize("seconds", [0.05])
def test_a_batch_may_follow_an_observation(seconds):
    with frames.Child(prepare, Observer()) as child:
        assert child.observe([value(1), call(3, 0)], seconds=seconds)["verdict"] == "timed_out"
        [trace] = child.run([[value(1)]], seconds=seconds)
        assert trace.verdict == frames.PASSED
