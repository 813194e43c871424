"""The switch of mutants: which one is active, which were reached, and the limit on probes."""

from __future__ import annotations

import pytest
import skua_native

import frames
from frames import PASSED, TIMED_OUT, call, value


@pytest.fixture(autouse=True)
def none_is_active():
    skua_native.activate_mutant(-1)
    yield
    skua_native.activate_mutant(-1)


def test_a_place_is_active_when_one_of_its_mutants_is():
    place, second, other = skua_native.mutant(3, 2), skua_native.mutant(4), skua_native.mutant(0)
    shown = {}
    for active in (-1, 0, 2, 3, 4, 5):
        skua_native.activate_mutant(active)
        shown[active] = (place(), second(), other())
    assert shown == {
        -1: (False, False, False),
        0: (False, False, True),
        2: (False, False, False),
        3: (True, False, False),
        4: (True, True, False),
        5: (False, False, False),
    }


def test_the_mutants_of_asked_places_were_reached():
    first, second, counter = (
        skua_native.mutant(3, 2),
        skua_native.mutant(4),
        skua_native.mutant(0, 0),
    )
    skua_native.mutant(9)
    counter()
    assert skua_native.reached_mutants() == []
    second()
    first()
    assert skua_native.reached_mutants() == [3, 4]
    skua_native.activate_mutant(4)
    assert skua_native.reached_mutants() == []
    second()
    assert skua_native.reached_mutants() == [4]


def test_a_place_without_mutants_is_never_active():
    counter = skua_native.mutant(0, 0)
    for active in (-1, 0):
        skua_native.activate_mutant(active)
        assert counter() is False


@pytest.mark.parametrize("arguments", [(0xFFFFFFFF, 1), (5, 0xFFFFFFFF)])
def test_places_out_of_range_are_refused(arguments):
    with pytest.raises(ValueError):
        skua_native.mutant(*arguments)


@pytest.mark.parametrize("index", [-2, 0xFFFFFFFF, 2**70])
def test_no_mutant_out_of_range_can_be_active(index):
    with pytest.raises((ValueError, OverflowError)):
        skua_native.activate_mutant(index)


def test_a_loop_that_asks_the_switch_ends_at_the_limit_on_probes():
    def prepare():
        place = skua_native.mutant(0, 0)

        def forever():
            while not place():
                pass

        def few():
            for _ in range(100):
                place()

        skua_native.set_subject([(forever, None, ()), (few, None, ())], [], [])

    with frames.Child(prepare) as child:
        traces = child.run([[call(0)], [call(1)], [value(1)]], probes=1000, seconds=60)
        assert [t.verdict for t in traces] == [TIMED_OUT, PASSED, PASSED]
        assert child.end() == 0
