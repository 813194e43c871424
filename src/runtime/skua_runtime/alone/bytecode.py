"""Bytecode of the project's files, compiled once a run instead of in each worker.

As a program, reads names of files, one a line, and compiles them without executing. As a module,
lets imports find the bytecode.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Optional


def use_bytecode(folder: str, root: str) -> None:
    """Let imports of files below `root` look for bytecode in `folder` first, from now on."""
    importing: Any = sys.modules["_frozen_importlib_external"]
    usual_place = importing.cache_from_source

    def cache_from_source(
        path: str, debug_override: Optional[bool] = None, *, optimization: Optional[str] = None
    ) -> str:
        if path.startswith(root + os.sep):
            place = _place_of(path, folder)
            if os.path.exists(place):
                return place
        return usual_place(path, debug_override, optimization=optimization)

    importing.cache_from_source = cache_from_source


def _place_of(file: str, folder: str) -> str:
    return f"{folder}{file}c"


def _main(folder: str) -> None:
    import py_compile

    for line in sys.stdin.buffer:
        file = os.fsdecode(line.rstrip(b"\n"))
        try:
            py_compile.compile(file, _place_of(file, folder), doraise=True, quiet=2)
        except (py_compile.PyCompileError, OSError, ValueError, RecursionError):
            pass  # a file that does not compile is reported when it is imported


if __name__ == "__main__":
    _main(sys.argv[1])
