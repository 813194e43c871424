"""Lists the executable lines of source files, and the branches at each.

Runs as a program of the project's interpreter (isolated, ``python -I -S``). Parses and compiles
files and never executes them. Reads one JSON object a line from standard input::

    {"path": "/abs/parcel/rates.py", "excluded": {"patterns": [], "with_default": true},
     "ran": {"lines": [3, 4, 6], "jumps": [[4, 6]]}}

(``excluded`` are the exclusions in the project's settings for coverage.py, ``ran`` the records of
run_watch.py; both are optional) and answers each, in order, with one line. For each statement it
has the first line, whether there is a branch into its body, and whether there is one past it::

    {"lines": [[3, false, false], [4, true, true], …]}

With ``ran``, three more fields tell whether the statement ran and whether each branch was taken:
``[4, true, true, true, false, true]``. The answer for a file that cannot be read, is too large or
does not compile is ``{"lines": null}``.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import sys
import tokenize
import warnings
from typing import Any, Iterable, Iterator, NamedTuple, Optional, Sequence

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))

from skua_runtime.source.exclusion import ExclusionPatterns, excluded_lines  # noqa: E402
from skua_runtime.goals.goals import find_goals  # noqa: E402
from skua_runtime.goals.jumps import find_jumps  # noqa: E402
from skua_runtime.alone.line_coverage import Statements  # noqa: E402
from skua_runtime.alone.run_watch import RAISED  # noqa: E402
from skua_runtime.alone.scan import LARGEST  # noqa: E402


def statement_lines(
    path: str, exclusions: Optional[dict[str, Any]] = None, ran: Optional[dict[str, Any]] = None
) -> list[tuple[Any, ...]]:
    """The lines as in the answer. Raises exceptions of reading and compiling, and ValueError for a
    file that is too large."""
    if os.path.getsize(path) > LARGEST:
        raise ValueError(f"{path} is too large")
    statements = Statements(path, exclusions)
    with open(path, "rb") as file:
        source = file.read()
    tree = ast.parse(source)
    excluded = excluded_lines(source, ExclusionPatterns.described(exclusions))
    goals = find_goals(tree, excluded, under_test=False)
    find_jumps(goals, tree, excluded)
    ways: dict[int, set[Optional[bool]]] = {line: set() for line in statements.lines()}
    for predicate in goals.predicates:
        for line in statements.first_lines({predicate.line}) & ways.keys():
            ways[line] |= {predicate.true_jump, predicate.false_jump} - {None}
    for line in statements.first_lines(set(goals.async_loops)) & ways.keys():
        ways[line] = {True, False}
    for line in _without_choice(tree, statements):
        ways[line] = set()
    leads = [(line, True in ways[line], False in ways[line]) for line in sorted(ways)]
    if ran is None:
        return leads
    executed = set(statements.executed(ran["lines"]))
    taken = _ways_taken(tree, statements, ran["jumps"])
    taken |= {(line, way) for line in statements.without_branch() for way in (True, False)}
    return [
        (line, into, past, line in executed, into and (line, True) in taken, past and (line, False) in taken)
        for line, into, past in leads
    ]


def _ways_taken(
    tree: ast.Module, statements: Statements, jumps: Iterable[tuple[int, int]]
) -> set[tuple[int, bool]]:
    """The taken branches: (first line of the statement, whether it leads into the body)."""
    decisions = {decision.line: decision for decision in _decisions(tree, statements)}
    taken = set()
    for begin, end in jumps:
        (line,) = statements.first_lines({begin})
        decision = decisions.get(line)
        if decision is None or statements.first_lines({end}) == {line}:
            continue
        is_into = decision.leads_into_body(end)
        if is_into or end != RAISED:
            taken.add((line, is_into))
    return taken


def _without_choice(tree: ast.Module, statements: Statements) -> set[int]:
    """The first lines of decisions without branches in coverage.py: the compiler has removed their
    bodies, or they end a ``finally`` after which nothing runs."""
    lines = set(statements.lines())
    decisions = list(_decisions(tree, statements))
    ends = {
        id(end)
        for node in ast.walk(tree)
        if getattr(node, "finalbody", None) and not _continues_after(node, with_finally=False)
        for end in _ends_of(node.finalbody)  # type: ignore[attr-defined]
    }
    return {
        decision.line
        for decision in decisions
        if id(decision.node) in ends
        or not getattr(decision.node, "orelse", ())
        and lines.isdisjoint(statements.first_lines(set(_lines_of(decision.node.body))))
    } & lines


def _ends_of(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The last statements of `body` without ``else``, from which flow leaves it."""
    last = body[-1]
    if isinstance(last, ast.If):
        yield from _ends_of(last.body)
    if isinstance(last, (ast.If, ast.For, ast.AsyncFor, ast.While)):
        if last.orelse:
            yield from _ends_of(last.orelse)
        else:
            yield last


def _continues_after(node: Any, with_finally: bool = True) -> bool:
    """Whether code after the statement can run. Its own ``finally`` counts only `with_finally`."""
    if isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return False
    if isinstance(node, ast.If):
        return not node.orelse or any(_continues_after(body[-1]) for body in (node.body, node.orelse))
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _continues_after(node.body[-1])
    if hasattr(node, "handlers"):
        bodies = [node.orelse or node.body, *(handler.body for handler in node.handlers)]
        if with_finally and node.finalbody and not _continues_after(node.finalbody[-1]):
            return False
        return any(_continues_after(body[-1]) for body in bodies)
    return True


class _Decision(NamedTuple):
    """A statement that continues in its body or after it, with the loop around it."""

    line: int
    node: Any
    loop: range

    def leads_into_body(self, end: int) -> bool:
        """Whether the next line, RETURNED or RAISED shows that the body was entered."""
        body = _lines_of(self.node.body)
        if self.line not in body:
            return end in body
        # The body is on the same line, so only the jump that leaves the line is known.
        last = self.node.body[-1]
        if isinstance(last, (ast.Return, ast.Raise)):
            return end < 0
        if isinstance(last, ast.Continue):
            return 0 < end < self.line
        if isinstance(last, ast.Break):
            return end not in self.loop
        return end not in _lines_of(getattr(self.node, "orelse", ()))


def _decisions(
    tree: ast.AST, statements: Statements, loop: range = range(0)
) -> Iterator[_Decision]:
    for node in ast.iter_child_nodes(tree):
        place: Any = node.pattern if isinstance(node, ast.match_case) else node
        if isinstance(node, (ast.If, ast.While, ast.For, ast.AsyncFor, ast.match_case)):
            (line,) = statements.first_lines({place.lineno})
            yield _Decision(line, node, loop)
        is_loop = isinstance(node, (ast.While, ast.For, ast.AsyncFor))
        inner = range(node.lineno, _lines_of(node.body).stop) if is_loop else loop  # type: ignore[attr-defined]
        yield from _decisions(node, statements, inner)


def _lines_of(body: Sequence[ast.stmt]) -> range:
    if not body:
        return range(0)
    begin = min([body[0].lineno, *(one.lineno for one in getattr(body[0], "decorator_list", ()))])
    return range(begin, (body[-1].end_lineno or body[-1].lineno) + 1)


def main(requests: Iterable[str]) -> None:
    """Answer each request on standard output."""
    warnings.simplefilter("ignore")  # ignore SyntaxWarning for invalid escapes and the like
    gc.disable()  # no garbage collection needed: trees have no cycles
    for request in requests:
        try:
            asked = json.loads(request)
            lines = statement_lines(asked["path"], asked.get("excluded"), asked.get("ran"))
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
            lines = None
        sys.stdout.write(json.dumps({"lines": lines}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)
