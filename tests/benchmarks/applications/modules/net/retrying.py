"""Retries with back-off, deadlines and jitter."""

import functools
import logging
import random
import time
from typing import Callable, Optional, Protocol

log = logging.getLogger(__name__)


class Transport(Protocol):
    def send(self, message: str) -> int: ...

    def close(self) -> None: ...


class GaveUp(Exception):
    pass


def retry(times: int, pause: float = 1.0, on: type = OSError):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return function(*args, **kwargs)
                except on as error:
                    if attempt == times:
                        raise GaveUp(str(error)) from error
                    time.sleep(pause * 2**attempt + random.random())

        return wrapper

    return decorate


class Sender:
    def __init__(self, transport: Transport, limit: int = 3):
        self.transport = transport
        self.limit = limit
        self.sent = 0

    def deliver(self, message: str) -> bool:
        if not message:
            raise ValueError("empty")
        for attempt in range(self.limit):
            try:
                status = self.transport.send(message)
            except ConnectionError:
                log.warning("attempt %d failed", attempt + 1)
                time.sleep(2**attempt)
                continue
            if status == 202:
                self.sent += 1
                return True
            if status == 400:
                return False
            time.sleep(1)
        self.transport.close()
        raise GaveUp(message)


def wait_until(ready: Callable[[], bool], timeout: float = 10.0, step: float = 0.5) -> float:
    began = time.monotonic()
    while not ready():
        if time.monotonic() - began > timeout:
            raise TimeoutError(f"not within {timeout} s")
        time.sleep(step)
    return step


@retry(3, pause=0.1)
def read_lines(path: str, least: Optional[int] = None) -> list[str]:
    with open(path) as stream:
        lines = stream.read().splitlines()
    if least is not None and len(lines) < least:
        raise BlockingIOError("still being written")
    return lines
