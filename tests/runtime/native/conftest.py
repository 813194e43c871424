"""What the tests of the extension share."""

from __future__ import annotations

import pathlib
import sys

import pytest
import support

sys.path.insert(0, str(pathlib.Path(__file__).parent))
skua_native = support.native()


@pytest.fixture(autouse=True)
def cleared_recorder():
    """Each test begins with room for 100 code objects and predicates, and nothing recorded."""
    skua_native.configure(100, 100)


@pytest.fixture
def subject(project):
    """Loads a module of this text."""
    from described import Subject

    return lambda text, **request: Subject(project, text, **request)
