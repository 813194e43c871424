"""What stands in a folder of generated tests: functions by name, what passes, which lines are covered."""

from __future__ import annotations

import ast
import difflib
import json
import os
import subprocess
import textwrap
import xml.etree.ElementTree as ElementTree

from conftest import PYTHON, Project

FOLDER = "tests/generated"


def functions(text: str) -> dict[str, str]:
    """Name of each test function or method → its text, from the first decorator on."""
    lines = text.splitlines()
    found = {}
    body = ast.parse(text).body
    cases = [node for node in body if isinstance(node, ast.ClassDef) and node.name.startswith("Test")]
    for owner, nodes in [("", body), *((f"{case.name}::", case.body) for case in cases)]:
        for node in nodes:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test"):
                continue
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[owner + node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


class _WithValues(ast.NodeTransformer):
    """Puts the values of a row in the places of its parameters."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def _values_by_row(function: ast.FunctionDef) -> list[dict[str, ast.expr]]:
    """What stands for each parameter in each row of its table; nothing, once, where it has no table."""
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, ast.List(elts=elements)]):
                parameters = ast.literal_eval(names)
                # A row that is marked is a call of pytest.param.
                of_rows = [one.args if isinstance(one, ast.Call) else [one] for one in elements]
                if not isinstance(parameters, str):
                    of_rows = [of[0].elts if isinstance(of[0], ast.Tuple) else of for of in of_rows]
                    return [dict(zip(parameters, of, strict=True)) for of in of_rows]
                return [{parameters: of[0]} for of in of_rows]
    return [{}]


def rows(text: str) -> dict[str, list[str]]:
    """What each test function or method does, once for each of its rows, in pytest's order.

    A row that moves up, or that becomes a function of its own, keeps its text.
    """
    found = {}
    for name, function in functions(text).items():
        node = ast.parse(textwrap.dedent(function)).body[0]
        assert isinstance(node, ast.FunctionDef)
        body = ast.unparse(ast.Module(node.body, []))
        found[name] = [
            ast.unparse(_WithValues(values).visit(ast.parse(body))) for values in _values_by_row(node)
        ]
    return found


def all_functions(files: dict[str, str]) -> dict[tuple[str, str], str]:
    return {(file, name): text for file, of in files.items() for name, text in functions(of).items()}


def changed_lines(before: dict[str, str], after: dict[str, str]) -> int:
    """Lines that `git diff` would show as removed or added."""
    count = 0
    for name in before.keys() | after.keys():
        old, new = before.get(name, "").splitlines(), after.get(name, "").splitlines()
        for line in difflib.unified_diff(old, new, lineterm="", n=0):
            count += line[0] in "+-" and not line.startswith(("+++", "---"))
    return count


def lines_of_changed_tests(before: dict[str, str], after: dict[str, str]) -> int:
    """Lines of the tests that were added, dropped or written anew."""
    old, new = all_functions(before), all_functions(after)
    count = 0
    for test in old.keys() | new.keys():
        if old.get(test) != new.get(test):
            count += len(old.get(test, "").splitlines()) + len(new.get(test, "").splitlines())
    return count


class Standing:
    """Which tests pass, and which lines of each source file they execute, by pytest and coverage.py.

    A test is told by its module or class and by what it does: its name and its row may be another.
    """

    def __init__(self, project: Project, source: str) -> None:
        data, report = project.root / ".measured", project.root / "measured.xml"
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_FILE": str(data)}

        def run(*arguments: str) -> subprocess.CompletedProcess:
            return subprocess.run(
                [PYTHON, "-m", *arguments],
                cwd=project.root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
            )

        pytest = ["pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", FOLDER]
        run("coverage", "run", f"--source={source}", f"--omit={FOLDER}/*", "-m", *pytest)
        run("coverage", "json", "-q", "-o", str(report.with_suffix(".json")))
        texts = {
            ".".join([*FOLDER.split("/"), file.removesuffix(".py"), *owner]) + "::" + name: iter(of)
            for file, text in project.generated().items()
            for (*owner, name), of in (
                (function.split("::"), of) for function, of in rows(text).items()
            )
        }
        self.passed: set[str] = set()
        self.failed: dict[str, str] = {}
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            function = f"{case.get('classname')}::{str(case.get('name')).split('[')[0]}"
            name = (
                f"{case.get('classname')}: {next(texts.get(function, iter(())), case.get('name'))}"
            )
            bad = [child for child in case if child.tag in ("failure", "error")]
            if bad:
                self.failed[name] = str(bad[0].get("message"))
            elif not list(case.iter("skipped")):
                self.passed.add(name)
        files = json.loads(report.with_suffix(".json").read_text())["files"]
        self.covered = {(name, line) for name, file in files.items() for line in file["executed_lines"]}
        for file in (data, report, report.with_suffix(".json")):
            file.unlink(missing_ok=True)
