"""A queue of jobs, with asyncio."""

import asyncio
from collections.abc import Awaitable, Callable

Job = Callable[[], Awaitable[int]]


class Jobs:
    def __init__(self, workers: int = 2):
        if workers < 1:
            raise ValueError("workers")
        self.workers = workers
        self.queue: asyncio.Queue = asyncio.Queue()
        self.done: list[int] = []
        self.failed: list[str] = []

    async def _work(self) -> None:
        while True:
            job = await self.queue.get()
            try:
                result = await asyncio.wait_for(job(), timeout=1)
            except asyncio.TimeoutError:
                self.failed.append("timeout")
            except Exception as error:
                self.failed.append(type(error).__name__)
            else:
                if result is not None:
                    self.done.append(result)
            finally:
                self.queue.task_done()

    async def run(self, jobs: list[Job]) -> list[int]:
        for job in jobs:
            self.queue.put_nowait(job)
        tasks = [asyncio.create_task(self._work()) for _ in range(self.workers)]
        await self.queue.join()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return sorted(self.done)


async def first(*jobs: Job) -> int:
    if not jobs:
        raise ValueError("no jobs")
    tasks = [asyncio.ensure_future(job()) for job in jobs]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    return next(iter(done)).result()


async def polled(ask: Callable[[], Awaitable[str]], times: int = 5) -> str:
    for _ in range(times):
        state = await ask()
        if state == "done":
            return "finished"
        if state == "error":
            raise RuntimeError("job failed")
        await asyncio.sleep(0.01)
    return "unknown"
