"""Replaces the subject's sleep and clocks.

While searching, `time.sleep` returns at once, and the clocks of `time` are advanced by the time
slept in the test (not if the subject reads clocks, since tests then set the time themselves).

While observing, the subject sleeps for real, but only shortly: a test that sleeps longer is not
written. If the subject reads clocks, it does not sleep, since measured times differ between
machines.

The replacements are bound methods, since functions in a class body would become methods. During the
import they behave as the real functions do.
"""

from __future__ import annotations

import threading
import time
from typing import Any, Callable

import skua_native

LONGEST_SLEEP = 0.05  # seconds that a written test may sleep in all

_CLOCKS = ("time", "monotonic", "perf_counter")
_skips = False
_sleep_takes_time = True
_longest_sleep = LONGEST_SLEEP
_real: dict[str, Any] = {
    name: getattr(time, name)
    for name in ("sleep", *_CLOCKS, *(f"{clock}_ns" for clock in _CLOCKS))
}


def now() -> float:
    """The time.monotonic that the subject sees."""
    return time.monotonic()


def let_sleep_take_time(takes_time: bool, can_be_skipped: bool = False) -> None:
    """Set whether sleeping advances the clocks.

    It does not if the subject reads clocks: a written test replaces only `time.sleep`, so code that
    waits for a clock would not end. If the cluster has `skip_sleep` (`can_be_skipped`), such a test
    replaces it even for short sleeps.
    """
    global _sleep_takes_time, _longest_sleep
    _sleep_takes_time = takes_time
    _longest_sleep = 0.0 if can_be_skipped and not takes_time else LONGEST_SLEEP


class VirtualClock:
    """The clock while searching: sleeping takes no time."""

    def __init__(self) -> None:
        self._runs = False
        self._slept = 0.0
        self._slept_ns = 0

    def install(self) -> None:
        """Replace the functions of `time`."""
        for name in _real:
            setattr(time, name, getattr(self, name))

    def start(self) -> None:
        """Stop real sleeping from now on."""
        self._runs = True

    def sleep(self, seconds: Any, /) -> None:
        """Advance the clocks instead of sleeping."""
        if not self._runs or not _is_of_main_thread() or not _can_be_slept(seconds):
            return _real["sleep"](seconds)
        if _sleep_takes_time:
            self.advance(float(seconds))

    def advance(self, seconds: float) -> None:
        """Advance the clocks by `seconds`."""
        if self._slept_ns == 0:
            skua_native.after_test(self._reset)
        self._slept += seconds
        self._slept_ns = int(self._slept * 1e9)

    def _reset(self) -> None:
        self._slept, self._slept_ns = 0.0, 0

    def time(self) -> float:
        """As time.time, advanced."""
        return _real["time"]() + self._slept

    def monotonic(self) -> float:
        """As time.monotonic, advanced."""
        return _real["monotonic"]() + self._slept

    def perf_counter(self) -> float:
        """As time.perf_counter, advanced."""
        return _real["perf_counter"]() + self._slept

    def time_ns(self) -> int:
        """As time.time_ns, advanced."""
        return _real["time_ns"]() + self._slept_ns

    def monotonic_ns(self) -> int:
        """As time.monotonic_ns, advanced."""
        return _real["monotonic_ns"]() + self._slept_ns

    def perf_counter_ns(self) -> int:
        """As time.perf_counter_ns, advanced."""
        return _real["perf_counter_ns"]() + self._slept_ns


def skip_sleep() -> None:
    """Skip sleeping for the rest of the test; a written test replaces `time.sleep`."""
    global _skips
    if not _skips:
        skua_native.after_test(_wait_again)
    _skips = True


def _wait_again() -> None:
    global _skips
    _skips = False


class ShortSleep:
    """The sleep while observing: real up to LONGEST_SLEEP a test, or none (see
    `let_sleep_take_time`). Longer sleeps are skipped and reported."""

    def __init__(self, exceeded: Callable[[str], None]) -> None:
        self._runs = False
        self._exceeded = exceeded
        self._left = _longest_sleep

    def install(self) -> None:
        """Replace time.sleep."""
        time.sleep = self.sleep

    def start(self) -> None:
        """Limit sleep from now on."""
        self._runs = True
        self._reset()

    def sleep(self, seconds: Any, /) -> None:
        """Sleep if the limit allows it; else report it."""
        if not self._runs or not _is_of_main_thread() or not _can_be_slept(seconds):
            return _real["sleep"](seconds)
        if _skips:
            return None
        if self._left == _longest_sleep:
            skua_native.after_test(self._reset)
        if seconds > self._left:
            self._left = 0.0
            return self._exceeded("time.sleep")
        self._left -= seconds
        _real["sleep"](seconds)

    def _reset(self) -> None:
        self._left = _longest_sleep


def _is_of_main_thread() -> bool:
    """Whether the main thread calls. Other threads really wait: without waiting they might loop
    without end."""
    return threading.get_ident() == threading.main_thread().ident


def _can_be_slept(seconds: Any) -> bool:
    """Whether `time.sleep` accepts the value; it raises for others."""
    return type(seconds) in (int, float) and 0 < seconds <= threading.TIMEOUT_MAX
