"""Runs hand-written tests once with the instrumented subject, under the project's own pytest.

Reports the covered goals, and the types passed for parameters without a known type:

    {"code_objects": [i…], "true": [predicate…], "false": [predicate…],
     "tests": n, "ended": n, "collected": n, "failed": n, "complete": bool,
     "seconds": limit for import and tests, "calls": [CALL…],
     "types": [{"callable": "Class.name", "kind", "parameter", "types": [TYPE…]}…]}
    CALL  ["shop/cart.py", "Cart.total", 3, "shop/rates.py", "Rates.quote"]: a call between the
          subject and another module; 3 is the line, counted from the first of Cart.total;
          only if calls are recorded
    TYPE  ["int"] ["list", TYPE] ["dict", TYPE, TYPE] ["class" | "enum", "module:Qualified.Name"]

The tests run in a fork of the server. If a test hangs or ends the process, another fork runs the
tests after it. Goals covered by failing tests count, as in coverage tools.
"""

from __future__ import annotations

import enum
import inspect
import json
import os
import select
import signal
import sys
import time
import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn, Optional

import skua_native

from skua_runtime.cluster.types_of import ANY
from skua_runtime.seeds.calls_of_tests import CallRecorder
from skua_runtime.world.apart import fork_quietly

_MOST_FORKS = 20
_MOST_CALLS = 50  # calls of one function that are examined at most
_MOST_TYPES = 6  # recorded types of one parameter at most
_DEEPEST = 2
_TEST_SHARE = 0.5  # share of the whole time that one test may take
_PLAIN = (bool, int, float, complex, str, bytes)
_COLLECTIONS: dict[type, str] = {
    list: "list",
    set: "set",
    frozenset: "frozen_set",
    tuple: "tuple_of",
}

Goals = dict[str, set[int]]
Key = tuple[str, str, str]  # qualified name and kind of the callable, name of the parameter


def run_existing_tests(
    cluster: Any,
    root: str,
    files: Sequence[str],
    seconds: float,
    calls_of: Optional[str] = None,
) -> dict[str, Any]:
    """Run the tests for at most `seconds`, besides the time to kill a process.

    Records calls if `calls_of`, the subject's file, is given.
    """
    return _Runner(cluster, root, files, seconds, calls_of).run()


class _Runner:
    def __init__(
        self,
        cluster: Any,
        root: str,
        files: Sequence[str],
        seconds: float,
        calls_of: Optional[str],
    ) -> None:
        self._cluster = cluster
        self._root = root
        self._files = [os.path.join(root, file) for file in files]
        self._end = time.monotonic() + seconds
        self._test_seconds = seconds * _TEST_SHARE
        self._begun: list[str] = []
        self._collected = self._ended = 0
        self._failed = 0
        self._goals: Goals = {"code_objects": set(), "true": set(), "false": set()}
        self._types: dict[Key, list[list[Any]]] = {}
        self._calls_of = calls_of
        self._calls: dict[tuple[Any, ...], None] = {}

    def run(self) -> dict[str, Any]:
        """Run the tests in forks until all have run, and return the report."""
        complete = False
        for _ in range(_MOST_FORKS):
            before = len(self._begun)
            complete = self._run_fork()
            if complete or time.monotonic() >= self._end or len(self._begun) == before:
                break
        answer: dict[str, Any] = {
            **{kind: sorted(covered) for kind, covered in self._goals.items()},
            "tests": len(self._begun),
            "ended": self._ended,
            "collected": self._collected,
            "failed": self._failed,
            "complete": complete,
            "types": [
                {"callable": name, "kind": kind, "parameter": parameter, "types": found}
                for (name, kind, parameter), found in self._types.items()
            ],
        }
        if self._calls_of is not None:
            answer["calls"] = sorted(self._calls)
        return answer

    def _run_fork(self) -> bool:
        """Run the remaining tests in a fork; returns whether all of them ended."""
        reading, writing = os.pipe()
        child = fork_quietly()
        if child == 0:
            os.close(reading)
            self._run_pytest(writing)
        os.close(writing)
        ended = False
        for message in self._messages(reading):
            self._take(message)
            ended = "end" in message
            if ended:
                break
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return ended

    def _messages(self, reading: int) -> Iterator[dict[str, Any]]:
        """Messages from the child until it closes the pipe, or sends nothing for too long."""
        rest = b""
        silent_until = self._end  # a single test's limit does not apply to collection
        while True:
            left = min(self._end, silent_until) - time.monotonic()
            if left <= 0 or not select.select([reading], [], [], left)[0]:
                return
            data = os.read(reading, 1 << 16)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            yield from map(json.loads, lines)
            silent_until = time.monotonic() + self._test_seconds

    def _take(self, message: dict[str, Any]) -> None:
        if "begins" in message:
            self._begun.append(message["begins"])
        self._ended += "failed" in message
        self._failed += message.get("failed", 0)
        self._collected = max(self._collected, message.get("collected", 0))
        self._calls.update(dict.fromkeys(map(tuple, message.get("calls", ()))))
        for kind, covered in self._goals.items():
            covered.update(message.get(kind, ()))
        for name, kind, parameter, described in message.get("types", ()):
            found = self._types.setdefault((name, kind, parameter), [])
            if described not in found and len(found) < _MOST_TYPES:
                found.append(described)

    def _run_pytest(self, writing: int) -> NoReturn:
        status = 1
        try:
            os.chdir(self._root)
            sys.argv = ["pytest"]
            import pytest

            calls = None
            if self._calls_of is not None:
                calls = CallRecorder(self._calls_of, self._root, self._files)
            session = _Session(writing, self._begun, _TypeRecorder(self._cluster), calls)
            skua_native.reset()
            pytest.main(
                [
                    *("-q", "-s", "-p", "no:cacheprovider", "-p", "no:randomly"),
                    *("-p", "no:random_order", "--continue-on-collection-errors"),
                    # Drop options of the project, which may ask for coverage, parallel runs and
                    # reports.
                    *("-o", "addopts=", "--rootdir", self._root, *self._files),
                ],
                plugins=[session],
            )
            status = 0
        finally:
            # Exit without atexit handlers and buffers, which belong to the parent.
            os._exit(status)


