"""Runs a suite against mutants of a module, each in a fork that has pytest imported already.

    python mutant_runner.py JOB

JOB is a JSON file: `module`, `file`, `tests` and `config` (arguments for pytest), `mutants` (sources; the
first is the module as it is, and is run twice), `results` (where one JSON object a line goes), `factor` and `grace`
(seconds): a mutant is given that many times what the module as it is takes, and the grace.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time

import _pytest.assertion.rewrite  # noqa: F401 (so that no fork has to import these)
import pytest

MEMORY_BYTES = 4 << 30


class MutatedLoader(importlib.machinery.SourceFileLoader):
    """Loads a module from its file, but for the code, which is another."""

    def __init__(self, name: str, file: str, source: str) -> None:
        super().__init__(name, file)
        self._mutated = source

    def get_code(self, fullname: str):
        return compile(self._mutated, self.path, "exec", dont_inherit=True)


class MutantFinder:
    """Finds one module, before anything else does."""

    def __init__(self, name: str, file: str, source: str) -> None:
        self._name = name
        self._file = file
        self._source = source

    def find_spec(self, name: str, path: object = None, target: object = None):
        if name != self._name:
            return None
        loader = MutatedLoader(name, self._file, self._source)
        return importlib.util.spec_from_file_location(name, self._file, loader=loader)


def run_in_child(job: dict, source: str) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.chdir(tempfile.mkdtemp(dir=os.getcwd()))
    sys.path[0] = ""  # as `python -m pytest` has it
    sys.meta_path.insert(0, MutantFinder(job["module"], job["file"], source))
    os._exit(pytest.main(["-x", "-q", *job["config"], job["tests"]]))


def run(job: dict, source: str, limit: float) -> tuple[str, float]:
    """`passed`, `failed` or `timeout`, and seconds."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            run_in_child(job, source)
        finally:
            os._exit(70)
    while time.monotonic() - start < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            verdict = "passed" if os.waitstatus_to_exitcode(status) == 0 else "failed"
            break
        time.sleep(0.005)
    else:
        verdict = "timeout"
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)  # what it left behind
    except (ProcessLookupError, PermissionError):
        pass
    return verdict, time.monotonic() - start


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    with open(job["results"], "w", encoding="utf-8") as results:

        def note(mutant: int, verdict: str) -> None:
            results.write(json.dumps({"mutant": mutant, "verdict": verdict}) + "\n")
            results.flush()

        original, *mutants = job["mutants"]
        longest = 0.0
        for _ in range(2):
            verdict, seconds = run(job, original, job["first_seconds"])
            longest = max(longest, seconds)
            note(0, verdict)
            if verdict != "passed":
                return
        for index, source in enumerate(mutants, start=1):
            verdict, _ = run(job, source, job["factor"] * longest + job["grace"])
            note(index, verdict)


if __name__ == "__main__":
    main(sys.argv[1])
