"""Lists the classes and functions that source files define, and the base classes that they import.

Runs as a program of the project's interpreter (isolated, ``python -I -S``). Parses files and never
executes them. Reads one JSON object a line from standard input::

    {"path": "/abs/parcel/rates.py", "module": "parcel.rates", "is_package": false}

and answers each, in order, with one line: all classes and the top-level functions, and the absolute
names of imported classes from which top-level classes inherit::

    {"definitions": ["Rate", "Rate.Band", "find"], "bases": ["parcel.tables.Table"]}

The answer for a file that cannot be read or parsed is ``{"definitions": null}``.
"""

from __future__ import annotations

import ast
import json
import sys
import warnings
from typing import Any, Iterable, Iterator

def definitions_in(body: Iterable[ast.stmt], prefix: str = "") -> Iterator[str]:
    """The qualified names of classes and top-level functions, also inside `if`, `try` and the like.
    """
    for node in _statements(body):
        if isinstance(node, ast.ClassDef):
            yield prefix + node.name
            yield from definitions_in(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not prefix:
            yield node.name


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also inside `if`, `try` and the like, but not inside functions or
    classes."""
    for node in body:
        yield node
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, ()))
            for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                yield from _statements(handler.body)


def _source_of(node: ast.ImportFrom, package: str) -> str:
    """The absolute name of the module that the statement imports from."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, node.module] if node.module else parts)


def _bound_by(node: ast.Import | ast.ImportFrom, package: str) -> dict[str, str]:
    """Return the absolute name of what each name means that the statement binds."""
    if isinstance(node, ast.ImportFrom):
        source = _source_of(node, package)
        return {alias.asname or alias.name: f"{source}.{alias.name}" for alias in node.names}
    names = [(alias.asname or alias.name.partition(".")[0], alias) for alias in node.names]
    return {bound: alias.name if alias.asname else bound for bound, alias in names}


def bases_in(tree: ast.Module, package: str) -> list[str]:
    """Return the absolute names of imported classes from which top-level classes inherit."""
    imported: dict[str, str] = {}
    everything: list[str] = []  # modules imported by `from module import *`
    found: dict[str, None] = {}
    own: set[str] = set()
    for node in _statements(tree.body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            bound = _bound_by(node, package)
            imported.update(bound)
            everything += [bound["*"].removesuffix(".*")] if "*" in bound else []
        elif isinstance(node, ast.ClassDef):
            own.add(node.name)
            for base in node.bases:
                text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
                head, dot, rest = text.partition(".")
                if head in imported:
                    found[imported[head] + dot + rest] = None
                elif head.isidentifier() and head not in own:
                    found.update(dict.fromkeys(f"{source}.{text}" for source in everything))
    return list(found)


def definitions(path: str, module: str, is_package: bool) -> dict[str, list[str]]:
    """The answer for a file. Raises exceptions of reading and parsing."""
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path)
    return {
        "definitions": list(dict.fromkeys(definitions_in(tree.body))),
        "bases": bases_in(tree, module if is_package else module.rpartition(".")[0]),
    }


def main(requests: Iterable[str]) -> None:
    """Answer each request on standard output."""
    warnings.simplefilter("ignore")  # ignore SyntaxWarning for invalid escapes and the like
    for request in requests:
        try:
            found: dict[str, Any] = definitions(**json.loads(request))
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            found = {"definitions": None}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)
