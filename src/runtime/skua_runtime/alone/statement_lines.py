"""The lines of source files that can be executed, and the branches at them, in batches.

Run as a program by the project's interpreter (isolated, ``python -I -S``), for files of which nothing
was measured. It parses and compiles files and never imports or executes them. Reads one JSON object a
line from standard input::

    {"path": "/abs/parcel/rates.py", "excluded": {"patterns": [], "with_default": true}}

(``excluded`` is what the project's settings for coverage.py leave out; it may be absent) and answers each, in order, with one line: each statement's first line, and whether there is a branch
into its body, and one past it::

    {"lines": [[3, false, false], [4, true, true], …]}

A file that cannot be read or does not compile is answered by ``{"lines": null}``.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import sys
import tokenize
import warnings
from typing import Any, Iterable, Optional

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))

from skua_runtime.source.exclusion import ExclusionPatterns, excluded_lines  # noqa: E402
from skua_runtime.goals.goals import find_goals  # noqa: E402
from skua_runtime.goals.jumps import find_jumps  # noqa: E402
from skua_runtime.alone.line_coverage import Statements  # noqa: E402


def statement_lines(
    path: str, exclusions: Optional[dict[str, Any]] = None
) -> list[tuple[int, bool, bool]]:
    """The lines in the form of the answer. Raises what reading and compiling may raise."""
    statements = Statements(path, exclusions)
    with open(path, "rb") as file:
        source = file.read()
    tree = ast.parse(source)
    excluded = excluded_lines(source, ExclusionPatterns.described(exclusions))
    goals = find_goals(tree, excluded)
    find_jumps(goals, tree, excluded)
    ways: dict[int, set[bool]] = {line: set() for line in statements.lines()}
    for predicate in goals.predicates:
        for line in statements.first_lines({predicate.line}) & ways.keys():
            ways[line] |= {predicate.true_jump, predicate.false_jump} - {None}
    return [(line, True in ways[line], False in ways[line]) for line in sorted(ways)]


def main(requests: Iterable[str]) -> None:
    """Answers each request on standard output."""
    warnings.simplefilter("ignore")  # invalid escapes do not matter here
    gc.disable()  # trees have no cycles
    for request in requests:
        try:
            asked = json.loads(request)
            lines = statement_lines(asked["path"], asked.get("excluded"))
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
            lines = None
        sys.stdout.write(json.dumps({"lines": lines}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)
