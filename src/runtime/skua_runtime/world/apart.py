"""Runs a function in a forked process, so that its side effects end with the process."""

from __future__ import annotations

import json
import os
import select
import signal
import time
import warnings
from typing import Any, Callable

_LONGEST = 5.0  # seconds


def fork_quietly() -> int:
    """Fork without warnings about threads, which the fork does not need."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return os.fork()


def result_of(function: Callable[[], Any]) -> Any:
    """The function's result, passed as JSON; None if it raises, exits or takes too long."""
    reader, writer = os.pipe()
    pid = fork_quietly()
    if pid == 0:
        try:
            os.close(reader)
            text = json.dumps(function()).encode()
            while text:
                text = text[os.write(writer, text) :]
        finally:
            os._exit(0)
    os.close(writer)
    try:
        text = _read(reader)
    finally:
        os.close(reader)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    try:
        return json.loads(text)
    except ValueError:
        return None


def _read(reader: int) -> bytes:
    text, end = b"", time.monotonic() + _LONGEST
    while select.select([reader], [], [], max(0.0, end - time.monotonic()))[0]:
        more = os.read(reader, 1 << 16)
        if not more:
            return text
        text += more
    return b""
