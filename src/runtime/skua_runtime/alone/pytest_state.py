"""Finds the state that a test has changed after its end.

Imports nothing of the package: pytest_report.py uses it. A watch is made before tests and compared
after each, in a fork, so that each starts with the same state: that of the project
(project_state.py) and of the process (process_state.py: environment, current folder, umask,
descriptors, threads, atexit, signal handlers, locale, warnings filters, logging, ``sys``). Garbage
whose finalizers warn or fail counts, too, such as a coroutine that was not awaited: it would fail
during another test.

A change is a record of project_state.py; ``by`` may also be ``folder``, which needs no name.
"""

from __future__ import annotations

import gc
import sys
import warnings
from typing import Any

from skua_process_state import ProcessWatch
from skua_project_state import ProjectState

_MANY = 1_000_000  # more objects than a test makes
_LONGEST = 200  # characters of a message


def complaints_of_garbage() -> list[str]:
    """Collect garbage; returns the exceptions and warnings that finalizers raise."""
    said: list[str] = []

    def note(unraisable: Any) -> None:
        said.append(f"{unraisable.exc_type.__name__}: {unraisable.exc_value}"[:_LONGEST])

    hook, sys.unraisablehook = sys.unraisablehook, note
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            gc.collect()
    finally:
        sys.unraisablehook = hook
    return said


class StateWatch:
    """A snapshot of project and process, compared later."""

    def __init__(self) -> None:
        self._project = ProjectState()

    def begin(self) -> None:
        """Take a snapshot of the process, too. Call in the fork of a test."""
        gc.set_threshold(_MANY)  # no automatic garbage collection
        # functions that the project registered for forks changed its state
        if self._project.changes():
            self._project = ProjectState()
        self._process = ProcessWatch(self._project.packages)

    def changes(self) -> list[dict[str, str]]:
        """The differences from the snapshot."""
        # First collect garbage, which may hold a descriptor or a context.
        garbage = complaints_of_garbage()
        return [*({"what": f"garbage: {said}"} for said in garbage), *self._differences()]

    def _differences(self) -> list[dict[str, str]]:
        return self._project.changes() + self._process.changes()
