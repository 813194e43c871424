"""One run of pytest in a world: what its output says, and what it changed."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from common.sources import generated_files, read_tests

from .subjects import generated_below
from .worlds import World, filled

INSIDE = Path(__file__).with_name("inside") / "world.py"
NAMESPACES = ("unshare", "--mount", "--propagation", "private", "--pid", "--net", "--uts", "--ipc",
              "--fork", "--kill-child")  # fmt: skip
LONGEST = 120  # seconds of one session
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
TOTALS = re.compile(r"\b\d+ \w+.* in [\d.]+s")
FAILURE = re.compile(r"^(?:FAILED|ERROR) .*?tests?/generated/(.+?)(?: - (.*))?$")
ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# What pytest itself leaves: the folders of tmp_path, its cache, bytecode, what coverage measured.
ALLOWED = re.compile(r"/pytest-of-[^/]+(/|$)|/__pycache__(/|$)|/\.pytest_cache(/|$)|/\.coverage[^/]*$")


@dataclass(frozen=True)
class Session:
    passed: int
    failures: Mapping[str, str]  # test → what pytest says; the session's own under its exit code
    changed: tuple[str, ...]
    failed: int
    output: str


def count_tests(root: Path) -> int:
    """The tests that stand in the generated files; a row of a table is a test."""
    tests = (
        test
        for text in generated_files(root / generated_below(root)).values()
        for test in read_tests(text).values()
    )
    return sum(max(1, len(test.rows)) for test in tests)


def run(world: World, name: str, root: Path, python: Path, limit: float = LONGEST) -> Session:
    places = {
        "python": str(python),
        "bin": str(python.parent),
        "name": name,
        "machine": platform.machine(),
    }
    beside = root.parent
    here = Path(world.moved) / root.name if world.moved else root
    places |= {"root": str(here), "tests": str(here / generated_below(root)), "beside": str(beside)}
    plan = asdict(filled(world, places)) | {"beside": str(beside), "limit": limit}
    with tempfile.TemporaryDirectory(dir=root.parents[2]) as scratch:
        path = Path(scratch) / "plan.json"
        path.write_text(json.dumps(plan | {"scratch": f"{scratch}/copy"}))
        # The shell is the first process, so that nothing in the world is a child of that one.
        shell = ("sh", "-c", '"$@"; exit $?', "sh")
        command = [*NAMESPACES, *shell, sys.executable, "-B", "-I", str(INSIDE), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"elsewhere: no world could be made, which needs root:\n{done.stderr}")
    return read(json.loads(done.stdout), count_tests(root))


def read(answer: Mapping, tests: int) -> Session:
    lines = ANSI.sub("", answer["output"]).replace("\r", "").splitlines()
    failures = {}
    for line in lines:
        if found := FAILURE.match(line):
            failures[found[1]] = found[2] or ""
    totals = next((line for line in reversed(lines) if TOTALS.search(line)), "")
    counts = {word.rstrip("s") if word == "errors" else word: int(n) for n, word in COUNT.findall(totals)}  # fmt: skip
    failed = counts.get("failed", 0) + counts.get("error", 0)
    fine = sum(counts.get(word, 0) for word in ("passed", "skipped", "xfailed"))
    # A session that ends early fails all that it did not come to.
    if answer["exit"] != (1 if failed else 0) and not (answer["exit"] == 5 and tests == 0):
        failed = max(failed, tests - fine, 1)
        failures[f"exit code {answer['exit']}"] = " / ".join(lines[-3:])
    changed = tuple(path for path in answer["changed"] if not ALLOWED.search(path))
    return Session(counts.get("passed", 0), failures, changed, failed, answer["output"])
