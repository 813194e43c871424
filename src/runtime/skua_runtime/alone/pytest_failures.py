"""A pytest plug-in that describes a failed test: the call, the expected and the actual result, and
the function.

Adds the attribute ``skua_failure`` to the report of a failed call; pytest_report.py passes it on.
Imports nothing of the package. Runs only after a failure; unknown fields stay empty.
"""

from __future__ import annotations

import ast
import enum
import inspect
import itertools
import os
import re
from types import CodeType, FrameType
from typing import Any

import pytest

_LONGEST_TEXT = 200
_LONGEST_ARGUMENT = 60
_MOST_YIELDED = 10  # items of a generator that are shown
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # an address, which differs between runs
# Types with immutable values.
_CONSTANTS = (int, float, complex, str, bytes, tuple, frozenset, enum.Enum, type(None))
# Functions that turn an iterable into a collection.
_CONTENTS = ("list", "tuple", "dict", "set", "sorted")
# Exceptions raised by a call that does not fit the callable.
_MISFITS = (TypeError, AttributeError, NameError, ImportError)

# Operator and both operands of the last comparison in a failed assertion.
_compared: list[Any] = []


def pytest_assertrepr_compare(op: str, left: Any, right: Any) -> None:
    """Remember the comparison."""
    _compared[:] = [op, _text_of(left), _text_of(right)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call() -> None:
    """Forget comparisons of earlier tests."""
    _compared.clear()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Any:
    """Add the description to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    if report.failed and report.when == "call" and call.excinfo is not None:
        try:
            report.skua_failure = _Failure(item, call.excinfo.value).describe()
        except Exception:  # values of a test may run any code when they are examined
            report.skua_failure = None


class _Failure:
    """A test's exception, seen from the statement of the test that raised it."""

    def __init__(self, item: Any, exception: BaseException) -> None:
        self._exception = exception
        self._folder = os.getcwd()  # folder of the project
        self._file = str(getattr(item, "path", None) or item.fspath)
        frames = _frames_of(exception)
        own = [place for place in frames if place[0].f_code.co_filename == self._file]
        self._frame, self._line = own[-1]
        self._within = [frame for frame, _ in frames if frame is not self._frame]
        self._parameters = getattr(getattr(item, "callspec", None), "params", {})
        self._body = self._function_body(self._frame.f_code)
        self._at = _path_to(self._body, self._line)

    def describe(self) -> dict[str, Any]:
        """The description for the report."""
        called = self._called()
        expected, actual = self._sides(called)
        changed = self._code_that_raised(self._exception) or self._code_of(called)
        context = self._exception.__context__
        if self._is_asserting() and context is not None and self._raises():
            changed = self._code_that_raised(context) or changed
        return {
            "line": self._line,
            "call": self._subject_text(called) if called is not None else "",
            "expected": _bounded(expected),
            "actual": _bounded(actual),
            "path": self._project_path(changed.co_filename) if changed else "",
            "path_line": changed.co_firstlineno if changed else 0,
            "misfit": isinstance(self._exception, _MISFITS) and not self._code_that_raised(self._exception),
        }

    # The test's source.

    def _function_body(self, code: CodeType) -> list[ast.stmt]:
        with open(self._file, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == code.co_name:
                first = min([node.lineno, *(entry.lineno for entry in node.decorator_list)])
                if code.co_firstlineno in (first, node.lineno):
                    return node.body
        return []

    def _statement(self) -> ast.stmt | None:
        return self._at[-1] if self._at else None

    def _raises(self) -> ast.With | None:
        """The innermost ``with pytest.raises(…)`` around the failing line."""
        for statement in reversed(self._at):
            if isinstance(statement, ast.With) and any(map(_is_raises, statement.items)):
                return statement
        return None

    def _is_asserting(self) -> bool:
        return isinstance(self._exception, (AssertionError, pytest.fail.Exception))

    def _called(self) -> ast.Call | ast.Attribute | None:
        """The call that the failing statement checks."""
        statement = self._checked_statement()
        if statement is None:
            return None
        checked = _checked(statement)
        if checked is None:
            return _outermost_call(statement)
        for part in ast.walk(checked[0]):
            is_call = isinstance(part, ast.Call) and not _is_builtin(part.func)
            if isinstance(part, (ast.Call, ast.Attribute)) and (is_call or self._is_property(part)):
                return part
        return self._called_before(statement, checked)

    def _checked_statement(self) -> ast.stmt | None:
        """The failing statement, or the last one in its ``with pytest.raises(…)``."""
        within = self._raises()
        statement = within.body[-1] if within is not None else self._statement()
        if isinstance(statement, ast.With) and _is_raises(statement.items[0]):
            return statement.body[-1]
        return statement

    def _statements_before(self, statement: ast.stmt) -> list[ast.stmt]:
        body = ast.walk(ast.Module(self._body, []))
        earlier = [each for each in body if isinstance(each, ast.stmt) and each.lineno < statement.lineno]
        return sorted(earlier, key=lambda each: each.lineno)

    def _called_before(
        self, statement: ast.stmt, checked: list[ast.expr]
    ) -> ast.Call | ast.Attribute | None:
        """The earlier call that made or changed the checked value."""
        names = {getattr(node, "id", "") for side in checked for node in ast.walk(side)}
        earlier = self._statements_before(statement)
        for each in reversed(earlier):
            if _binds(each, names):
                return _outermost_call(each.body[-1])  # type: ignore[attr-defined]
        kinds = (ast.Expr, ast.Assign, ast.Assert)
        calls = [each for each in earlier if isinstance(each, kinds) and self._act_of(each)]
        makers = [each for each in calls if _assigns(each, names)]
        if makers and not isinstance(checked[0], (ast.Attribute, ast.Call)):
            maker, *others = calls[calls.index(makers[-1]) :]
            calls = [maker, *(each for each in others if self._may_change(each, checked[0]))]
        return self._act_of(calls[-1]) if calls else None

    def _act_of(self, statement: ast.stmt) -> ast.Call | ast.Attribute | None:
        """The call in a statement. In an assertion only calls of the project count, since other
        calls change nothing."""
        checked = _checked(statement)
        if checked is None:
            return _outermost_call(statement)
        call = _outermost_call(checked[0]) if checked else None
        if not isinstance(call, ast.Call):
            return None
        chained = any(isinstance(part, ast.Call) and not _is_builtin(part.func) for part in ast.walk(call.func))
        return call if chained or self._code_of(call) is not None else None

    def _may_change(self, statement: ast.stmt, value: ast.expr) -> bool:
        """Whether the statement uses the variable, and its value is mutable."""
        if not isinstance(value, ast.Name) or value.id not in self._frame.f_locals:
            return False
        if isinstance(self._frame.f_locals[value.id], _CONSTANTS):
            return False
        return any(isinstance(node, ast.Name) and node.id == value.id for node in ast.walk(statement))

    def _is_property(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return False
        base = self._evaluated(node.value)
        # In `error.value`, the exception is the result of another call.
        if not base or isinstance(base[0], pytest.ExceptionInfo):
            return False
        return isinstance(inspect.getattr_static(type(base[0]), node.attr, None), property)

    def _sides(self, called: ast.AST | None) -> tuple[str, str]:
        """The expected and the actual result, as strings."""
        exception = self._exception
        within = self._raises()
        if within is not None:
            raised = next(entry for entry in within.items if _is_raises(entry)).context_expr
            assert isinstance(raised, ast.Call)
            expected = "raises " + self._text(raised.args[0])
            match = next((entry.value for entry in raised.keywords if entry.arg == "match"), None)
            if match is None and len(raised.args) > 1:
                match = raised.args[1]
            if not self._is_asserting():
                return expected, _raising(exception)
            if exception.__context__ is not None:
                # The expected exception was raised, but with another message.
                return f"{expected} matching {self._value_text(match)}", _raising(exception.__context__)
            return expected, self._returned(called)
        statement = self._statement()
        if self._is_asserting() and statement is not None and _checked(statement) is not None:
            return self._sides_of_assertion(statement)
        return self._expected_of(statement), _raising(exception)

    def _sides_of_assertion(self, statement: ast.stmt) -> tuple[str, str]:
        checked = _checked(statement) or []
        if isinstance(statement, ast.Assert):
            if _compared:
                operator, left, right = _compared
                return (right if operator in ("==", "is") else f"{operator} {right}"), left
            test = statement.test
            if isinstance(test, ast.Call) and len(test.args) == 2:  # isinstance(value, Class)
                kind = self._evaluated(test.args[0])
                return "an instance of " + ast.unparse(test.args[1]), "an instance of " + (
                    type(kind[0]).__qualname__ if kind else "something else"
                )
            return ast.unparse(test), self._value_text(checked[0])
        values = self._values_in_method(statement)
        actual = _text_of(values[0]) if values else self._value_text(checked[0])
        if len(checked) > 1:
            return _text_of(values[1]) if len(values) > 1 else self._value_text(checked[1]), actual
        return ast.unparse(statement), actual

    def _values_in_method(self, statement: ast.stmt) -> list[Any]:
        """The arguments with which ``self.assertEqual(…)`` was called."""
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return []
        method = next((each for each in self._within if each.f_code.co_name == call.func.attr), None)
        if method is None:
            return []
        parameters = method.f_code.co_varnames[1 : 1 + len(call.args)]  # without `self`
        return [method.f_locals[name] for name in parameters if name in method.f_locals]

    def _expected_of(self, statement: ast.stmt | None) -> str:
        """The result that the test expects of a statement that raised unexpectedly."""
        checked = _checked(statement) if statement is not None else None
        if checked is not None and len(checked) > 1:
            return self._value_text(checked[1])
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            for each in self._body:
                sides = _checked(each)
                if sides is None or len(sides) < 2 or each.lineno < statement.lineno:
                    continue
                if isinstance(sides[0], ast.Name) and sides[0].id == statement.targets[0].id:
                    return self._value_text(sides[1])
        return "no exception"

    def _returned(self, called: ast.AST | None) -> str:
        """The result of the call that used to raise; the call is repeated."""
        if isinstance(called, ast.Call):
            result = self._evaluated(called)
            if result and not inspect.isawaitable(result[0]):
                return _outcome_text(result[0])
        return "raises nothing"

    # Values.

    def _evaluated(self, node: ast.AST | None) -> list[Any]:
        """A list with the expression's value; [] if it cannot be evaluated."""
        if not isinstance(node, ast.expr) or any(isinstance(part, ast.Await) for part in ast.walk(node)):
            return []
        code = compile(ast.Expression(node), self._file, "eval")
        try:
            return [eval(code, self._frame.f_globals, dict(self._frame.f_locals))]
        except Exception:
            return []

    def _value_text(self, node: ast.AST | None) -> str:
        if node is None:
            return ""
        if any(isinstance(part, ast.Call) and not _is_builtin(part.func) for part in ast.walk(node)):
            return self._text(node)
        value = self._evaluated(node)
        return _text_of(value[0]) if value else self._text(node)

    def _text(self, node: ast.AST) -> str:
        """The expression with short values instead of the test's variables."""

        class WithValues(ast.NodeTransformer):
            def visit_Name(this, name: ast.Name) -> ast.AST:
                known = {**self._frame.f_locals, **self._parameters}
                if name.id not in known or callable(known[name.id]):
                    return name
                text = _text_of(known[name.id])
                return name if text.startswith("<") or len(text) > _LONGEST_ARGUMENT else ast.Name(text)

        return ast.unparse(WithValues().visit(ast.parse(ast.unparse(node), mode="eval").body))

    def _subject_text(self, called: ast.Call | ast.Attribute) -> str:
        """The checked value: a call, as in ``quote(4)``; a part of its result, as in
        ``Table.parse('7').limit``; or a value read after the call, as in ``after Table.add(2),
        table.limit``."""
        call = self._call_text(called)
        statement = self._statement()
        checked = _checked(statement) if statement is not None and self._raises() is None else None
        if not checked or self._is_result(checked[0], called):
            return call
        suffix = _suffix_after(called, checked[0])
        return _bounded(f"{call}{suffix}") if suffix else f"after {call}, {_looked_at(checked[0])}"

    def _is_result(self, value: ast.expr, called: ast.AST) -> bool:
        """Whether the value is the call's result, or a collection of its items."""
        if isinstance(value, ast.Call) and len(value.args) == 1 and ast.unparse(value.func) in _CONTENTS:
            value = value.args[0]
        value = value.value if isinstance(value, ast.Await) else value
        if not isinstance(value, ast.Name):
            return value is called
        for node in ast.walk(ast.Module(self._body, [])):
            result: ast.AST
            if isinstance(node, ast.Assign) and _assigns(node, {value.id}):
                result = node.value
            elif _binds(node, {value.id}):
                result = node  # the context manager whose body contains the call
            else:
                continue
            if any(part is called for part in ast.walk(result)):
                return True
        return False

    def _call_text(self, called: ast.AST) -> str:
        """The call with classes and values: ``RateTable.add(5, 7)`` for ``table.add(limit, 7)``."""
        function = called.func if isinstance(called, ast.Call) else called
        name = ast.unparse(function)
        if isinstance(function, ast.Name) and function.id in self._frame.f_locals:
            name = self._local_text(function.id)
        if isinstance(function, ast.Attribute):
            base = self._evaluated(function.value) if isinstance(function.value, ast.Name) else []
            if base and not inspect.ismodule(base[0]) and not isinstance(base[0], type):
                name = f"{type(base[0]).__qualname__}.{function.attr}"
        if not isinstance(called, ast.Call):
            return name
        arguments = [self._text(each) for each in called.args]
        for keyword in called.keywords:
            before = "**" if keyword.arg is None else f"{keyword.arg}="
            arguments.append(before + self._text(keyword.value))
        return _bounded(f"{name}({', '.join(arguments)})")

    def _local_text(self, name: str) -> str:
        """The name of a called variable of the test: ``Table.__call__``, or the call that made the
        function, as in ``memoized(quote)``."""
        value = self._frame.f_locals[name]
        if not isinstance(value, type) and inspect.isfunction(getattr(type(value), "__call__", None)):
            return f"{type(value).__qualname__}.__call__"
        for node in ast.walk(ast.Module(self._body, [])):
            if not isinstance(node, ast.Assign) or not _assigns(node, {name}):
                continue
            text = self._text(node.value)
            if len(text) <= _LONGEST_ARGUMENT:
                return text
            if isinstance(node.value, ast.Call):
                return ast.unparse(node.value.func) + "(…)"
        return name

    # Functions of the project.

    def _code_that_raised(self, exception: BaseException) -> CodeType | None:
        for frame, _ in reversed(_frames_of(exception)):
            if frame.f_code.co_filename != self._file and self._project_path(frame.f_code.co_filename):
                return frame.f_code
        return None

    def _code_of(self, called: ast.AST | None) -> CodeType | None:
        function = called.func if isinstance(called, ast.Call) else called
        if isinstance(function, ast.Attribute):
            base = self._evaluated(function.value)
            if not base:
                return None
            owner = base[0] if isinstance(base[0], type) or inspect.ismodule(base[0]) else type(base[0])
            found = inspect.getattr_static(owner, function.attr, None)
        else:
            value = self._evaluated(function)
            found = value[0] if value else None
        if isinstance(found, type):
            found = inspect.getattr_static(found, "__init__", None)
        elif inspect.isfunction(getattr(type(found), "__call__", None)):
            found = inspect.getattr_static(type(found), "__call__")
        if isinstance(found, property):
            found = found.fget
        found = inspect.unwrap(getattr(found, "__func__", found))
        code = getattr(found, "__code__", None)
        return code if code is not None and self._project_path(code.co_filename) else None

    def _project_path(self, file: str) -> str:
        """The path relative to the project; "" for files outside of it and in site-packages."""
        path = os.path.relpath(file, self._folder) if os.path.isabs(file) else file
        outside = path.startswith((os.pardir, "<")) or "site-packages" in path.split(os.sep)
        return "" if outside else path


def _frames_of(exception: BaseException) -> list[tuple[FrameType, int]]:
    frames = []
    traceback = exception.__traceback__
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _path_to(body: list[ast.stmt], line: int) -> list[ast.stmt]:
    """The statements that contain the line, outermost first."""
    for statement in body:
        if statement.lineno <= line <= (statement.end_lineno or statement.lineno):
            return [statement, *_path_to(getattr(statement, "body", []), line)]
    return []


def _checked(statement: ast.AST) -> list[ast.expr] | None:
    """The value that an assertion checks, then the expected value; None for other statements."""
    if isinstance(statement, ast.Assert):
        test = statement.test
        if isinstance(test, ast.Compare):
            return [test.left, *test.comparators]
        if isinstance(test, ast.UnaryOp):
            return [test.operand]
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            return [test.args[0]]
        return [test]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr.startswith("assert"):
            return list(statement.value.args)
    return None


def _suffix_after(called: ast.AST, value: ast.expr) -> str:
    """``.limit`` for ``parse(text).limit``; "" if the value is not a part of the result."""
    node: ast.expr = value
    while node is not called:
        if not isinstance(node, (ast.Attribute, ast.Subscript)):
            return ""
        node = node.value
    return ast.unparse(value)[len(ast.unparse(called)) :]


def _looked_at(value: ast.expr) -> str:
    text = ast.unparse(value)
    for stream, name in (("out", "the output"), ("err", "the error output")):
        if text.endswith(f".readouterr().{stream}"):
            return name
    return text if len(text) <= _LONGEST_ARGUMENT else text[: _LONGEST_ARGUMENT - 1] + "…"


def _is_raises(item: ast.withitem) -> bool:
    call = item.context_expr
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("raises", "assertRaises", "assertRaisesRegex")
    )


def _is_builtin(function: ast.expr) -> bool:
    names = ("len", "str", "list", "repr", "dict", "set", "bool", "type", "approx", "readouterr")
    return (function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")) in names


def _outermost_call(statement: ast.AST) -> ast.Call | ast.Attribute | None:
    attribute = None
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and not _is_builtin(node.func):
            return node
        if isinstance(node, ast.Attribute) and attribute is None:
            attribute = node
    return attribute


def _assigns(statement: ast.stmt, names: set[str]) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id in names for target in targets)


def _binds(statement: ast.AST, names: set[str]) -> bool:
    """Whether the statement is a ``with`` that assigns to one of the names."""
    items = statement.items if isinstance(statement, ast.With) else []
    return any(getattr(item.optional_vars, "id", None) in names for item in items)


def _raising(exception: BaseException) -> str:
    message = str(exception)
    return f"raises {type(exception).__qualname__}" + (f": {message}" if message else "")


def _outcome_text(result: Any) -> str:
    if not inspect.isgenerator(result):
        return "returns " + _text_of(result)
    try:
        return "yields " + _text_of(list(itertools.islice(result, _MOST_YIELDED)))
    except Exception as exception:
        return _raising(exception)


def _text_of(value: Any) -> str:
    try:
        if isinstance(value, enum.Enum) and value.name:
            return f"{type(value).__qualname__}.{value.name}"
        return _bounded(_ADDRESS.sub("", repr(value)))
    except Exception:
        return f"<{type(value).__qualname__}>"


def _bounded(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
