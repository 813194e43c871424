"""Code of the project that runs apart changes nothing here, and cannot hold anybody up."""

import os
import time

from skua_runtime.world import apart


def test_results_come_back_and_changes_do_not():
    noted = []
    assert apart.result_of(lambda: noted.append(1) or {"a": [1, None]}) == {"a": [1, None]}
    assert noted == []


def test_large_results_come_back_whole():
    assert apart.result_of(lambda: "a" * 1_000_000) == "a" * 1_000_000


def fail():
    raise SystemExit(3)


def test_what_fails_or_ends_gives_nothing():
    assert apart.result_of(fail) is None
    assert apart.result_of(lambda: os._exit(0)) is None
    assert apart.result_of(object) is None  # which is no JSON


def test_what_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(apart, "_LONGEST", 0.1)
    assert apart.result_of(lambda: time.sleep(600)) is None
