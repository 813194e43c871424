"""Observes a test for the engine: the result and effects of each statement, and the exception."""

from __future__ import annotations

import ast
import gc
import json
import linecache
import os
import sys
import types
import warnings
from typing import Any, Optional, Sequence

from skua_runtime.alone.project_state import ProjectState, know_root
from skua_runtime.source import docstrings
from skua_runtime.source.nodes import walk
from skua_runtime.world import asking, circumstances, surroundings
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.world.effects import Effects
from skua_runtime.world.missing_packages import MissingPackages, Restores
from skua_runtime.frameworks import django_project, known
from skua_runtime.loading import LoadedModule
from skua_runtime.world.named import know_named_objects
from skua_runtime.world.names import is_class, is_importable, type_name
from skua_runtime.world.side_effects import SideEffects
from skua_runtime.world.values import LONGEST_TEXT, SUBJECT_EXCEPTIONS, Value, is_volatile
from skua_runtime.world.values import know_versions, to_value, without_addresses
from skua_runtime.serving.views import TEXT_FIELD, Views
from skua_runtime.world.project_files import is_project_file

_RUNTIME = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_MOST_FRAMES = 5
_LONGEST_LINE = 200
_MANY = 1_000_000  # objects, of which a test makes fewer
_MOST_CALLS = 12  # of a function that a test passes
_Calls = list[tuple[tuple[Any, ...], dict[str, Any]]]


def _raises_no_exception(exception: BaseException) -> bool:
    """Whether a `raise` failed, such as `raise NotImplemented`, which is no exception."""
    said = "exceptions must derive from BaseException"
    return type(exception) is TypeError and _message(exception) == said


