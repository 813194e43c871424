"""Reads docstrings in the reST, Google and NumPy styles: types, exceptions and examples."""

from __future__ import annotations

import ast
import re
from typing import Any, Mapping, Optional

from skua_runtime.source.nodes import walk

_REST_PARAMETER = re.compile(r"^\s*:param\s+(\S[^:]*?)\s+\*{0,2}(\w+)\s*:", re.MULTILINE)
_REST_TYPE = re.compile(r"^\s*:type\s+\*{0,2}(\w+)\s*:\s*(.+?)\s*$", re.MULTILINE)
_REST_RESULT = re.compile(r"^\s*:rtype\s*:\s*(.+?)\s*$", re.MULTILINE)
_GOOGLE_PARAMETER = re.compile(r"^\s+\*{0,2}(\w+)\s*\(([^)\n]+)\)\s*:", re.MULTILINE)
_NUMPY_PARAMETER = re.compile(r"^\s*\*{0,2}(\w+)\s+:\s+([^\n:]+?)\s*$", re.MULTILINE)
# A parameter and its description: ":param x: …", "x: …", "x -- …".
_DESCRIBED = re.compile(
    r"^\s*(?:[:@]param\s+)?\*{0,2}(\w+)\s*(?::|--?|–)\s+(\S.*?)\s*$", re.MULTILINE
)
# The type with which a description begins: "a list of names", "JSONValue being merged".
_BEGINNING_TYPE = re.compile(
    r"(?:an?\s+|the\s+)?(\w+(?:\s+of\s+\w+)?)(?:\s+(?:object|instance))?"
    r"(?=\s+(?:being|containing|describing|for|from|giving|of|representing|that|to|used|which|with)\b"
    r"|\s*[,.;(]|$)",
    re.IGNORECASE,
)
_REST_RAISES = re.compile(r"^\s*:(?:raises?|except|exception)\s+([\w.]+)", re.MULTILINE)
_RAISES_SECTION = re.compile(
    r"^([ \t]*)Raises\s*(?::|\n[ \t]*-{3,})[ \t]*\n((?:[ \t]*\n|\1[ \t]*\S.*\n?)*)", re.MULTILINE
)
_SECTION_ENTRY = re.compile(r"^\s*:?(?:class:)?`?([A-Za-z_][\w.]*)`?\s*(?::|$)", re.MULTILINE)

_WORDS: dict[str, Any] = {
    word: kind
    for kind, words in {
        None: "any",
        type(None): "none",
        bool: "bool boolean",
        bytes: "bytes",
        complex: "complex",
        dict: "dict dictionary mapping",
        float: "double float number",
        int: "int integer",
        list: "array iterable list sequence",
        set: "set",
        str: "str string text unicode",
        tuple: "tuple",
    }.items()
    for word in words.split()
}


def parameter_types(docstring: Optional[str]) -> dict[str, str]:
    """The documented type of each parameter, as text: {"x": "int or None"}. A description counts if
    it begins with what may be a type."""
    found: dict[str, str] = {}
    for pattern in (_NUMPY_PARAMETER, _GOOGLE_PARAMETER, _REST_TYPE):
        for name, text in pattern.findall(docstring or ""):
            found[name] = text
    for text, name in _REST_PARAMETER.findall(docstring or ""):
        found.setdefault(name, text)
    for name, description in _DESCRIBED.findall(docstring or ""):
        if beginning := _BEGINNING_TYPE.match(description):
            found.setdefault(name, beginning.group(1))
    return found


def result_type(docstring: Optional[str]) -> Optional[str]:
    """The text after `:rtype:`, or None."""
    found = _REST_RESULT.search(docstring or "")
    return found.group(1) if found else None


def documented_exceptions(docstring: Optional[str]) -> set[str]:
    """The unqualified names of the exceptions that the docstring says are raised."""
    text = docstring or ""
    names = _REST_RAISES.findall(text)
    for _, body in _RAISES_SECTION.findall(text):
        names += _SECTION_ENTRY.findall(body)
    return {name.rpartition(".")[2] for name in names}


def examples(docstring: str) -> list[ast.Module]:
    """The statements after `>>>` prompts, as doctest reads them, each parsed; invalid ones are
    skipped."""
    sources: list[str] = []
    for line in map(str.strip, docstring.split("\n")):
        if line.startswith(">>> "):
            sources.append(line[4:])
        elif line.startswith("... ") and sources:
            sources[-1] += "\n" + line[4:]
    trees: list[ast.Module] = []
    for source in sources:
        try:
            trees.append(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return trees


def examples_in(tree: ast.AST) -> list[list[ast.Module]]:
    """For each docstring with examples: its examples. Docstrings are in the order of the source."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        examples(ast.get_docstring(node) or "") for node in walk(tree) if isinstance(node, documented)
    ]
    return [one for one in found if one]


def annotation_of(text: str, namespace: Mapping[str, Any]) -> Any:
    """The type that a documented type means: "list of int" gives list[int]. None if it is unknown.
    """
    text = re.sub(r"`|:(?:class|obj):", "", text).strip().rstrip(".")
    text = re.sub(r",?\s*\(?(?:optional|required|default\b.*)\)?$", "", text, flags=re.I).strip()
    alternatives = re.split(r"\s+or\s+|\s*\|\s*|\s*/\s*", text)
    known = [_one_annotation(alternative.strip(), namespace) for alternative in alternatives]
    if None in known or not known:
        return None
    result = known[0]
    for other in known[1:]:
        try:
            result = result | other
        except TypeError:
            return None
    return result


def _one_annotation(text: str, namespace: Mapping[str, Any]) -> Any:
    of = re.fullmatch(r"(\w+)\s+of\s+(\w+?)s?", text)
    if of and of.group(1).lower() in _WORDS:
        container = int if of.group(1).lower() == "number" else _WORDS[of.group(1).lower()]
        element = _one_annotation(of.group(2), namespace)
        if container in (list, set) and element is not None:
            return container[element]
        return container
    subscript = re.fullmatch(r"(\w+)\[(.+)\]", text)
    if subscript and subscript.group(1).lower() in _WORDS:
        container = _WORDS[subscript.group(1).lower()]
        parts = [_one_annotation(part.strip(), namespace) for part in subscript.group(2).split(",")]
        if container in (list, set, dict, tuple) and None not in parts:
            return container[tuple(parts)] if len(parts) > 1 else container[parts[0]]
        return container
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    found = namespace.get(text)
    return found if isinstance(found, type) else None
