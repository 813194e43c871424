"""What `run_watch` sees, joined to the source by `statement_lines`, is what coverage.py reports."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from skua_runtime.alone.run_watch import RunWatch
from skua_runtime.alone.statement_lines import statement_lines

pytest.importorskip("coverage")

SOURCE = '''\
import asyncio
import typing as t
from typing import TYPE_CHECKING

if t.TYPE_CHECKING:
    import decimal
if TYPE_CHECKING:
    import fractions


def classify(a, b, items):
    if a and (
        b
        or a > 3
    ):
        items.append(a)
    elif not b: return "elif"
    else:
        items.append(b)
    for item in items:
        if item == 2:
            break
        if item == 5: continue
        if item == 6: break
        b = item
    else:
        items.append("else")
    while items and len(items) > 3:
        items.pop()
    return items


def fails(a):
    if a.missing:
        return 1
    return 2


def refuses(a):
    if a > 1: raise ValueError(a)
    if a > 0: a = 7
    return a


def guarded(a):
    try:
        if a[0]:
            return "in"
    except (KeyError, TypeError):
        if isinstance(a, int):
            a = -1
    finally:
        if a:
            a = 0
    with open("/dev/null") as file:
        if file:
            a = file.read()
    return a


def numbers(end):
    for number in range(end):
        if number % 2:
            yield number
    while (got := (yield end)):
        if got == 2:
            return


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left


def iterate(start):
    total = 0
    for value in Countdown(start):
        total += value
    return [x for x in range(total) if x]


async def wait(times):
    for time in range(times):
        await asyncio.sleep(0)
        if time:
            return time
    async for value in ticks():
        if value:
            break


async def ticks():
    yield 0


def never(a):
    if a:
        return 1
    for b in a:
        while b:
            b -= 1


def closes(file):
    try:
        return all(one > 0 for one in file)
    finally:
        if file:
            file.clear()


def partial(a):
    if all(one for one in a):
        a = 1
    if False and a:
        a = 2
    for b in (1, 2):  # pragma: no branch
        return b


if __name__ == "__main__":
    if USE:
        never(1)
'''
MATCH = '''

def shape(value):
    match value:
        case [a, b] if a > b:
            return "falling"
        case [a, b]:
            return "pair"
        case int():
            if value:
                return "number"
        case str(): return "text"
    return None
'''
USE = '''\
import asyncio
import subject
subject.classify(1, 0, [1])
subject.classify(4, 0, [1, 2, 3])
subject.classify(0, 0, [])
subject.classify(0, 1, [5, 5, 7, 8, 9])
for attempt in (lambda: subject.fails(3), lambda: subject.refuses(2)):
    try:
        attempt()
    except (AttributeError, ValueError):
        pass
subject.refuses(0)
subject.guarded([0])
subject.guarded(7)
list(subject.numbers(3))
subject.iterate(3)
subject.closes([1])
subject.partial([1])
asyncio.run(subject.wait(1))
if hasattr(subject, "shape"):
    for value in ([2, 1], [1, 2], 3, "a"):
        subject.shape(value)
'''
RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[2])
import run_watch
watch = run_watch.RunWatch([sys.argv[1] + "/subject.py"])
watch.start()
import use
watch.stop()
print(json.dumps(watch.seen()))
"""
ALONE = Path(__file__).resolve().parents[2] / "src" / "runtime" / "skua_runtime" / "alone"


