"""Paths as they are shown to the user: relative to the current folder where that is shorter."""

import os


def shown(path: str) -> str:
    if not path:
        return "."
    relative = os.path.relpath(path)
    return relative if len(relative) < len(path) else path


def absolute(path: str, base=None) -> str:
    if os.path.isabs(path):
        return os.path.normpath(path)
    return os.path.normpath(os.path.join(base or os.getcwd(), path))


def depth() -> int:
    return os.getcwd().count(os.sep)


def is_inside(path: str, folder: str = ".") -> bool:
    path, folder = os.path.abspath(path), os.path.abspath(folder)
    return os.path.commonpath([path, folder]) == folder


def link_target(path: str) -> str:
    return os.readlink(path) if os.path.islink(path) else path


def unique(path: str) -> str:
    """The path, or one with a number behind it where that exists."""
    if not os.path.lexists(path):
        return path
    stem, extension = os.path.splitext(path)
    number = 1
    while os.path.lexists(f"{stem}-{number}{extension}"):
        number += 1
    return f"{stem}-{number}{extension}"


def existing(paths: list[str]) -> list[str]:
    return [path for path in paths if os.path.exists(path)]


def kind(path: str) -> str:
    if os.path.isdir(path):
        return "folder"
    if os.path.isfile(path):
        return "file"
    return "other" if os.path.exists(path) else "missing"


def longest_common(paths: list[str]) -> str:
    if not paths:
        return os.getcwd()
    return os.path.commonpath([os.path.abspath(path) for path in paths])
