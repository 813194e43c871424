"""Coroutines, an async generator and an async context manager."""

import asyncio


async def fetch(number: int) -> str:
    await asyncio.sleep(0)
    if number > 100:
        return "much"
    return "little"


async def count_down(start: int):
    while start > 0:
        yield start
        start -= 1


class Session:
    def __init__(self) -> None:
        self.is_open = False

    async def __aenter__(self) -> "Session":
        self.is_open = True
        return self

    async def __aexit__(self, kind, error, traceback) -> bool:
        self.is_open = False
        return kind is ValueError

    async def send(self, text: str) -> int:
        if not text:
            raise ValueError("nothing to send")
        return len(text)
