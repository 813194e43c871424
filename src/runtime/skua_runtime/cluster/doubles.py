"""Test doubles (Meszaros, xUnit Test Patterns): classes whose instances replace collaborators. They
answer calls, raise, are awaited or iterated. A test that uses one contains its definition."""

from __future__ import annotations

import collections.abc
import inspect
from typing import Any, Callable, Mapping

import skua_native

from skua_runtime.cluster.annotations import annotations_of

_ANSWERS = '''\
class Answers:
    """Answers calls in turn, the last answer again and again; raises those that are exceptions."""

    def __init__(self, first, *more):
        self.answers = [first, *more]

    def __call__(self, *args, **kwargs):
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer
'''
_ITEMS = '''\
class AsyncItems:
    """Gives its items to an asynchronous iteration."""

    def __init__(self, *items):
        self.items = list(items)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.items:
            raise StopAsyncIteration
        return self.items.pop(0)
'''
_RESULT = '''\
class Awaited:
    """Gives its result to whoever awaits it, or raises it."""

    def __init__(self, result):
        self.result = result

    def __await__(self):
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result
        yield
'''


def _defined(text: str) -> type:
    namespace: dict[str, Any] = {"__name__": ""}
    exec(compile(text, "<test>", "exec", dont_inherit=True), namespace)
    return next(one for name, one in namespace.items() if isinstance(one, type))


_TEXTS = (_ANSWERS, _ITEMS, _RESULT)
Answers, AsyncItems, Awaited = map(_defined, _TEXTS)
DEFINITIONS: dict[type, str] = dict(zip((Answers, AsyncItems, Awaited), _TEXTS))

MOCK = ("unittest.mock", "Mock")


def _without_answer(operation: Any) -> Callable[..., Any]:
    from unittest import mock  # takes long, and few subjects need it

    gives_nothing = annotations_of(operation).get("return", ...) in (None, "None", type(None))

    def answer(*args: Any, **kwargs: Any) -> Any:
        if not gives_nothing and skua_native.reach_out():
            raise LookupError("an operation without an answer was called")
        return mock.Mock()

    async def awaited(*args: Any, **kwargs: Any) -> Any:
        return answer()

    return awaited if inspect.iscoroutinefunction(operation) else answer


def mock_class(spec: type, operations: Mapping[str, Any]) -> type:
    """A class whose instances are what `Mock(spec=spec, send=…)` is to the code that they are passed to,
    and are made in less time. No test is kept that calls an operation without an answer, which gives
    another mock, unless it is declared to give None."""
    without_answer = {name: _without_answer(operation) for name, operation in operations.items()}

    class Double:
        __class__ = property(lambda self: spec)

        def __init__(self, **given: Any) -> None:
            vars(self).update({**without_answer, **given})

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"Mock object has no attribute {name!r}")

    Double.__module__, Double.__qualname__ = MOCK
    Double.__name__ = Double.__qualname__
    return Double


# Doubles that are called as plain callables, with the names of their methods.
CALLED: dict[type, list[str]] = {Answers: ["__call__"]}
# Doubles that raise their argument if it is an exception.
ANSWERING = (Answers, Awaited)
# Maps an annotated class to the double that replaces it.
STANDS_FOR: dict[Any, type] = {
    collections.abc.AsyncIterable: AsyncItems,
    collections.abc.AsyncIterator: AsyncItems,
    collections.abc.AsyncGenerator: AsyncItems,
    collections.abc.Awaitable: Awaited,
    collections.abc.Coroutine: Awaited,
}
