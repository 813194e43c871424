"""Part of a pytest plug-in: the most memory that each test's body has allocated at once.

tracemalloc counts what Python's allocators and libraries that tell it of theirs hand out. It makes
tests some two to four times as slow, and is at work only while a body runs.
"""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest


class Allocations:
    """Gives the report of a test's call the attribute ``skua_peak_bytes``."""

    def __init__(self) -> None:
        self._peak: int | None = None

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Any:
        """The innermost wrapper, since what pytest does around the body is not the test's."""
        self._peak = None
        if tracemalloc.is_tracing():  # somebody else's, who counts from another time on
            yield
            return
        tracemalloc.start()
        yield
        if tracemalloc.is_tracing():  # else the test stopped it
            self._peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call: Any) -> Any:
        outcome = yield
        if call.when == "call" and self._peak is not None:
            outcome.get_result().skua_peak_bytes = self._peak
