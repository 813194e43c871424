"""Time as the subject sees it.

While searching nobody waits: `time.sleep` returns at once, and the clocks of `time` are ahead by
what was slept in the test, unless the subject reads one of these, where tests say what it tells.
While observing the subject does wait, as it will in the written test, but not for long: what would
sleep longer than a little is not written. A subject that reads clocks does not wait at all: how
long a sleep takes by them differs between machines.

In place of the functions of `time` stand bound methods, which a class that holds one among its
attributes does not bind again. While the subject is imported they do what the real ones do: an
import that waits does so wherever it is written.
"""

from __future__ import annotations

import threading
import time
from typing import Any, Callable

import skua_native

LONGEST_SLEEP = 0.05  # seconds in all that a written test may sleep

_CLOCKS = ("time", "monotonic", "perf_counter")
_skips = False
_sleep_takes_time = True
_longest_sleep = LONGEST_SLEEP
_real: dict[str, Any] = {
    name: getattr(time, name)
    for name in ("sleep", *_CLOCKS, *(f"{clock}_ns" for clock in _CLOCKS))
}


def now() -> float:
    """The seconds of `time.monotonic` as the subject sees them."""
    return time.monotonic()


def let_sleep_take_time(takes_time: bool, can_be_skipped: bool = False) -> None:
    """Say whether clocks are ahead by what was slept. Where the subject reads clocks they are not: a
    written test replaces `time.sleep` alone, and what waits for a clock would not end in it. Such a
    test replaces it even where the sleep is short, if `can_be_skipped`: the cluster has
    `skip_sleep`."""
    global _sleep_takes_time, _longest_sleep
    _sleep_takes_time = takes_time
    _longest_sleep = 0.0 if can_be_skipped and not takes_time else LONGEST_SLEEP


class VirtualClock:
    """The clock while searching."""

    def __init__(self) -> None:
        self._runs = False
        self._slept = 0.0
        self._slept_ns = 0

    def install(self) -> None:
        for name in _real:
            setattr(time, name, getattr(self, name))

    def start(self) -> None:
        """Let nobody wait from now on."""
        self._runs = True

    def sleep(self, seconds: Any, /) -> None:
        if not self._runs or not _is_of_main_thread() or not _can_be_slept(seconds):
            return _real["sleep"](seconds)
        if _sleep_takes_time:
            self.advance(float(seconds))

    def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        if self._slept_ns == 0:
            skua_native.after_test(self._reset)
        self._slept += seconds
        self._slept_ns = int(self._slept * 1e9)

    def _reset(self) -> None:
        self._slept, self._slept_ns = 0.0, 0

    def time(self) -> float:
        return _real["time"]() + self._slept

    def monotonic(self) -> float:
        return _real["monotonic"]() + self._slept

    def perf_counter(self) -> float:
        return _real["perf_counter"]() + self._slept

    def time_ns(self) -> int:
        return _real["time_ns"]() + self._slept_ns

    def monotonic_ns(self) -> int:
        return _real["monotonic_ns"]() + self._slept_ns

    def perf_counter_ns(self) -> int:
        return _real["perf_counter_ns"]() + self._slept_ns


def skip_sleep() -> None:
    """Let nobody wait for the rest of the test, as a written test does by replacing `time.sleep`."""
    global _skips
    if not _skips:
        skua_native.after_test(_wait_again)
    _skips = True


def _wait_again() -> None:
    global _skips
    _skips = False


class ShortSleep:
    """The sleep while observing: it really sleeps, up to LONGEST_SLEEP for a test, or not at all
    (see `let_sleep_take_time`); beyond that it only reports."""

    def __init__(self, exceeded: Callable[[str], None]) -> None:
        self._runs = False
        self._exceeded = exceeded
        self._left = _longest_sleep

    def install(self) -> None:
        time.sleep = self.sleep

    def start(self) -> None:
        """Keep sleep short from now on."""
        self._runs = True
        self._reset()

    def sleep(self, seconds: Any, /) -> None:
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


def uninstall() -> None:
    for name, function in _real.items():
        setattr(time, name, function)


def _is_of_main_thread() -> bool:
    """Whether the caller is the main thread; another thread that did not wait would loop without
    end."""
    return threading.get_ident() == threading.main_thread().ident


def _can_be_slept(seconds: Any) -> bool:
    """Whether `time.sleep` accepts the value; for other values it raises by itself."""
    return type(seconds) in (int, float) and 0 < seconds <= threading.TIMEOUT_MAX
