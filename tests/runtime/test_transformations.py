"""Conditions that are calls, and cases, have distances that fall towards the other outcome."""

import ast
import math
import textwrap

import pytest
import support

native = support.native()

from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_instrumented

PRELUDE = """
import re
PATTERN = re.compile(r"(\\d{4})-(\\d\\d)$")
class Base: pass
class Middle(Base): pass
class Leaf(Middle): pass
class Other: pass
"""


def load(source):
    tree = ast.parse(PRELUDE + textwrap.dedent(source))
    goals = find_goals(tree)
    native.configure(len(goals.code_objects), len(goals.predicates))
    namespace = {"__name__": "subject"}
    exec(compile_instrumented(tree, goals, "subject.py", native), namespace)
    return namespace


def distances(function, argument, predicate=0):
    native.reset()
    function(argument)
    return native.recorded()["predicates"][predicate]


# A condition on x, and arguments from the farthest to one for which it is true.
NEARER = {
    "x.startswith('http:')": ["", "no", "hxxx:", "hxtp:", "http:/"],
    "x.startswith(('abcd', 'xyz'))": ["", "a", "ab", "abc", "abcd"],
    "x.endswith(b'.py')": [b"", b"a", b"abcpx", b"ab.py"],
    "x.isdigit()": ["zzz", "1zz", "1:z", "12:", "123"],
    "x.isalpha()": ["\x01\x02", "a\x02", "a[", "ab"],
    "x.isalnum()": ["\x01\x02", "a\x02", "a1"],
    "x.isspace()": ["xx", " x", "  "],
    "x.isupper()": ["zz", "zZ", "AA"],
    "x.islower()": ["AA", "aA", "aa"],
    "x.istitle()": ["ab CD", "Ab CD", "Ab CdE", "Ab Cd"],
    "x.isidentifier()": ["\x01\x01", "1\x01", "1a", "_a"],
    "re.match('a[0-9]+;', x)": ["", "a", "a5", "a5;"],
    "re.search('<b>', x)": ["zzzz", "z<zzz", "z<b zz", "z<b>zz"],
    "re.fullmatch('(ab)+c?', x)": ["zzzzzz", "abz", "aba", "abab"],
    "PATTERN.match(x)": ["", "2020", "2020-", "2020-1", "2020-11"],
    "PATTERN.match(x) is not None": ["zz", "2zzz-zz", "2020-1z", "2020-11"],
    "(m := PATTERN.match(x))": ["zz", "2zzz-zz", "2020-1z", "2020-11"],
    "any(y > 10 for y in x)": [[1, 2], [1, 7], [9, 0], [11]],
    "any([y.startswith('ab') for y in x])": [["z"], ["az"], ["z", "ab"]],
    "all(y == 'ab' for y in x)": [["zzz"], ["az", "c"], ["ab"]],
    "any(x)": [[], [0, ""], [0, 1]],
    "isinstance(x, Leaf)": [object(), "base", "middle", "leaf"],
    "isinstance(x, (bool, Leaf))": ["base", 5, True],
    "len(x) == 3": ["", "a", "ab", "abc"],
    "5 < len(x)": ["", "a", "abcd", "abcdef"],
    "x in {'abc': 1, 'xyz': 2}": ["", "a", "ab", "abc"],
    "not x.isdigit()": ["1", "a"],
}


@pytest.mark.parametrize("condition", NEARER)
@pytest.mark.parametrize("form", ["if {}: pass", "assert {}", "y = ({}) or 1", "while {}: break"])
def test_the_distance_to_true_falls(condition, form):
    function = form.format(condition)
    if condition.startswith("not ") and form.startswith("y"):
        function = f"y = {condition} or 1"
    namespace = load(f"def f(x):\n    {function}")
    named = {name: namespace[name.title()]() for name in ("base", "middle", "leaf")}
    seen = []
    for argument in NEARER[condition]:
        argument = named.get(argument, argument) if isinstance(argument, str) else argument
        try:
            to_true, to_false = distances(namespace["f"], argument)
        except AssertionError:
            to_true, to_false = native.recorded()["predicates"][0]
        if condition.startswith("not "):
            to_true, to_false = to_false, to_true
        seen.append(to_true)
        assert (to_true == 0) != (to_false == 0)
    assert seen[-1] == 0
    assert seen == sorted(set(seen), reverse=True), seen


