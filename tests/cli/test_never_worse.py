"""Whatever happens to a project and its tests, no run leaves them worse than it found them."""

from __future__ import annotations

import random
import shutil
import time

import pytest

from conftest import Project
from standing import Standing, all_functions

# By name: the functions of the modules; each may be edited, broken or removed.
MODULES = {
    "parcels": {
        "price": (
            "def price(weight: int) -> int:\n    if weight <= 0:\n        raise ValueError('weight')\n"
            "    total = 449\n    if weight > 1000:\n        total += weight // 100\n    return total\n"
        ),
        "zone": (
            "def zone(country: str) -> str:\n    if country == 'DE':\n        return 'domestic'\n"
            "    if country in ('FR', 'AT'):\n        return 'near'\n    return 'world'\n"
        ),
        "label": (
            "def label(name: str, width: int) -> str:\n    if width < 4:\n        raise ValueError('width')\n"
            "    if len(name) > width:\n        return name[: width - 3] + '...'\n    return name\n"
        ),
    },
    "stock": {
        "left": (
            "def left(stock: list[int], taken: int) -> int:\n    total = sum(stock)\n"
            "    if taken > total:\n        return 0\n    return total - taken\n"
        ),
        "names": (
            "def names(stock: dict[str, int]) -> list[str]:\n"
            "    return sorted(name for name, count in stock.items() if count > 0)\n"
        ),
        "Box": (
            "class Box:\n    def __init__(self, size: int) -> None:\n        self.size = size\n\n"
            "    def fits(self, length: int) -> bool:\n        if length < 0:\n            raise ValueError('length')\n"
            "        return length <= self.size\n"
        ),
    },
}
BREAKS = {
    "price": ("449", "450"),
    "zone": ("'near'", "'far'"),
    "label": ("'...'", "'..'"),
    "left": ("return 0", "return 1"),
    "names": ("count > 0", "count > 1"),
    "Box": ("length <=", "length <"),
}
STEPS = 8


class History:
    """A project in git, and what may happen to it."""

    def __init__(self, project: Project, seed: int) -> None:
        self.project = project
        self.random = random.Random(seed)
        self.parts = {module: dict(parts) for module, parts in MODULES.items()}
        self.removed: str | None = None
        project.write("skua.yml", "version: 1\nproject:\n  source: [parcels.py, stock.py]\n")
        project.write(".gitignore", ".skua/\nbuild/\n__pycache__/\n")
        self.project.git("init", "-q")
        self.write()

    def write(self) -> None:
        for module, parts in self.parts.items():
            self.project.write(f"{module}.py", "\n\n".join(parts.values()))

    def _any_part(self) -> tuple[str, str]:
        module = self.random.choice(sorted(self.parts))
        return module, self.random.choice(sorted(self.parts[module]))

    # What may happen; each returns the words for `skua run`.

    def nothing(self) -> list[str]:
        return ["--budget", "40s"]

    def refactoring(self) -> list[str]:
        module, name = self._any_part()
        self.parts[module][name] = self.parts[module][name].replace("total", "the_sum")
        self.parts[module][name] += f"\n\n_{name}_note = {self.random.randrange(1000)}\n"
        return ["--budget", "40s"]

    def bug(self) -> list[str]:
        module, name = self._any_part()
        self.parts[module][name] = self.parts[module][name].replace(*BREAKS[name])
        return ["--budget", "40s", "--on-behaviour-change", "accept"]

    def removal(self) -> list[str]:
        module = max(self.parts, key=lambda name: len(self.parts[name]))
        if len(self.parts[module]) > 1:
            self.removed = self.random.choice(sorted(self.parts[module]))
            del self.parts[module][self.removed]
        return ["--budget", "40s"]

    def little_time(self) -> list[str]:
        self.refactoring()
        return ["--budget", "3s"]

    def older_files(self) -> list[str]:
        commits = self.project.git("log", "--format=%h", "--", "tests/generated").split()
        self.project.git("checkout", "-q", self.random.choice(commits), "--", "tests/generated")
        return ["--budget", "40s", "--all"]

    def no_state(self) -> list[str]:
        shutil.rmtree(self.project.root / ".skua")
        return ["--budget", "40s"]

    def kill(self) -> list[str]:
        self.refactoring()
        self.write()
        process = self.project.start("run", "--budget", "40s")
        time.sleep(self.random.uniform(0.3, 3))  # most runs end by then
        process.kill()
        process.wait()
        return ["--budget", "3s"]


@pytest.mark.parametrize("seed", [1])
def test_no_step_of_a_history_leaves_less(project: Project, seed: int) -> None:
    history = History(project, seed)
    assert project.skua("run", "--budget", "60s").exit_code == 0
    history.project.commit()
    happenings = [
        history.nothing, history.refactoring, history.bug, history.removal, history.little_time,
        history.older_files, history.no_state, history.kill,
    ]
    history.random.shuffle(happenings)
    for number, happening in enumerate(happenings[:STEPS]):
        words = happening()
        history.write()
        files = project.generated()
        before = Standing(project, ".")

        result = project.skua("run", *words)

        after = Standing(project, ".")
        told = f"step {number}, {happening.__name__} {' '.join(words)}:\n{result.output}{result.errors}"
        assert not after.failed or before.failed, told
        assert before.passed <= after.passed, f"{sorted(before.passed - after.passed)} gone, {told}"
        assert before.covered <= after.covered, f"{sorted(before.covered - after.covered)}, {told}"
        if happening == history.removal and history.removed:
            kept = {test: text for test, text in all_functions(files).items() if history.removed not in text}
            new = all_functions(project.generated())
            assert kept == {test: new.get(test) for test in kept}, told
            assert not after.failed, told
        history.project.commit()
