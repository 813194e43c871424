"""What generated files say of each test, read without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from common.sources import Function, module_of, parsed, tests_in

_WRONG_TYPE = ("TypeError", "AttributeError")


@dataclass
class Test:
    module: str  # that it is for
    name: str
    statements: int  # without assertions, and each row of a table counts its test's
    assertions: int
    values: list[object]  # literals that it passes, not those that it expects
    raises: str  # the exception that it expects; empty: none
    is_bare: bool  # and nothing is said of its message
    calls: list[tuple[str, list[ast.expr], dict[str, ast.expr]]]  # name, arguments
    private: list[str]  # names with an underscore that it uses
    mark: str = ""  # a finding's decorator
    tautologies: list[str] = field(default_factory=list)
    early: int = 0  # assertions that stand before the last statement that acts


def read_folder(folder: Path) -> list[Test]:
    """The tests of all generated files in a folder."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    return [test for text in texts if (of := module_of(text)) for test in read_tests(of, text)]


def read_tests(module: str, text: str) -> list[Test]:
    """The tests of a file, which is for a module."""
    return [_describe(module, node) for _, node in tests_in(parsed(text))]


def mark_of(node: Function) -> str:
    """The decorator of a finding; empty for a test that is none."""
    marks = [ast.unparse(one) for one in node.decorator_list if "parametrize" not in ast.unparse(one)]
    return next((one for one in marks if "xfail" in one or "skip" in one), "")


def _describe(module: str, node: Function) -> Test:
    tables = [one for one in node.decorator_list if "parametrize" in ast.unparse(one)]
    mark = mark_of(node)
    simple = [one for one in _statements(node.body) if not isinstance(one, ast.With)]
    checks = [one for one in simple if isinstance(one, ast.Assert)]
    withs = [one for one in _statements(node.body) if isinstance(one, ast.With)]
    expected = [item.context_expr for one in withs for item in one.items]
    raising = [one for one in expected if ast.unparse(one).startswith(("pytest.raises", "raises"))]
    raises = ast.unparse(raising[0].args[0]) if raising and isinstance(raising[0], ast.Call) else ""
    is_bare = bool(raising) and "match" not in ast.unparse(raising[0])
    acts: list[ast.AST] = [one for one in simple if not isinstance(one, ast.Assert)]
    acts += [_given(one.test) for one in checks]
    acts += [row for table in tables if isinstance(table, ast.Call) for row in _inputs(table)]
    return Test(
        module,
        node.name,
        len(simple) - len(checks),
        len(checks) + bool(raising),
        [one.value for act in acts for one in ast.walk(act) if isinstance(one, ast.Constant)],
        raises,
        is_bare,
        [call for act in acts for call in _calls(act)],
        sorted({name for act in acts for name in _private(act)}),
        mark,
        [text for one in checks if (text := _tautology(one.test, simple))],
        _early(node.body),
    )


def _early(body: list[ast.stmt]) -> int:
    """How many assertions stand before the act: the last statement that is no assertion, or one that calls itself."""
    acts = [i for i, one in enumerate(body) if not isinstance(one, ast.Assert) or _calls_more_than_builtins(one)]
    return sum(isinstance(one, ast.Assert) for one in body[: acts[-1]]) if acts else 0


def _calls_more_than_builtins(node: ast.stmt) -> bool:
    calls = [ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)]
    builtin = {"len", "str", "repr", "isinstance", "hash", "bool", "list", "type", "pytest.approx", "approx"}
    return any(name not in builtin and not name.endswith(("readouterr", "read_text", "read_bytes")) for name in calls)


def is_counted(name: str) -> bool:
    """Whether the name tells a size or a number, but nothing of the test: `…_after_7_calls`, `…_returns_none_3`."""
    return bool(re.search(r"_of_\d+_characters?|_after_\d+_calls|_[2-9]$|_\d{7,}", name))


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        yield node
        if isinstance(node, (ast.With, ast.AsyncWith, ast.For, ast.If)):
            yield from _statements(node.body)


def _given(test: ast.expr) -> ast.expr:
    """The part of an assertion that acts: what is compared, without what is expected."""
    return test.left if isinstance(test, ast.Compare) else test


def _inputs(table: ast.Call) -> Iterator[ast.expr]:
    """The cells of a table but those of columns that say what is expected."""
    names = re.findall(r"\w+", " ".join(ast.unparse(one) for one in table.args[:1]))
    rows = table.args[1].elts if len(table.args) > 1 and isinstance(table.args[1], ast.List) else []
    for row in rows:
        if isinstance(row, ast.Call) and row.args:  # pytest.param(…)
            row = row.args[0] if len(row.args) == 1 else ast.Tuple(row.args, ast.Load())
        cells = row.elts if isinstance(row, ast.Tuple) and len(names) > 1 else [row]
        for name, cell in zip(names, cells):
            if not name.startswith("expected"):
                yield cell


def _calls(act: ast.AST) -> Iterator[tuple[str, list[ast.expr], dict[str, ast.expr]]]:
    for node in ast.walk(act):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            yield name, node.args, {one.arg: one.value for one in node.keywords if one.arg}


def _private(act: ast.AST) -> Iterator[str]:
    for node in ast.walk(act):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            yield node.attr
        elif isinstance(node, ast.Name) and re.match(r"_\w", node.id):
            yield node.id


def _tautology(test: ast.expr, statements: list[ast.stmt]) -> str:
    """The assertion's text, if it compares a variable with itself or with a copy of its name."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return ""
    left, right = ast.unparse(test.left), ast.unparse(test.comparators[0])
    copies = {
        (ast.unparse(one.targets[0]), ast.unparse(one.value))
        for one in statements
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name)
    }
    same = isinstance(test.ops[0], (ast.Eq, ast.Is)) and (
        left == right or (left, right) in copies or (right, left) in copies
    )
    return ast.unparse(test) if same and isinstance(test.left, ast.Name) else ""


def is_wrong_type(test: Test) -> bool:
    return test.raises.rpartition(".")[2] in _WRONG_TYPE and test.is_bare