class Observer:
    """Called by skua_native.serve, in this order: begin, after…, at most one raised, changed where the
    test changed the project's state, finish, and calls_of where a statement makes a function.
    """

    def __init__(
        self, cluster: Cluster, loaded: LoadedModule, root: str, side_effects: SideEffects
    ) -> None:
        self._cluster = cluster
        self._side_effects = side_effects
        self._root = os.path.realpath(root)
        # If an object replaces the module, its names are not the module's.
        names = vars(loaded.original) if loaded.module is loaded.original else {}
        self._effects = Effects(names)
        known.show_results()
        self._views = Views(self._root, self._effects, side_effects)
        # Lines that raise, by file. The subject's are found before tests are forked.
        self._raising_lines = {os.path.realpath(loaded.file): _lines_that_raise(loaded.tree)}
        linecache.getlines(loaded.file)
        surroundings.know_folders(self._root)
        know_versions(self._is_own)
        know_named_objects(loaded.name, names, self._is_own)
        self._missing_packages = MissingPackages(loaded.original, loaded.tree, self._is_own)
        self._state: Optional[ProjectState] = None
        self._forget()

    def _is_own(self, module: types.ModuleType) -> bool:
        return is_project_file(vars(module).get("__file__"), self._root)

    def begin(self) -> None:
        """A test begins."""
        self._forget()
        circumstances.begin_test()
        self._side_effects.watch()
        self._effects.begin()
        asking.begin_test()
        sys.unraisablehook = self._noted_unraisable
        gc.set_threshold(_MANY)  # no automatic garbage collection during the test

    def _forget(self) -> None:
        self._statements: list[dict[str, Any]] = []
        self._exception: Optional[dict[str, Any]] = None
        self._effects_of_raising: dict[str, Any] = {}
        self._seed_is_unused = False
        self._seen: dict[int, Value] = {}  # variable → what was last known of it
        self._calls: dict[int, _Calls] = {}  # of functions that the test made, by variable
        self._finalizer_failed = False
        self._restores: Restores = []
        # Assignments that a test needs so that a missing package stays missing; None: impossible.
        self._sets: Optional[Restores] = []
        django_project.forget_use()

    def _noted_unraisable(self, unraisable: object) -> None:
        self._finalizer_failed = True

    def after(
        self,
        index: int,
        result: object,
        operands: Sequence[int],
        variables: Sequence[object],
        callable: int,
    ) -> None:
        """Observe a statement that ended without an exception: its result, changed operands and
        effects."""
        if circumstances.collects_garbage:
            gc.collect()
        circumstances.stall()
        asking.notes(False)
        effects = self._effects_of(callable)
        changes = []
        for variable in dict.fromkeys(operands) if callable >= 0 else ():
            if variable not in self._calls:
                changes += self._change(variable, self._views.of(variables[variable]))
        changes += self._changed_calls()
        self._seed_is_unused = surroundings.seed_is_unused()
        if index in self._calls:
            value = _calls_value(self._calls[index])
        else:
            value = self._views.of(result) if callable >= 0 else to_value(result)
        self._seen[index] = value
        self._statements.append({"result": value, "changes": changes, **effects})
        asking.notes(True)

    def calls_of(self, index: int) -> _Calls:
        """A list of the calls of the function that statement `index` of the test makes."""
        return self._calls.setdefault(index, [])

    def _changed_calls(self) -> list[list[Any]]:
        """The calls so far, with their arguments as they are now, where they changed."""
        changes = []
        for variable, calls in self._calls.items():
            if variable in self._seen:
                changes += self._change(variable, _calls_value(calls))
        return changes

    def _change(self, variable: int, value: Value) -> list[list[Any]]:
        if value == self._seen.get(variable):
            return []
        self._seen[variable] = value
        return [[variable, value]]

    def _effects_of(self, callable: int) -> dict[str, Any]:
        """The effects of a call. Called before values are described, since describing may have
        effects."""
        if callable < 0:
            return {}
        if self._cluster.callables[callable]["kind"] == "environment":
            self._effects.prepared()
            return {}
        return self._effects.take()

    def raised(self, index: int, exception: BaseException, callable: int) -> None:
        """Observe the exception that ended the test."""
        asking.notes(False)
        self._effects_of_raising = self._effects_of(callable)
        if changes := self._changed_calls():
            self._effects_of_raising["changes"] = changes
        self._seed_is_unused = surroundings.seed_is_unused()
        kind = type(exception)
        frames = list(_frames(exception))
        path, line, explicit = self._place(frames)
        importable = next(cls for cls in kind.__mro__ if is_importable(cls))
        is_own_message = self._is_worded_by_project(exception)
        if is_own_message or isinstance(exception, SystemExit):
            self._effects_of_raising["result"] = self._payload(exception)
        with self._side_effects.on_trial():
            self._sets = self._missing_packages.assignments_for(exception)
        self._exception = {
            "type": type_name(kind),
            "importable": type_name(importable),
            "message": _message(exception),
            "path": path,
            "line": line,
            "explicit": explicit and not _raises_no_exception(exception),
            "documented": self._is_documented(kind, callable),
            "at_boundary": isinstance(exception, TypeError) and not self._entered(frames, callable),
            "foreign_message": not is_own_message,
            "frames": [self._described(*frame) for frame in _last_frames(frames)],
        }

    def _payload(self, exception: BaseException) -> Value:
        """The exception as a VALUE, with its message instead of `args` if they hold nothing else.
        """
        value = self._views.of(exception)
        args = BaseException.args.__get__(exception)  # type: ignore[attr-defined]
        fields = dict(value.get("f", ()))
        if "args" in fields and (not args or len(args) == 1 and type(args[0]) is str):
            del fields["args"]
            text = to_value(_text(exception))
            if text["k"] == "str":
                fields.setdefault(TEXT_FIELD, text)
            value["f"] = [list(field) for field in fields.items()]
        return value

    def know_state(self) -> None:
        """Remember the state of the project before tests."""
        know_root(self._root)
        self._state = ProjectState()

    def changed(self) -> None:
        """Find the state that the test changed and that a test can restore."""
        found = self._state.changes() if self._state is not None else []
        changes = [
            one
            for one in found
            if not surroundings.is_replaced(one.get("module", ""), one.get("path", ""))
        ]
        if all(map(_can_be_put_back, changes)):
            restores = {(change["by"], change["module"], change["path"]) for change in changes}
            self._restores = sorted(restores)

    def finish(self, verdict: str) -> str:
        """The JSON of all observations. Called when the test's objects are released."""
        asking.notes(False)
        self._effects.end()
        # not restored: the process observes nothing else
        sys.unraisablehook = self._noted_unraisable
        with warnings.catch_warnings():
            # Let finalizers that warn fail, such as that of a coroutine that was not awaited.
            warnings.simplefilter("error")
            self._calls.clear()
            gc.collect()  # else it would fail during another test
        if self._effects.needs_real_streams:
            for statement in (*self._statements, self._effects_of_raising):
                statement.setdefault("unstable", []).extend(("printed", "printed_errors"))
        answer: dict[str, Any] = {"verdict": verdict, "statements": self._statements}
        if side_effect := self._side_effects.stop():
            answer["side_effect"] = side_effect
        elif self._finalizer_failed:
            answer["side_effect"] = "a failing finalizer"
        elif self._sets is None:
            answer["side_effect"] = "a package that is missing"
        if self._seed_is_unused:
            answer["seed_unused"] = True
        if django_project.database_is_used():
            self._restores.append(("database", "django.db", "connection"))
        if restores := sorted({*self._restores, *(self._sets or ()), *asking.pinned()}):
            answer["restores"] = restores
        if self._exception is not None:
            answer["exception"] = self._exception
            answer["raising"] = self._effects_of_raising
        return json.dumps(answer)

    def _described(self, code: types.CodeType, line: int) -> list[Any]:
        """A FRAME: [path without this machine's folders, line, function, source line]."""
        path = os.path.realpath(code.co_filename)
        if is_project_file(code.co_filename, self._root):
            path = os.path.relpath(path, self._root)
        else:
            below = [
                one for one in map(os.path.realpath, sys.path) if path.startswith(one + os.sep)
            ]
            base = max(below, key=len, default=os.path.dirname(path))
            path = os.path.relpath(path, base)
        text = linecache.getline(code.co_filename, line).strip()
        function = getattr(code, "co_qualname", code.co_name)
        return [path.replace(os.sep, "/"), line, function, text[:_LONGEST_LINE]]

    def _place(self, frames: list[tuple[types.CodeType, int]]) -> tuple[str, int, bool]:
        for code, line in reversed(frames):
            if is_project_file(code.co_filename, self._root):
                path = os.path.realpath(code.co_filename)
                relative = os.path.relpath(path, self._root).replace(os.sep, "/")
                return relative, line, line in set().union(*self._lines_that_raise(path))
        return "", 0, False

    def _is_worded_by_project(self, exception: BaseException, depth: int = 0) -> bool:
        """Whether a `raise` of the project made the message, and not from another exception's
        message."""
        frames = _frames(exception)
        if not frames or not is_project_file(frames[-1][0].co_filename, self._root):
            return False
        code, line = frames[-1]
        if line not in self._lines_that_raise(os.path.realpath(code.co_filename))[0]:
            return False
        earlier = exception.__cause__ or exception.__context__
        if earlier is None or depth == _MOST_FRAMES:
            return True
        text = _message(earlier)
        repeats = text != "" and text in _message(exception)
        return not repeats or self._is_worded_by_project(earlier, depth + 1)

    def _lines_that_raise(self, path: str) -> tuple[set[int], set[int]]:
        known = self._raising_lines.get(path)
        if known is None:
            try:
                with open(path, "rb") as stream:
                    known = _lines_that_raise(ast.parse(stream.read()))
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                known = set(), set()
            self._raising_lines[path] = known
        return known

    def _is_documented(self, kind: type, callable: int) -> bool:
        names: set[str] = set()
        for function in self._functions(callable):
            names |= docstrings.documented_exceptions(_attribute(function, "__doc__"))
        return any(cls.__name__ in names for cls in kind.__mro__)

    def _entered(self, frames: list[tuple[types.CodeType, int]], callable: int) -> bool:
        codes = [_attribute(function, "__code__") for function in self._functions(callable)]
        known = [code for code in codes if code is not None]
        if known:
            return any(code in known for code, _ in frames)
        return any(is_project_file(code.co_filename, self._root) for code, _ in frames)

    def _functions(self, callable: int) -> list[Any]:
        """The functions that a call may run first: the object, what it wraps, and `__init__` or
        `__new__`."""
        if callable < 0:
            return []
        found = self._cluster.callable_objects[callable]
        functions = [found]
        if is_class(found):
            functions += [_attribute(found, name) for name in ("__init__", "__new__")]
        for function in functions:
            for name in ("__wrapped__", "__func__"):
                inner = _attribute(function, name)
                if inner is not None and len(functions) < 20:
                    functions.append(inner)
                    break
        return functions


