"""Runs awaitables of tests to completion, as asyncio.run would, in one event loop per process.

The loop waits by `time.sleep`, so waiting takes no time while searching. If asyncio is not
imported, coroutines run without a loop.
"""

from __future__ import annotations

import inspect
import os
import selectors
import sys
import threading
import time
from typing import Any, AsyncIterable, Awaitable, Callable, Coroutine, Optional

from skua_native import Timeout


MOST_ITEMS = 64  # kMostItems of model/subject.h


class Awaiting:
    """Awaits coroutines, and reads asynchronous iterators."""

    def __init__(self) -> None:
        self._loop: Any = None
        self._process = -1  # process that made the loop; a fork needs a new loop

    def run(self, awaitable: Any) -> Any:
        """Await an awaitable; returns its result."""
        coroutine = awaitable if inspect.iscoroutine(awaitable) else _awaited(awaitable)
        if "asyncio" not in sys.modules:
            return _step_through(coroutine)
        loop = self._current_loop()
        try:
            return loop.run_until_complete(coroutine)
        finally:
            coroutine.close()
            self._tidy(loop)

    def first_items(self, iterable: Any) -> list[Any]:
        """The first items of an asynchronous iterable."""
        return self.run(_first_items(iterable))

    def _current_loop(self) -> Any:
        if self._loop is None or self._process != os.getpid():
            self._loop = _new_loop()
            self._process = os.getpid()
        return self._loop

    def _tidy(self, loop: Any) -> None:
        """Cancel remaining tasks, and close the loop if anything else remains in it."""
        import asyncio

        clean = False
        try:
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            if left:
                loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            if loop._asyncgens:
                loop.run_until_complete(loop.shutdown_asyncgens())
            if loop._default_executor is not None:
                loop.run_until_complete(loop.shutdown_default_executor())
            clean = not (loop._ready or loop._scheduled or loop._executor_shutdown_called)
            clean = clean and not loop.is_closed() and loop.only_itself_is_watched()
        finally:
            if not clean:
                self._loop = None
                if not loop.is_running():
                    loop.close()


async def _awaited(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


async def _first_items(iterable: AsyncIterable[Any]) -> list[Any]:
    items: list[Any] = []
    async for item in iterable:
        items.append(item)
        if len(items) >= MOST_ITEMS:
            break
    return items


def _step_through(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine as an asyncio task would, without a task."""
    step: Callable[[Any], Any] = coroutine.send
    argument: Any = None
    try:
        while True:
            yielded = step(argument)
            if yielded is None:
                step, argument = coroutine.send, None
            else:
                step, argument = coroutine.throw, RuntimeError(f"Task got bad yield: {yielded!r}")
    except StopIteration as stop:
        return stop.value
    finally:
        coroutine.close()


def _new_loop() -> Any:
    import asyncio

    class Loop(asyncio.SelectorEventLoop):
        def __init__(self) -> None:
            self._watching = _Selector()
            super().__init__(self._watching)
            # Drop errors, which the default handler would print.
            self.set_exception_handler(lambda loop, context: None)

        def only_itself_is_watched(self) -> bool:
            return self._watching.is_alone()

    return Loop()


class _Selector(selectors.DefaultSelector):
    """A selector that calls `time.sleep` if only a timer can bring the next event."""

    def is_alone(self) -> bool:
        return len(self.get_map()) <= 1  # only the pipe by which the loop wakes itself

    def select(self, timeout: Optional[float] = None) -> Any:
        if not self.is_alone() or threading.active_count() > 1:
            return super().select(timeout)
        events = super().select(0)
        if events or (timeout is not None and timeout <= 0):
            return events
        if timeout is None:
            raise Timeout("the awaited event never happens")
        time.sleep(timeout)
        return []
