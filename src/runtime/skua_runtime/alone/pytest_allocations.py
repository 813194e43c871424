"""A part of a pytest plug-in that measures the peak memory of each test's body.

tracemalloc counts memory from Python's allocators, and from libraries that report theirs. It makes
code two to four times slower, and runs only during the body.
"""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest


class Allocations:
    """Adds the attribute ``skua_peak_bytes`` to the report of a test's call."""

    def __init__(self) -> None:
        self._peak: int | None = None

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Any:
        """Measure the body; as the innermost wrapper, so that code of pytest does not count."""
        self._peak = None
        if tracemalloc.is_tracing():  # someone else started tracing, so the peak is not this test's
            yield
            return
        tracemalloc.start()
        yield
        if tracemalloc.is_tracing():  # unless the test stopped tracing
            self._peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call: Any) -> Any:
        """Add the attribute to the report."""
        outcome = yield
        if call.when == "call" and self._peak is not None:
            outcome.get_result().skua_peak_bytes = self._peak
