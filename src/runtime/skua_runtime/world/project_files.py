"""Tells whether a file belongs to the project."""

from __future__ import annotations

import functools
import os
from typing import Any

# Cached: a load asks often for the same files, and realpath makes a system call for each folder.
_real_path = functools.lru_cache(maxsize=8192)(os.path.realpath)


def is_project_file(file: Any, root: str) -> bool:
    """Whether the file is below `root` (a real path), but not in a virtual environment there."""
    if not isinstance(file, str):
        return False
    path = _real_path(file) if type(file) is str and os.path.isabs(file) else os.path.realpath(file)
    if not path.startswith(root + os.sep):
        return False
    inside = path[len(root) :].split(os.sep)
    return "site-packages" not in inside and "dist-packages" not in inside
