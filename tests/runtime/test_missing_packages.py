"""What exceptions are owed to that come of packages which are not installed."""

from __future__ import annotations

import ast
import sys
import types
from pathlib import Path
from typing import Any, Callable, Optional

import pytest
from skua_runtime.world.missing_packages import MissingPackages

_OPTIONAL = """
try:
    import skua_absent
    has_it, count = True, 1
except (ValueError, ImportError):
    skua_absent = has_it = False
try:
    import json
except ImportError:
    json = None
unrelated = None
can = has_it and json is not None
"""
_SUBJECT = """
import importlib
from optional_parts import can, has_it as there, json, unrelated

def imports():
    from skua_absent.deep import thing

def imports_again():
    try:
        import skua_absent
    except ImportError as error:
        raise ValueError("none") from error

def loads(name):
    importlib.import_module(name)

def asks(number):
    if number == 0:
        raise ValueError("0")
    if there:
        return 1
    raise ValueError("none")

def asks_inside():
    if not can:
        for _ in range(2):
            raise ValueError("none")

def does_not_ask():
    if unrelated is None or json is None:
        raise ValueError("none")

if there:
    def defined(): ...
else:
    def defined():
        raise ValueError("none")
"""


@pytest.fixture
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, text in {"optional_parts": _OPTIONAL, "subject_parts": _SUBJECT}.items():
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        module = types.ModuleType(name)
        module.__file__ = str(file)
        monkeypatch.setitem(sys.modules, name, module)
        exec(compile(text, str(file), "exec"), vars(module))
    return vars(module)


def _assignments(act: Callable[[], object]) -> Optional[list[tuple[str, str, str]]]:
    subject = sys.modules["subject_parts"]
    packages = MissingPackages(
        subject, ast.parse(_SUBJECT), lambda module: module.__name__.endswith("_parts")
    )
    with pytest.raises(Exception) as caught:
        act()
    return packages.assignments_for(caught.value)


def test_imports_in_functions_are_set(subject: dict[str, Any]) -> None:
    absent = [("absent", "sys", "modules.skua_absent")]
    assert _assignments(subject["imports"]) == absent
    assert _assignments(subject["imports_again"]) == absent
    assert _assignments(lambda: subject["loads"]("skua_absent")) == [], "the test named it"


def test_names_that_an_import_decided_are_set(subject: dict[str, Any]) -> None:
    assert _assignments(lambda: subject["asks"](1)) == [("false", "subject_parts", "there")]
    assert _assignments(subject["asks_inside"]) == [("false", "subject_parts", "can")]
    assert _assignments(lambda: subject["asks"](0)) == [], "raised before it asks"
    assert _assignments(subject["does_not_ask"]) == []


def test_what_an_import_has_defined_cannot_be_set(subject: dict[str, Any]) -> None:
    assert _assignments(subject["defined"]) is None
