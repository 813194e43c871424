"""How fast instrumented code runs beside plain code: the same statement lists on a copy of textwrap.

    SKUA_NATIVE_DIR=build/dev/src/runtime python tests/benchmarks/instrumentation.py [rounds]
    SKUA_NATIVE_DIR=build/dev/src/runtime python tests/benchmarks/instrumentation.py --costs [pairs]

Three modes, one after another in rounds, each in children of its own: plain, instrumented, and
instrumented with all predicates retired whose two outcomes the lists reach. Prints the processor
time a test of each, and plain's share of it (1 = no overhead).

With --costs instead: what it takes to count what the executed code costs (the proxies of aDynaMOSA).
Needs `ninja -C build/dev skua_native_without_costs`, an extension that counts nothing of it. Pairs of
processes run one behind the other, each pair the other way round than the one before; the median of
their ratios is told, so that what else the machine does falls out.
"""

from __future__ import annotations

import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import textwrap
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

WORDS = "a word, some-thing long_and_unbroken (see) 1.5 -- end. Next\tone\n  two\n\n* x".split(" ")
KEYWORDS = ("width", "initial_indent", "subsequent_indent", "break_long_words", "max_lines")


def statement_lists(count: int) -> list[list[bytes]]:
    """Calls of wrap, fill, shorten, dedent and indent with texts of up to 30 words."""
    choose = random.Random(7)
    lists = []
    for _ in range(count):
        text = " ".join(choose.choices(WORDS, k=choose.randrange(30)))
        values = [text, choose.randrange(1, 60), choose.choice(["", "  ", "> "]), "    "]
        values += [choose.random() < 0.5, choose.choice([None, 1, 3])]
        keywords = [(1 + i, 1 + i, frames.KEYWORD) for i in range(len(KEYWORDS))]
        lists.append(
            [frames.value(one) for one in values]
            + [
                frames.call(0, 0, *keywords[: choose.randrange(6)]),
                frames.call(1, 0, keywords[0]),
                frames.call(2, 0, (1, 1, frames.POSITION)),
                frames.call(3, 0),
                frames.call(4, 0, 2),
            ]
        )
    return lists


def load(instrument: bool, name: str, folder: str) -> Any:
    path = pathlib.Path(folder) / f"{name}.py"
    path.write_bytes(pathlib.Path(textwrap.__file__).read_bytes())
    return load_module(name, str(path), [folder], skua_native, instrument).module


def start(module: Any) -> frames.Child:
    def prepare() -> None:
        names = ("text", *KEYWORDS)
        functions = [module.wrap, module.fill, module.shorten, module.dedent, module.indent]
        skua_native.set_subject([(function, None, names) for function in functions], [], [])
        skua_native.protect([module], [module.TextWrapper])

    return frames.Child(prepare)


def measure(module: Any, lists: list[list[bytes]], retired: list[int], rounds: int) -> float:
    """Seconds of processor time that a child spends on all of the lists."""
    with start(module) as child:
        child.retire(*retired)
        child.run(lists)  # warm
        before = cpu_time(child.process)
        for _ in range(rounds):
            child.run(lists, collect_operands=False)
        return (cpu_time(child.process) - before) / rounds


def cpu_time(process: int) -> float:
    with open(f"/proc/{process}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def compare_costs(pairs: int) -> None:
    """Tests a second with and without counting, each measurement in a process of its own."""
    counting = os.environ["SKUA_NATIVE_DIR"]
    folders = {"counting": counting, "not counting": os.path.join(counting, "without_costs")}
    ratios, best = [], dict.fromkeys(folders, float("inf"))
    for pair in range(pairs):
        seconds = {}
        for mode in sorted(folders, reverse=pair % 2 == 1):
            done = subprocess.run(
                [sys.executable, __file__, "--once"],
                env={**os.environ, "SKUA_NATIVE_DIR": folders[mode]},
                capture_output=True,
                text=True,
                check=True,
            )
            seconds[mode] = float(done.stdout)
            best[mode] = min(best[mode], seconds[mode])
        ratios.append(seconds["not counting"] / seconds["counting"])
    for mode, least in best.items():
        print(f"{mode:>13}: {1 / least:8.0f} tests a second at best")
    low, median, high = statistics.quantiles(ratios, n=4)
    print(
        f"Python {sys.version.split()[0]}, {pairs} pairs: counting executes {median:.1%} of the tests a "
        f"second (quartiles {low:.1%}, {high:.1%})"
    )


def once() -> None:
    """Prints the seconds that one test takes, instrumented."""
    lists = statement_lists(400)
    with tempfile.TemporaryDirectory() as folder:
        print(measure(load(True, "our_textwrap", folder), lists, [], 5) / len(lists))
    sys.stdout.flush()
    os._exit(0)


def main() -> None:
    if sys.argv[1:2] == ["--costs"]:
        return compare_costs(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    if sys.argv[1:2] == ["--once"]:
        return once()
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lists = statement_lists(400)
    with tempfile.TemporaryDirectory() as folder:
        plain, ours = load(False, "plain_textwrap", folder), load(True, "our_textwrap", folder)
        with start(ours) as child:
            reached: dict[int, list[float]] = {}
            for trace in child.run(lists):
                for predicate, distances in trace.predicates.items():
                    least = reached.setdefault(predicate, [1.0, 1.0])
                    least[:] = map(min, least, distances)
        retired = [predicate for predicate, least in reached.items() if max(least) == 0]
        times: dict[str, list[float]] = {"plain": [], "instrumented": [], "retired": []}
        for _ in range(5):
            times["plain"].append(measure(plain, lists, [], rounds))
            times["instrumented"].append(measure(ours, lists, [], rounds))
            times["retired"].append(measure(ours, lists, retired, rounds))
    least_plain = min(times["plain"])
    print(f"Python {sys.version.split()[0]}, {len(retired)} of {len(reached)} predicates retired")
    for mode, seconds in times.items():
        each = min(seconds) / len(lists) * 1e6
        ratio = least_plain / min(seconds)
        print(f"{mode:>13}: {each:8.1f} µs a test, {ratio:5.2f} of plain speed")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