def _calls_value(calls: _Calls) -> Value:
    if len(calls) > _MOST_CALLS:
        return {"k": "opaque", "c": "builtins:list"}
    return to_value(calls, -2)  # what is passed is as deep in it as in a list


def _can_be_put_back(change: dict[str, str]) -> bool:
    """Whether a test can restore the changed attribute, by an ASCII name."""
    names = f"{change['module']}.{change['path']}".split(".") if "by" in change else []
    return names != [] and all(name.isascii() and name.isidentifier() for name in names)


def _attribute(thing: Any, name: str) -> Any:
    """The attribute; None if it is missing or reading it raises."""
    try:
        return getattr(thing, name, None)
    except SUBJECT_EXCEPTIONS:
        return None


def _frames(exception: BaseException) -> list[tuple[types.CodeType, int]]:
    frames = []
    traceback = exception.__traceback__
    while traceback is not None:
        frames.append((traceback.tb_frame.f_code, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _last_frames(frames: list[tuple[types.CodeType, int]]) -> list[tuple[types.CodeType, int]]:
    """The last frames, without those of the runtime, which a written test does not have."""
    theirs = [frame for frame in frames if not frame[0].co_filename.startswith(_RUNTIME)]
    return theirs[-_MOST_FRAMES:]


def _text(exception: BaseException) -> str:
    try:
        text = str(exception)
        text.encode()
    except SUBJECT_EXCEPTIONS:
        return ""
    return text


def _message(exception: BaseException) -> str:
    text = without_addresses(_text(exception))
    says_nothing = not text.strip("…") or is_volatile(text)
    return "" if says_nothing else text[:LONGEST_TEXT]


def _lines_that_raise(tree: ast.Module) -> tuple[set[int], set[int]]:
    """Two sets of lines: of `raise` and `assert`, and of `try` bodies with a handler that
    re-raises."""
    raising, raising_again = set[int](), set[int]()
    for node in walk(tree):
        if isinstance(node, (ast.Raise, ast.Assert)):
            raising.update(range(node.lineno, _last_line(node) + 1))
        elif isinstance(node, ast.Try) and any(map(_raises_again, node.handlers)):
            raising_again.update(range(node.body[0].lineno, _last_line(node.body[-1]) + 1))
    return raising, raising_again


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _raises_again(handler: ast.ExceptHandler) -> bool:
    for node in walk(handler):
        if isinstance(node, ast.Raise):
            if node.exc is None or (isinstance(node.exc, ast.Name) and node.exc.id == handler.name):
                return True
    return False