def test_lines_and_branches_are_those_of_coverage(tmp_path: Path) -> None:
    subject = tmp_path / "subject.py"
    subject.write_text(SOURCE + MATCH)
    (tmp_path / "use.py").write_text(USE)

    def python(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "settings").write_text("[run]\nbranch = true\ncore = ctrace\n")
    with_settings = ("--rcfile", "settings")
    python("-m", "coverage", "run", *with_settings, "--include", "subject.py", "use.py")
    python("-m", "coverage", "json", *with_settings, "-q", "-o", "measured.json")
    measured = json.loads((tmp_path / "measured.json").read_text())["files"]["subject.py"]

    seen = json.loads(python("-c", RUN, str(tmp_path), str(ALONE)))
    ours = statement_lines(str(subject), None, seen[str(subject)])
    assert [line for line, *_, ran, _, _ in ours if ran] == measured["executed_lines"]
    assert [line for line, *_, ran, _, _ in ours if not ran] == measured["missing_lines"]
    taken: dict[int, int] = {}
    for line, _ in measured["executed_branches"]:
        taken[line] = taken.get(line, 0) + 1
    missed: dict[int, int] = {}
    for line, _ in measured["missing_branches"]:
        missed[line] = missed.get(line, 0) + 1
    # What coverage.py believes of a line without a branch it lists nowhere, and counts.
    believed = measured["summary"]["covered_branches"] - sum(taken.values())
    counted = {line: into + past for line, *_, into, past in ours if into or past}
    assert sum(counted.values()) - sum(taken.values()) == believed == 1
    assert {line: count - (count != taken.get(line)) for line, count in counted.items()} == taken
    not_taken = {
        line: leads_in - into + leads_past - past
        for line, leads_in, leads_past, _, into, past in ours
    }
    assert {line: count for line, count in not_taken.items() if count} == missed


TILL = """\
def decorated(function):
    return function


class Till:
    @decorated
    def pay(self, rates, weights):
        # a comment
        first = rates.quote(weights[0])
        rest = [rates.quote(one) for one in weights[1:]]
        return first + sum(rest) + len(list(map(rates, weights)))


def go(make):
    return make(3)


async def wait(rates):
    return await rates.later()
"""
RATES = """\
class Rates:
    def __init__(self, base):
        self.base = base

    def quote(self, weight):
        return self.base + weight

    def __call__(self, weight):
        return self.quote(weight)

    async def later(self):
        return 1


def factory():
    def inner(base):
        return Rates(base)

    return inner


def numbers():
    yield 1
    yield 2
"""
USE_BOTH = """\
import asyncio
import rates, till
till.Till().pay(rates.Rates(1), [1, 2, 3])
till.go(rates.factory())
till.go(rates.Rates)
till.go(lambda _: list(rates.numbers()))
asyncio.run(till.wait(rates.Rates(1)))
"""


def test_calls_between_files_are_told_by_their_functions(tmp_path: Path) -> None:
    for name, text in (("till", TILL), ("rates", RATES), ("use", USE_BOTH)):
        (tmp_path / f"{name}.py").write_text(text)
    run = RUN.replace('[sys.argv[1] + "/subject.py"]', "sys.argv[4:], bool(sys.argv[3])")
    files = [str(tmp_path / "till.py"), str(tmp_path / "rates.py")]

    def watched(calls: str) -> dict:
        done = subprocess.run(
            [sys.executable, "-c", run, str(tmp_path), str(ALONE), calls, *files],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    seen = watched("calls")
    rates = files[1]
    assert seen[files[0]]["calls"] == [
        ["Till.pay", 3, rates, "Rates.quote"], ["Till.pay", 4, rates, "Rates.quote"],
        ["Till.pay", 5, rates, "Rates.__call__"], ["go", 1, rates, "Rates.__init__"],
        ["go", 1, rates, "factory.<locals>.inner"], ["wait", 1, rates, "Rates.later"],
    ]
    assert seen[rates]["calls"] == []
    without = watched("")
    assert [ran.pop("calls") for ran in (*without.values(), *seen.values())][:2] == [[], []]
    assert without == seen, "lines and jumps are as ever"


def test_another_trace_function_is_noticed(tmp_path: Path) -> None:
    watch = RunWatch([str(tmp_path / "absent.py")])
    before = sys.gettrace()
    watch.start()
    try:
        assert watch.is_watching()
        sys.settrace(lambda *_: None)
        assert not watch.is_watching()
    finally:
        watch.stop()
        sys.settrace(before)
    assert watch.seen() == {}


def test_bodies_begin_with_their_decorators(tmp_path: Path) -> None:
    subject = tmp_path / "subject.py"
    subject.write_text(
        textwrap.dedent(
            """\
            import functools
            if functools:
                @functools.cache
                def cached():
                    pass
            """
        )
    )
    ran = {"lines": [1, 2, 3, 4], "jumps": [[1, 2], [2, 3], [3, 4], [4, -1]]}
    (decision,) = [entry for entry in statement_lines(str(subject), None, ran) if entry[1]]
    assert decision == (2, True, True, True, True, False)
