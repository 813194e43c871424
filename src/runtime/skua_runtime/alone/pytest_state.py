"""What a test leaves behind: the state outside of the test, before and after it.

Stands alone beside pytest_report.py. A watch is made before a test and asked behind it, in a fork
for each test, so that each begins with the same state. It knows that of the project
(project_state.py), and that of the process (process_state.py): environment, working folder, umask,
descriptors, threads, what is called at exit, signal handlers, locale, warnings filters, logging, ``sys``.

What warns or fails only when the garbage collector finds it, such as a coroutine that nobody awaited,
is left, too: it would do so while another test runs, or at the end of the session.

A change is one of project_state.py; ``by`` may also be ``folder``, which needs no name.
"""

from __future__ import annotations

import gc
import sys
import warnings
from typing import Any

from skua_process_state import ProcessWatch
from skua_project_state import ProjectState

_MANY = 1_000_000  # objects, of which a test makes fewer
_LONGEST = 200  # characters of a complaint


def complaints_of_garbage() -> list[str]:
    """Collect what nothing reaches, and tell what its finalizers raise, where warnings are errors."""
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
    """A snapshot, and what differs from it later."""

    def __init__(self) -> None:
        self._project = ProjectState()

    def begin(self) -> None:
        """Look at the process, too. To be called in the fork of a test."""
        gc.set_threshold(_MANY)  # garbage waits until it is asked for
        if self._project.changes():  # by what the project has registered to run in each fork
            self._project = ProjectState()
        self._process = ProcessWatch(self._project.packages)

    def changes(self) -> list[dict[str, str]]:
        """What differs from the snapshot."""
        # First, since an object that nothing reaches may still hold a descriptor or a context.
        garbage = complaints_of_garbage()
        return [*({"what": f"garbage: {said}"} for said in garbage), *self._differences()]

    def _differences(self) -> list[dict[str, str]]:
        return self._project.changes() + self._process.changes()
