"""Extracts Python code from a project's README and documentation: code blocks and `>>>` examples.

Files are read and parsed; their code is not executed.
"""

from __future__ import annotations

import ast
import os
import re
import textwrap
import warnings
from typing import Iterator

from skua_runtime.source.docstrings import examples

_FOLDERS = ("docs", "doc", "documentation")
_ENDINGS = (".md", ".rst", ".txt", ".markdown")
_MOST_FILES = 60  # files that are searched at most
_MOST_DOCUMENTS = 20  # files whose code is used at most
_LARGEST_FILE = 300_000  # bytes
_MOST_TEXT = 2_000_000  # characters, in all used files together
_DEEPEST = 4
_PYTHON = frozenset({"", "python", "py", "python3", "pycon", "pycon3", "default", "ipython"})
_FENCE = re.compile(r"(\s*)(`{3,}|~{3,})\s*\{?\.?([\w+-]*)")
_DIRECTIVE = re.compile(r"(\s*)\.\. (?:code-block|code|sourcecode|testcode|doctest)::\s*(\S*)\s*$")
_OPTION = re.compile(r"\s*:[\w-]+:")


def documents(root: str, module: str) -> Iterator[list[ast.Module]]:
    """For each document that mentions the module's package: the code in it, parsed, in order.

    Documents that mention the module itself come first.
    """
    package = module.partition(".")[0]
    found = [(path, text) for path in _paths(root) if package in (text := _text_of(path))]
    found.sort(key=lambda one: module not in one[1])
    left = _MOST_TEXT
    for _, text in found[:_MOST_DOCUMENTS]:
        left -= len(text)
        if left < 0:
            return
        trees = [tree for block in blocks(text) for tree in _parsed(block)]
        if trees:
            yield trees


def _paths(root: str) -> Iterator[str]:
    """The paths of README files in the root and of files in documentation folders, sorted."""
    paths = []
    for name in sorted(_listed(root)):
        if name.lower().startswith("readme") and not os.path.isdir(os.path.join(root, name)):
            paths.append(os.path.join(root, name))
    for folder in _FOLDERS:
        top = os.path.join(root, folder)
        for where, folders, files in os.walk(top):
            folders.sort()
            if where[len(top) :].count(os.sep) >= _DEEPEST:
                folders.clear()
            paths += [os.path.join(where, one) for one in sorted(files) if one.endswith(_ENDINGS)]
            if len(paths) >= _MOST_FILES:
                break
    yield from paths[:_MOST_FILES]


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _text_of(path: str) -> str:
    try:
        # Only regular files: reading a pipe would block.
        if not os.path.isfile(path) or os.path.getsize(path) > _LARGEST_FILE:
            return ""
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""


def blocks(text: str) -> Iterator[str]:
    """The code blocks of a Markdown or reStructuredText document that may be Python."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        directive = _DIRECTIVE.match(lines[at])
        end = at + 1
        if fence is not None:
            while end < len(lines) and not lines[end].strip().startswith(fence[2]):
                end += 1
            is_python = fence[3].lower() in _PYTHON
        elif directive is not None or lines[at].endswith("::"):
            indent = _indent(lines[at])
            while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
                end += 1
            is_python = directive is None or directive[2].lower() in _PYTHON
        elif lines[at].lstrip().startswith(">>> "):
            while end < len(lines) and lines[end].strip():
                end += 1
            yield "\n".join(lines[at:end])
            at = end
            continue
        else:
            at = end
            continue
        body = lines[at + 1 : end]
        while body and (not body[0].strip() or fence is None and _OPTION.match(body[0])):
            body.pop(0)
        if is_python and body:
            yield textwrap.dedent("\n".join(body)) + "\n"
        at = end + 1 if fence is not None else end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _parsed(block: str) -> list[ast.Module]:
    if any(line.lstrip().startswith(">>> ") for line in block.split("\n")):
        return examples(block)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [ast.parse(block)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
