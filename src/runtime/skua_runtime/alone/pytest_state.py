"""What a test leaves behind: the state outside of the test, before and after it.

Stands alone beside pytest_report.py. A watch is made before a test and asked behind it, in a fork
for each test, so that each begins with the same state. It knows that of the project
(project_state.py), and that of the process (process_state.py): environment, working folder, umask,
descriptors, threads, what is called at exit, signal handlers, locale, warnings filters, logging, ``sys``.

A change is one of project_state.py; ``by`` may also be ``folder``, which needs no name.
"""

from __future__ import annotations

import gc

from skua_process_state import ProcessWatch
from skua_project_state import ProjectState


class StateWatch:
    """A snapshot, and what differs from it later."""

    def __init__(self) -> None:
        self._project = ProjectState()

    def begin(self) -> None:
        """Look at the process, too. To be called in the fork of a test."""
        self._process = ProcessWatch(self._project.packages)

    def changes(self) -> list[dict[str, str]]:
        """What differs from the snapshot."""
        found = self._differences()
        if found:  # an object that nothing reaches may still hold a descriptor or a context
            gc.collect()
            found = self._differences()
        return found

    def _differences(self) -> list[dict[str, str]]:
        return self._project.changes() + self._process.changes()
