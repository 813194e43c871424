"""Finds the built extension: $SKUA_NATIVE_DIR is the folder of skua_native.abi3.so."""

from __future__ import annotations

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
if "SKUA_NATIVE_DIR" not in os.environ:
    raise pytest.UsageError("set SKUA_NATIVE_DIR to the folder of skua_native.abi3.so")
sys.path.insert(0, os.environ["SKUA_NATIVE_DIR"])

import skua_native  # noqa: E402


@pytest.fixture(autouse=True)
def cleared_recorder():
    """Each test begins with room for 100 code objects and predicates, and nothing recorded."""
    skua_native.configure(100, 100)


@pytest.fixture
def subject(project):
    """Loads a module of this text."""
    from described import Subject

    return lambda text, **request: Subject(project, text, **request)
