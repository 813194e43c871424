"""What a test costs besides itself: short tests on modules with little and with much state.

    SKUA_NATIVE_DIR=build/dev/src/runtime python tests/benchmarks/isolation.py [rounds]

A test is three values and two calls of a microsecond. Prints, for each module, how many tests a
second of a child's processor time executes, and the time a test has by its own clock and in all.
"""

from __future__ import annotations

import os
import pathlib
import sys
import tempfile
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT / "tests" / "runtime" / "native"),
    str(ROOT / "src" / "runtime"),
    os.environ["SKUA_NATIVE_DIR"],
]

import frames  # noqa: E402
import skua_native  # noqa: E402
from skua_runtime.loading import load_module  # noqa: E402

FUNCTIONS = '''
import re

LIMIT = 10
WORDS = ["a", "b", "c"]
PATTERN = re.compile("[a-z]+")


def clamp(value, low, high):
    if value < low:
        return low
    return high if value > high else value


def count(text, letter):
    return sum(1 for one in text if one == letter)
'''
TABLES = "\n".join(f"TABLE_{i} = dict.fromkeys(range({i % 10}), {i})" for i in range(100))
CLASSES = "\n".join(
    f"""
class Shape{i}:
    names = ["a", "b"]

    def __init__(self):
        self.size = {i}

    def area(self):
        return self.size * self.size

    @property
    def edge(self):
        return self.size

    @classmethod
    def make(cls):
        return cls()
"""
    for i in range(20)
)
MODULES = {
    "5 globals": FUNCTIONS,
    "100 globals, 20 classes": FUNCTIONS + TABLES + CLASSES,
    "random, os, threading": "import os, random, signal, threading" + FUNCTIONS,
}


def statement_lists(count: int) -> list[list[bytes]]:
    text = "a few words"
    return [
        [
            *map(frames.value, (i, text[: i % 12], "a")),
            frames.call(0, 0, 0, 0),
            frames.call(1, 1, 2),
        ]
        for i in range(count)
    ]


def start(module: Any) -> frames.Child:
    def prepare() -> None:
        functions = [(module.clamp, None, ()), (module.count, None, ())]
        classes = [one for one in vars(module).values() if isinstance(one, type)]
        skua_native.set_subject(functions, classes, [])
        skua_native.protect([module], classes)

    return frames.Child(prepare)


def cpu_time(process: int) -> float:
    with open(f"/proc/{process}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def measure(module: Any, rounds: int) -> tuple[float, float]:
    """Processor seconds of a test, in all and by its own clock; the best of the rounds."""
    lists = statement_lists(50)
    with start(module) as child:
        child.run(lists)  # warm
        in_all, its_own = [], []
        for _ in range(rounds):
            before, own = cpu_time(child.process), 0
            for _ in range(20):
                own += sum(trace.nanoseconds for trace in child.run(lists))
            in_all.append((cpu_time(child.process) - before) / 20 / len(lists))
            its_own.append(own / 1e9 / 20 / len(lists))
    return min(in_all), min(its_own)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print(f"Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        for number, (kind, text) in enumerate(MODULES.items()):
            path = pathlib.Path(folder) / f"state_{number}.py"
            path.write_text(text)
            module = load_module(path.stem, str(path), [folder], skua_native, True).module
            in_all, its_own = measure(module, rounds)
            print(
                f"{kind:>25}: {1 / in_all:8.0f} tests/s, {in_all * 1e6:6.2f} µs a test,"
                f" {its_own * 1e6:6.2f} µs by its own clock"
            )
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
