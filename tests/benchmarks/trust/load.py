"""A machine that does other work as well: processes that never rest."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy(processes: int, core: int | None = None) -> Iterator[None]:
    pin = ["taskset", "-c", str(core)] if core is not None else []
    command = [*pin, sys.executable, "-c", "while True: pass"]
    started = [subprocess.Popen(command) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()
