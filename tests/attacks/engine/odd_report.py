"""Lines of a report that are no JSON, of other types, and nested a million deep."""

import os

report = os.environ.get("SKUA_REPORT")
if report:
    with open(report, "a") as file:
        file.write('{"begin": 3}\nnull\n[]\n{"file": [], "name": 7, "seconds": "x"}\n{"report_types": 1}\n')
        file.write("[" * 1_000_000 + "\n\0\n")


def attack(a: int = 0) -> int:
    return a