class _Session:
    """Plug-in of pytest that skips the tests that an earlier fork began, and reports on the others.
    """

    def __init__(
        self,
        writing: int,
        begun: Iterable[str],
        recorder: _TypeRecorder,
        calls: Optional[CallRecorder],
    ) -> None:
        self._writing = writing
        self._begun = frozenset(begun)
        self._types, self._calls = recorder, calls
        self._known: Goals = {"code_objects": set(), "true": set(), "false": set()}
        self._process = os.getpid()
        self._failed = False
        self._looks = False

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self._tell({"collected": len(items)})
        items[:] = [item for item in items if item.nodeid not in self._begun]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._tell({"begins": nodeid})
        self._failed = False
        self._looks = self._types.wants_any() or self._calls is not None
        if self._looks:
            sys.setprofile(self._look)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self._failed |= report.failed

    def pytest_runtest_logfinish(self) -> None:
        if self._looks:
            sys.setprofile(None)
        shown: dict[str, Any] = {"types": self._types.take()}
        if self._calls is not None:
            shown["calls"] = self._calls.take()
        self._tell({"failed": int(self._failed), **self._news(), **shown})

    def pytest_sessionfinish(self) -> None:
        self._tell({"end": True, **self._news()})

    def _look(self, frame: types.FrameType, event: str, _argument: object) -> None:
        if event == "call":
            if self._calls is not None:
                self._calls.look(frame)
            self._types.look(frame)

    def _news(self) -> dict[str, list[int]]:
        """The goals covered since the last call that were not covered before."""
        recorded = skua_native.recorded()
        skua_native.reset()
        distances = recorded["predicates"].items()
        covered = {
            "code_objects": set(recorded["code_objects"]),
            "true": {index for index, (to_true, _) in distances if to_true == 0},
            "false": {index for index, (_, to_false) in distances if to_false == 0},
        }
        news = {kind: sorted(found - self._known[kind]) for kind, found in covered.items()}
        for kind, found in news.items():
            self._known[kind].update(found)
        return news

    def _tell(self, message: dict[str, Any]) -> None:
        # A process forked by a test does not report.
        if os.getpid() == self._process:
            data = json.dumps(message).encode() + b"\n"
            while data:
                data = data[os.write(self._writing, data) :]