@pytest.mark.parametrize(
    "body",
    [
        "m = PATTERN.match(x)\n    if m: return 1",
        "m = PATTERN.match(x)\n    if not m: return 1",
        "m = PATTERN.match(x)\n    assert m and x, 'message'",
        "m = PATTERN.match(x)\n    if m is not None and x: return 1",
        "m = re.match(PATTERN, x)\n    if m: return m",
        "m = PATTERN.match(x)\n    if m is None: return 1",
        "if (m := re.search(r'^(\\d{4})-(\\d\\d)$', x)) is None: return 1",
    ],
)
def test_a_result_that_is_tested_afterwards_keeps_its_distance(body):
    function = load(f"def f(x):\n    {body}")["f"]
    side = 1 if "is None" in body else 0
    seen = []
    for argument in ("zz", "2zzz-zz", "2020-1z", "2020-11"):
        try:
            seen.append(distances(function, argument)[side])
        except AssertionError:
            seen.append(native.recorded()["predicates"][0][side])
    assert seen[-1] == 0
    assert seen == sorted(set(seen), reverse=True), seen


MATCH = """
    def f(x):
        match x:
            case "red" | "blue": return 0
            case [1, 5, *_]: return 1
            case {"kind": "x"}: return 2
            case (7, "end"): return 3
            case int(): return 4
            case 3.5: return 5
"""


@pytest.mark.parametrize(
    "case, arguments",
    [
        (0, ["", "r", "re", "red"]),
        (1, [[], [9], [1, 9], [1, 6], [1, 5]]),
        (2, [{}, {"k": 1}, {"kin": 1}]),
        (3, [(1, "x", 2), (1, "x"), (6, "en"), (7, "end")]),
        (5, [99.5, 4.5, 3.5]),
    ],
)
def test_the_distance_of_a_case_falls(case, arguments):
    function = load(MATCH)["f"]
    seen = [distances(function, argument, case)[0] for argument in arguments]
    assert seen == sorted(set(seen), reverse=True), seen
    assert (seen[-1] == 0) == (case != 2)


def test_what_only_has_the_name_records_the_outcome_alone():
    class Box:
        def __init__(self, answer):
            self.answer = answer

        def startswith(self, prefix):
            return self.answer

        isdigit = match = lambda self, *arguments: self.answer

    for condition in ("x.startswith('a')", "x.isdigit()", "x.match('a')"):
        function = load(f"def f(x):\n    if {condition}: pass")["f"]
        assert distances(function, Box(0)) == (1.0, 0.0)
        assert distances(function, Box([1])) == (0.0, 1.0)
    shadowed = load("any = len\ndef f(x):\n    if any([y > 5 for y in x]): pass")["f"]
    assert distances(shadowed, [1])[0] == 0 and distances(shadowed, [])[1] == 0
    function = load("def f(x):\n    m = x.match('a')\n    if m: pass")["f"]
    assert distances(function, Box(0)) == (1.0, 0.0)


@pytest.mark.parametrize(
    "pattern",
    [
        "a{3}b{,2}c{2,}", "(?P<n>x+)=(?P=n)", "(?i:AB)c", "(?x) a  b # comment\n c", "[^a-c]\\]|[]x-]",
        "\\bword\\b", "(?=look)look(?!z)", "(?:a|b|)*c+?", "\\x41\\u0042\\t", "^start.*end$", "a{,x}", "é+",
    ],
)  # fmt: skip
def test_every_kind_of_pattern_has_a_distance(pattern):
    function = load(f"def f(x):\n    if re.search({pattern!r}, x): pass")["f"]
    to_true, _ = distances(function, "\x01")
    assert 0 < to_true < math.inf


def test_patterns_beyond_what_is_read_have_none():
    for pattern in ("(a)?(?(1)b|c)", "a{20}" * 20):
        function = load(f"def f(x):\n    if re.search({pattern!r}, x): pass")["f"]
        assert distances(function, "z") == (math.inf, 0.0)


def test_a_pattern_is_looked_into_a_number_of_times_in_each_test():
    function = load("def f(x):\n    for y in x:\n        if PATTERN.match(y): pass")["f"]
    far, near = "zzzz", "2020-1"
    assert distances(function, [far] * 10 + [near], 1)[0] == 1
    assert distances(function, [far] * 100 + [near], 1)[0] > 1
    assert distances(function, [far] * 100 + ["2020-11"], 1)[0] == 0
    assert distances(function, [near], 1)[0] == 1
