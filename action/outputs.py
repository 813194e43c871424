"""Prints the outputs of the action, read from report.json, as lines `name=value`."""

from __future__ import annotations

import json
import sys
from typing import Any

COUNTS = ("modules_changed", "tests_generated", "behaviour_changes", "findings")


def count(value: object) -> int:
    """A non-negative number, or the length of a list. Raises ValueError for other values."""
    if isinstance(value, list):
        return len(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{value!r} is neither a count nor a list")


def outputs(report: dict[str, Any]) -> dict[str, str]:
    """The action's outputs by name, without those that the report lacks."""
    found = {key: str(count(report[key])) for key in COUNTS if key in report}
    coverage = report.get("branch_coverage")
    if coverage is not None:
        found["branch_coverage"] = f"{float(coverage):.1f}"
    return {key.replace("_", "-"): value for key, value in found.items()}


def main(path: str) -> int:
    """Print the outputs; returns the exit code."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        for name, value in outputs(report).items():
            print(f"{name}={value}")
    except (AttributeError, OSError, TypeError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