class _TypeRecorder:
    """Records the arguments of functions with parameters of unknown type."""

    def __init__(self, cluster: Any) -> None:
        self._classes = {id(cls): index for index, cls in enumerate(cluster.class_objects)}
        self._described = cluster.classes
        self._wanted: dict[types.CodeType, list[Key]] = {}
        self._calls: dict[types.CodeType, int] = {}
        self._found: list[tuple[str, str, str, list[Any]]] = []
        self._seen: set[str] = set()
        for described, target in zip(cluster.callables, cluster.callable_objects):
            code = _code_of(described, target)
            names = [
                parameter["name"]
                for parameter in described["parameters"]
                if parameter["type"] == ANY and not parameter["kind"].startswith("var_")
            ]
            if code is not None and names:
                key = (described["qualified_name"], described["kind"])
                self._wanted.setdefault(code, [(*key, name) for name in names])

    def wants_any(self) -> bool:
        """Whether types of some function are still examined."""
        return bool(self._wanted)

    def take(self) -> list[tuple[str, str, str, list[Any]]]:
        """The types found since the last call."""
        found, self._found = self._found, []
        return found

    def look(self, frame: types.FrameType) -> None:
        """Record the types of a new frame's arguments."""
        if frame.f_code not in self._wanted:
            return
        keys = self._wanted[frame.f_code]
        count = self._calls[frame.f_code] = self._calls.get(frame.f_code, 0) + 1
        if count >= _MOST_CALLS:
            del self._wanted[frame.f_code]
        values = frame.f_locals
        for key in keys:
            described = self._describe(values[key[2]], 0) if key[2] in values else None
            if described is not None and repr((key, described)) not in self._seen:
                self._seen.add(repr((key, described)))
                self._found.append((*key, described))

    def _describe(self, value: object, depth: int) -> Optional[list[Any]]:
        """The TYPE of a value; None if a test cannot make a value of this type."""
        kind = type(value)
        if value is None:
            return ["none"]
        if kind in _PLAIN:
            return [kind.__name__]
        if kind in _COLLECTIONS:
            items = list(value)[:1]  # type: ignore[call-overload]
            return [_COLLECTIONS[kind], self._inner(items, depth)]
        if kind is dict:
            items = list(value.items())[:1]  # type: ignore[attr-defined]
            return ["dict", *(self._inner([i[at] for i in items], depth) for at in (0, 1))]
        if kind in (types.FunctionType, types.BuiltinFunctionType, types.MethodType):
            return ["callable"]
        index = self._classes.get(id(kind))
        if index is None:
            return None
        name = _name_of_class(self._described[index])
        return ["enum" if issubclass(kind, enum.Enum) else "class", name]

    def _inner(self, items: list[object], depth: int) -> list[Any]:
        found = self._describe(items[0], depth + 1) if items and depth < _DEEPEST else None
        return found or ["any"]


def _code_of(described: dict[str, Any], target: Any) -> Optional[types.CodeType]:
    """The code of the module's own function that a call of the object runs, or None."""
    if not described["in_subject"]:
        return None
    if isinstance(target, type):
        target = getattr(target, "__init__", None)
    try:
        function = inspect.unwrap(getattr(target, "__func__", target))
    except ValueError:  # raised for an endless chain of __wrapped__
        return None
    code = getattr(function, "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def _name_of_class(described: dict[str, Any]) -> str:
    return f"{described['module']}:{described['qualified_name']}"


def passed_types(cluster: Any, text: str) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """The recorded types: ((index of the callable, position of the parameter), type).

    `text` is the JSON list of the report; entries that do not fit the cluster are skipped.
    """
    by_name = {
        (described["qualified_name"], described["kind"]): index
        for index, described in reversed(list(enumerate(cluster.callables)))
    }
    table = _TypeTable(cluster)
    for entry in json.loads(text or "[]"):
        target = by_name.get((entry["callable"], entry["kind"]))
        if target is None:
            continue
        for place, parameter in enumerate(cluster.callables[target]["parameters"]):
            if parameter["name"] == entry["parameter"]:
                for described in entry["types"]:
                    if (found := table.described(described)) is not None:
                        yield (target, place), found


class _TypeTable:
    def __init__(self, cluster: Any) -> None:
        self._types = cluster.types
        self._classes = {
            _name_of_class(described): index
            for index, described in reversed(list(enumerate(cluster.classes)))
        }

    def described(self, written: list[Any]) -> Optional[dict[str, Any]]:
        """The type as a record for cluster.types; None if its class is unknown."""
        kind, *parts = written
        if kind in ("class", "enum"):
            index = self._classes.get(parts[0])
            return None if index is None else {"kind": kind, "class": index}
        if not parts:
            return {"kind": kind}
        return {"kind": kind, "arguments": [self._index(part) for part in parts]}

    def _index(self, written: list[Any]) -> int:
        described = None if written == ["any"] else self.described(written)
        if described is None:
            return ANY
        if described not in self._types:
            self._types.append(described)
        return int(self._types.index(described))
