"""All frameworks of this folder, and those among them that a subject uses."""

from __future__ import annotations

from skua_runtime.frameworks import numpy_arrays, pandas_frames
from skua_runtime.frameworks.framework import Call, Framework, Maker, Subject
from skua_runtime.world import shown
from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_ALL = (numpy_arrays.FRAMEWORK, pandas_frames.FRAMEWORK)


def present() -> list[Framework]:
    """The frameworks that are loaded now: the subject, or what it imports, has imported them."""
    return [one for one in _ALL if one.is_present]


def makers(subject: Subject) -> dict[str, Maker]:
    """By "module:Class", how instances of the frameworks' classes are made."""
    found: dict[str, Maker] = {}
    for framework in present():
        found.update(framework.makers(subject))
    return found


def calls(subject: Subject) -> list[Call]:
    """The calls by which the frameworks run functions of the subject."""
    found: list[Call] = []
    for framework in present():
        try:
            found += framework.calls(subject)
        except SUBJECT_EXCEPTIONS:  # another version of the framework than those that are known
            continue
    return found


def show_results() -> None:
    """Let observers see what the frameworks' objects hold."""
    for framework in present():
        for name, how in framework.shown.items():
            shown.show(name, how)


