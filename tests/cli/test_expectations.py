"""Every generated test can fail: what nothing can be asserted of is not written."""

from __future__ import annotations

import ast

from conftest import Project

VAGUE = """
import random
import time


def moment(scale: int) -> float:
    if scale > 10:
        return time.perf_counter() * scale
    return time.time()


def pick(scale: int):
    if scale > 10:
        return random.SystemRandom().choice([1, "one", None, 1.5, b"1", ()])
    return random.SystemRandom().choice([2, "two", None, 2.5, b"2", {}])
"""


STREAMS = """
import io


def table(rows: list[str]) -> io.StringIO:
    stream = io.StringIO()
    if rows:
        stream.write("begin ")
    stream.write("end")
    return stream


def sign(text: str, stream: io.BytesIO) -> None:
    if not text:
        raise ValueError("nothing to sign")
    stream.write(b"signed " + text.encode())
"""


MARKS = """
class Mark:
    def __repr__(self):
        return "<missing>"


missing = Mark()
"""
LOOKUP = """
from shop.marks import missing as nothing


def price(prices: dict[str, int], name: str):
    return prices[name] if name in prices else nothing
"""


def test_a_sentinel_is_expected_by_its_name(project: Project) -> None:
    project.write("shop/__init__.py", "")
    project.write("shop/marks.py", MARKS)
    project.write("shop/lookup.py", LOOKUP)
    done = project.skua("run", "--iterations", "20", "--seed", "1", "shop.lookup")
    assert done.exit_code == 0, done.output + done.errors
    written = "".join(project.generated().values())
    assert " is nothing\n" in written, written
    assert "import nothing, price" in written, written


BAG = """
class Bag:
    def __init__(self, size: int) -> None:
        self.items = list(range(size % 5))

    def __len__(self) -> int:
        return len(self.items)

    def __eq__(self, other):
        return len(self) == len(other)

    __hash__ = None
"""


def test_a_comparison_that_raises_is_found_though_others_return(project: Project) -> None:
    project.write("bag.py", BAG)
    done = project.skua("run", "--iterations", "20", "--seed", "1")
    assert done.exit_code == 0, done.output + done.errors
    written = "".join(project.generated().values())
    assert "xfail" in written and "has no len()" in written, written


def test_what_a_stream_in_memory_holds_is_expected(project: Project) -> None:
    project.write("streams.py", STREAMS)
    done = project.skua("run", "--iterations", "20", "--seed", "1")
    assert done.exit_code == 0, done.output + done.errors
    text = "".join(project.generated().values())
    assert '.getvalue() == "end"' in text, text
    assert '.getvalue() == "begin end"' in text, text
    assert ".getvalue() == b\"signed " in text, text


def test_every_test_expects_something(project: Project) -> None:
    project.write("vague.py", VAGUE)
    done = project.skua("run", "--iterations", "20", "--seed", "1")
    assert done.exit_code == 0, done.output + done.errors
    assert "had nothing to assert" in done.output
    tests = [
        node
        for text in project.generated().values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    ]
    assert tests
    for test in tests:
        assert "assert " in ast.unparse(test) or "pytest.raises" in ast.unparse(test)


TOOL = """
import sys


class Refused(Exception):
    def __init__(self, line: int) -> None:
        super().__init__("refused")
        self.line = line


class Word:
    def __init__(self, line: int) -> None:
        self.line = line


def leave(count: int) -> None:
    if count > 5:
        sys.exit(4)
    sys.exit(0)


def check(line: int) -> None:
    if line > 7:
        raise Refused(line + 2)


def words(count: int) -> list[Word]:
    return [Word(7) for _ in range(count % 3 + 1)]
"""


def test_tests_state_exit_codes_and_what_objects_carry_without_mutants(project: Project) -> None:
    project.write("tool.py", TOOL)
    project.write("skua.yml", "version: 1\noracle:\n  mutants: 0\n")
    done = project.skua("run", "--iterations", "30", "--seed", "1")
    assert done.exit_code == 0, done.output + done.errors
    written = "".join(project.generated().values())
    faults = [("exit(4)", "exit(5)"), ("exit(0)", "exit(1)"), ("+ 2", "+ 3"), ("(7)", "(8)")]
    for before, after in faults:
        project.write("tool.py", TOOL.replace(before, after))
        assert project.pytest("tests/generated").returncode == 1, (before, written)
