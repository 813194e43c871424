"""What tests await runs to completion: coroutines, async generators, async context managers."""

from __future__ import annotations

import sys

import pytest

import frames


ASYNCHRONOUS = """
{imports}
async def double(x): return 2 * x
async def slow(x):
    await asyncio.sleep(0.01)
    return x + 1
async def count(n):
    for i in range(n):
        yield i
class Client:
    async def get(self, key): return (key, await double(key))
    async def pages(self):
        while True: yield 1
    async def __aenter__(self): return "entered"
    async def __aexit__(self, kind, *_): return kind is not None
    def __aiter__(self): return count(2)
    def __await__(self): return slow(5).__await__() if asyncio else iter(())
async def both():
    a, b = await asyncio.gather(slow(1), slow(2))
    return a + b
async def left():
    asyncio.ensure_future(slow(1))
    return len(asyncio.all_tasks())
async def never(): await asyncio.Event().wait()
async def bad():
    class Odd:
        def __await__(self): yield 5
    try:
        await Odd()
    except RuntimeError as error:
        return str(error)
async def late(): await asyncio.wait_for(asyncio.sleep(0.02), 0.01)
def coroutine_like() -> "typing.Awaitable[int]": return double(4)
import typing
"""


@pytest.mark.parametrize("imports", ["import asyncio", "asyncio = None"])
def test_coroutines_run_to_completion_with_and_without_asyncio(subject, imports):
    tested = subject(ASYNCHRONOUS.format(imports=imports))
    assert tested.gives(3, ("function double", 0)) == 6
    assert tested.gives(3, ("function count", 0)) == [0, 1, 2]
    assert tested.gives(4, ("constructor Client",), ("method Client.get", 1, 0)) == (4, 8)
    assert tested.gives(("constructor Client",), ("method Client.pages", 0)) == [1] * 64
    assert tested.gives(("constructor Client",), ("operator Client.__aenter__", 0)) == "entered"
    assert tested.gives(("constructor Client",), ("operator Client.__aiter__", 0)) == [0, 1]
    assert tested.gives(("function bad",)) == "Task got bad yield: 5"
    assert tested.gives(("function coroutine_like",)) == 8
    left = (("class", "ValueError"), ("constructor Client",), ("operator Client.__aexit__", 1, 0))
    assert tested.gives(*left) == "entered"


def test_coroutines_that_need_a_loop_have_one(subject):
    tested = subject(ASYNCHRONOUS.format(imports="import asyncio"))
    assert tested.gives(1, ("function slow", 0)) == 2
    assert tested.gives(("function both",)) == 5
    assert tested.gives(("function left",), ("function left",)) == 2
    assert tested.gives(("constructor Client",), ("operator Client.__await__", 0)) == 6
    assert tested.raises(("function late",)) == "TimeoutError"


def test_what_never_comes_ends_the_test_and_not_the_process(subject):
    tested = subject(ASYNCHRONOUS.format(imports="import asyncio"))
    with frames.Child(lambda: None) as child:
        never, left = tested.step(("function never",)), tested.step(("function left",))
        limit = 50
        first, second = child.run([[never], [left]], seconds=limit)
        assert (first.verdict, first.executed) == (frames.TIMED_OUT, 0)
        assert (second.verdict, second.executed) == (frames.PASSED, 1)
        assert first.nanoseconds < limit * 1e9 / 2  # nobody has waited for it
        assert child.end() == 0


def test_sleeping_coroutines_take_no_time_while_searching(subject):
    tested = subject(
        """
        import asyncio
        async def sleepy():
            try:
                await asyncio.wait_for(asyncio.sleep(7200), 3600)
            except asyncio.TimeoutError:
                return await asyncio.sleep(3600, "awake")
        def check(x): assert x == "awake"
        """
    )

    def prepare():
        from skua_runtime.world.virtual_clock import VirtualClock

        clock = VirtualClock()
        clock.install()
        clock.start()

    with frames.Child(prepare) as child:
        steps = [("function sleepy",), ("function check", 0)]
        [trace] = child.run([[tested.step(step) for step in steps]], seconds=50)
        assert (trace.verdict, trace.exception, trace.executed) == (frames.PASSED, "", 2)


def test_a_coroutine_that_spins_is_ended_by_the_limit(subject):
    tested = subject(
        """
        import asyncio
        async def spin():
            while True:
                await asyncio.sleep(0)
        async def stubborn():
            asyncio.ensure_future(spin())
            while True:
                try: await asyncio.sleep(0)
                except asyncio.CancelledError: pass
        def fine(): return 1
        """
    )
    for name in ("spin", "stubborn"):
        with frames.Child(lambda: None) as child:
            [trace] = child.run([[tested.step((f"function {name}",))]], seconds=0.05)
            assert trace.verdict == frames.TIMED_OUT
            [trace] = child.run([[tested.step(("function fine",))]])
            assert trace.verdict == frames.PASSED


def test_asyncio_that_only_a_function_imports_is_there(subject):
    tested = subject(
        """
        async def nap():
            import asyncio
            await asyncio.sleep(0)
            return "rested"
        """
    )
    assert tested.gives(("function nap",)) == "rested"


def test_the_event_loop_of_the_server_is_not_its_childrens(subject):
    text = "import asyncio\nasync def loop(): return id(asyncio.get_running_loop()) > 0\n"
    tested = subject(text)
    assert tested.gives(("function loop",)) is True
    assert sys.modules["asyncio"]._get_running_loop() is None
