"""Records calls between the module under test and other modules of the project, while hand-written
tests run."""

from __future__ import annotations

import os
import types
from collections.abc import Iterable
from typing import Optional

from skua_runtime.alone.run_watch import CallNotes, is_resumed
from skua_runtime.world.project_files import is_project_file

Call = tuple[str, str, int, str, str]


class CallRecorder:
    """Examines each new frame. Frames called from C code without a frame, such as `map`, count as
    called by its caller."""

    def __init__(self, subject: str, root: str, tests: Iterable[str]) -> None:
        self._root = os.path.realpath(root)
        self._subject = os.path.realpath(subject)
        self._tests = {os.path.realpath(file) for file in tests}
        # Real paths by co_filename; None for files outside of the project.
        self._files: dict[str, Optional[str]] = {}
        self._notes = CallNotes()
        self._told: set[Call] = set()

    def look(self, frame: types.FrameType) -> None:
        """Record the call that began this frame, if it is between the subject and another module.
        """
        caller = frame.f_back
        entered = self._file(frame.f_code.co_filename)
        if entered is None or caller is None:
            return
        own = self._file(caller.f_code.co_filename)
        if own is None or own == entered or self._subject not in (own, entered):
            return
        if not is_resumed(frame):
            self._notes.add(own, caller, entered, frame.f_code)

    def take(self) -> list[Call]:
        """The new calls: (file, function, line counted from the function's first, called file,
        called function). Files are relative to the root."""
        found = [
            (self._relative(own), function, line, self._relative(other), callable)
            for own in self._notes.files()
            for function, line, other, callable in self._notes.of(own)
        ]
        news = [call for call in found if call not in self._told]
        self._told.update(news)
        return news

    def _file(self, name: str) -> Optional[str]:
        """The real path of a source file of the project; None for other files and for test files.
        """
        if name not in self._files:
            path = os.path.realpath(name)
            is_source = is_project_file(path, self._root) and path not in self._tests
            is_source = is_source and os.path.basename(path) != "conftest.py"
            self._files[name] = path if is_source else None
        return self._files[name]

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self._root).replace(os.sep, "/")
