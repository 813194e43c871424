"""A pipe stands where pytest's report was, which a reader would wait for."""

import os

report = os.environ.get("SKUA_REPORT")
if report:
    if os.path.lexists(report):
        os.unlink(report)
    os.mkfifo(report)


def attack(a: int = 0) -> int:
    return a
