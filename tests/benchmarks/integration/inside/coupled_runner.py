"""Runs test files where a caller and its callee are instrumented, and writes which coupled branches
single tests cover.

    python coupled_runner.py JOB

JOB is a JSON file: `caller` and `callee` (name and file of the module, and part of it), `path` (folders for sys.path), `runtime` (folders
of Skua's Python files and of its native extension), `tests` (their folder), `deselected` (node ids),
`result` (the file for {"total": n, "covered": [numbers]}).
"""

from __future__ import annotations

import json
import sys

import pytest


class Recorder:
    """Covers a pair of branches when one test took the caller's, and the callee's on the stack of a
    call site that the caller's leads to."""

    def __init__(self, native: object, coupled: list, deselected: list[str]) -> None:
        self._native = native
        self._coupled = coupled
        self._deselected = frozenset(deselected)
        self.covered: set[int] = set()

    def pytest_collection_modifyitems(self, items: list) -> None:
        items[:] = [item for item in items if item.nodeid not in self._deselected]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self):
        self._native.reset()
        yield
        distances = self._native.recorded()["predicates"]
        taken = {
            (predicate, outcome)
            for predicate, (to_true, to_false) in distances.items()
            for outcome, distance in ((True, to_true), (False, to_false))
            if distance == 0
        }
        for number, (_, caller, callee) in enumerate(self._coupled):
            if caller in taken and callee in taken:
                self.covered.add(number)


def main(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    sys.path[:0] = job["runtime"]
    import skua_native
    from skua_runtime.loading import Callee, load_module

    caller, callee = job["caller"], job["callee"]
    loaded = load_module(
        caller["name"],
        caller["file"],
        job["path"],
        skua_native,
        True,
        callee=Callee(**callee, caller_part=caller["part"]),
    )
    coupled = loaded.coupling.coupled()
    tests = job["tests"]
    recorder = Recorder(skua_native, coupled, job["deselected"])
    status = pytest.main(
        ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={tests}", tests],
        plugins=[recorder],
    )
    with open(job["result"], "w", encoding="utf-8") as file:
        json.dump({"total": len(coupled), "covered": sorted(recorder.covered)}, file)
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
