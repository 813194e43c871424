"""The classes and functions that source files define, in batches.

Run as a program by the project's interpreter (isolated, ``python -I -S``). It parses files and
never imports or executes them. Reads one JSON object a line from standard input::

    {"path": "/abs/parcel/rates.py"}

and answers each, in order, with one line: the classes, also those in other classes, and the functions
at the top level of the module::

    {"definitions": ["Rate", "Rate.Band", "find"]}

A file that cannot be read or does not parse is answered by ``{"definitions": null}``.
"""

from __future__ import annotations

import ast
import json
import sys
import warnings
from typing import Iterable, Iterator, Union

_Definition = Union[ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef]


def definitions_in(body: Iterable[ast.stmt], prefix: str = "") -> Iterator[tuple[str, _Definition]]:
    """Qualified names with what they name, also within `if`, `try` and the like."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield prefix + node.name, node
            yield from definitions_in(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not prefix:
                yield node.name, node
        else:
            for part in ("body", "orelse", "finalbody"):
                yield from definitions_in(getattr(node, part, ()), prefix)
            for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                yield from definitions_in(handler.body, prefix)


def definitions(path: str) -> list[str]:
    """The names in the form of the answer. Raises what reading and parsing may raise."""
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path)
    return list(dict.fromkeys(name for name, _ in definitions_in(tree.body)))


def main(requests: Iterable[str]) -> None:
    """Answers each request on standard output."""
    warnings.simplefilter("ignore")  # invalid escapes do not matter here
    for request in requests:
        try:
            found = definitions(json.loads(request)["path"])
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            found = None
        sys.stdout.write(json.dumps({"definitions": found}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)
