"""Notes which calls hand-written tests make between the subject and other modules of the project."""

from __future__ import annotations

import os
import types
from collections.abc import Iterable
from typing import Optional

from skua_runtime.alone.run_watch import CallNotes, is_resumed
from skua_runtime.world.project_files import is_project_file

Call = tuple[str, str, int, str, str]


class CallRecorder:
    """Looks at frames as they begin. Those that come of C code without a frame of its own, such as
    `map`, count as called by whoever called that."""

    def __init__(self, subject: str, root: str, tests: Iterable[str]) -> None:
        self._root = os.path.realpath(root)
        self._subject = os.path.realpath(subject)
        self._tests = {os.path.realpath(file) for file in tests}
        self._files: dict[str, Optional[str]] = {}  # by the name that code has for it
        self._notes = CallNotes()
        self._told: set[Call] = set()

    def look(self, frame: types.FrameType) -> None:
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
        """What was not told before: a file, its function, a line counted from the function's first,
        another file, and the function there. Files are relative to the root."""
        found = [
            (self._relative(own), function, line, self._relative(other), callable)
            for own in self._notes.files()
            for function, line, other, callable in self._notes.of(own)
        ]
        news = [call for call in found if call not in self._told]
        self._told.update(news)
        return news

    def _file(self, name: str) -> Optional[str]:
        """The real path of a source file of the project, which is no file of tests."""
        if name not in self._files:
            path = os.path.realpath(name)
            is_source = is_project_file(path, self._root) and path not in self._tests
            is_source = is_source and os.path.basename(path) != "conftest.py"
            self._files[name] = path if is_source else None
        return self._files[name]

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self._root).replace(os.sep, "/")
