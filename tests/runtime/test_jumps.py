"""Branches are counted as coverage.py counts them, whatever the conditions are made of."""

import ast
import textwrap

import pytest
import support

native = support.native()

from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.source.exclusion import excluded_lines
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.jumps import find_jumps

SOURCE = """\
import sys

if sys.platform == "none" or sys.maxsize < 10:
    LIMIT = 1
else:
    LIMIT = 2


def conditions(a, b, c, items):
    if a and b:
        items.append(a)
    if a or (
        b
        and not c
    ):
        items.append(b)
    elif 0 < a < b < 9:
        items.append(c)
    if not (a or not b):
        return 1
    if (b if a else c):
        return 2
    if a and True:
        return 3
    if (value := a and b) and value:
        return 4
    return value


def expressions(a, b, items):
    assert a or b
    first = a if b and a else b
    both = a and b or first
    many = [one for one in items if one and a]
    later = lambda x: x if a else b
    return both, many, later(1), sorted(x or y for x, y in zip(many, many))


def loops(items, a):
    for one in items:
        if one > 3: break
    else:
        a += 1
    while a and items:
        a -= 1
        if a == 2:
            continue
    while True:
        a += 1
        if a > 10:
            break
    while 1:
        a += 1
        if a > 20:
            return a


def handlers(a):
    try:
        if a:
            a()
    except ValueError:
        return 1
    except (TypeError, KeyError):
        a = 2
    else:
        a = 3
    finally:
        print(a)
    with open(a) as stream:
        return stream.read() if a else None


class Shape:
    sides = 4 if LIMIT else 3

    def area(self):
        if self.sides == 4: return 16
        if self.sides == 3 and LIMIT: return 9
        return sum(side for side in range(self.sides) if side)
"""
MATCH = """\
def shape(value, strict):
    match value:
        case 0 | 1:
            return "small"
        case [x, y] if x == y and strict:
            return "pair"
        case {"a": _} if strict:
            pass
        case str():
            return value
        case other if other and strict:
            return other
        case _:
            return None
    match strict:
        case True:
            return 1
        case False:
            return 2
"""


EXCLUDED = """\
import typing


def excluded(a, b, items):
    if a:
        return 1  # pragma: no cover
    if b:
        a = 2
    if a and b:
        items = a
    else:  # pragma: no cover
        items = b
    while a:
        if b:
            a = b
        elif items:  # pragma: no cover
            b = a
    for one in items:
        if one:
            break
        items.append(one)
    else:
        raise ValueError  # pragma: no cover
    if a:
        ...
    if b:
        b = 3
    if typing.TYPE_CHECKING:
        a = 4
    while b:
        try:
            if a:
                b = 1
        except ValueError:
            if b:
                b = 2
        else:  # pragma: no cover
            b = 3
        finally:
            if items:
                b = 4
    with a:
        if a:
            b = 5
    print(a)  # pragma: no cover


def on_one_line(a, b, items):
    if a: b = 1
    if a: return 1
    if a: b = 1
    else: b = 2
    for one in items: b = one
    while a: a = b
    for one in items:
        if one: continue
        if a: one = 1
"""
EXCLUDED_MATCH = """\
def shape(value, strict):
    match value:
        case 0:
            return "small"
        case [x, y] if x == y:
            return "pair"  # pragma: no cover
        case str():
            return value
        case other if strict:  # pragma: no cover
            return other
    return None
"""


def jumps_of(source):
    """How many ways out the statement of each line has; but for lines with one."""
    tree = ast.parse(source)
    excluded = excluded_lines(source.encode())
    goals = find_goals(tree, excluded)
    draw_control_flow(goals)
    find_jumps(goals, tree, excluded)
    first = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.match_case)):
            header = node if isinstance(node, ast.stmt) else node.pattern
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
            for line in range(header.lineno, max(last, header.lineno) + 1):
                first[line] = header.lineno
    ways = {}
    for predicate in goals.predicates:
        for jump in (predicate.true_jump, predicate.false_jump):
            if jump is not None:
                ways.setdefault(first[predicate.line], set()).add(jump)
    return {line: len(jumps) for line, jumps in sorted(ways.items())}


@pytest.mark.parametrize(
    "source",
    [SOURCE, MATCH, EXCLUDED, EXCLUDED_MATCH],
    ids=["all", "match", "excluded", "excluded match"],
)
def test_statements_have_the_branches_of_coverage(source):
    parser_of = pytest.importorskip("coverage.parser").PythonParser
    defaults = pytest.importorskip("coverage.config").DEFAULT_EXCLUDE
    parser = parser_of(text=source, exclude="|".join(f"(?:{one})" for one in defaults))
    parser.parse_source()
    theirs = {line: count for line, count in parser.exit_counts().items() if count > 1}
    assert theirs
    assert jumps_of(source) == dict(sorted(theirs.items()))


@pytest.mark.parametrize(
    "condition, expected",
    [
        ("a", ["tf"]),
        ("not a", ["ft"]),
        ("a and b", ["-f", "tf"]),
        ("a or b", ["t-", "tf"]),
        ("not (a and b)", ["-t", "ft"]),
        ("a and (b or c)", ["-f", "t-", "tf"]),
        ("(a and b) or c", ["--", "t-", "tf"]),
        ("a < b < c", ["-f", "tf"]),
        ("a if b else c", ["--", "tf", "tf"]),
        ("True if b else c", ["t-", "tf"]),
        ("b and True", ["tf"]),
        ("f(a and b)", ["--", "tf"]),
    ],
)
def test_operands_lead_into_the_body_past_it_or_on(condition, expected):
    tree = ast.parse(textwrap.dedent(f"def f(a, b, c):\n    if {condition}:\n        return 1\n"))
    goals = find_goals(tree)
    find_jumps(goals, tree)
    letters = {True: "t", False: "f", None: "-"}
    found = [
        letters[one.true_jump] + letters[one.false_jump]
        for one in goals.predicates
        if one.kind != "block"
    ]
    assert found == expected
