"""A link to a device without an end stands where pytest's report was."""

import os

report = os.environ.get("SKUA_REPORT")
if report:
    if os.path.lexists(report):
        os.unlink(report)
    os.symlink("/dev/zero", report)


def attack(a: int = 0) -> int:
    return a
