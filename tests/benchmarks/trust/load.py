"""A machine that does other work as well: processes that never rest."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


# It ends with the process that started it, also where that one is killed.
NEVER_RESTS = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"


@contextmanager
def busy(processes: int, core: int | None = None) -> Iterator[None]:
    pin = ["taskset", "-c", str(core)] if core is not None else []
    command = [*pin, sys.executable, "-c", NEVER_RESTS]
    started = [subprocess.Popen(command) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()
