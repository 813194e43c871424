"""Generated tests pass whatever chance decides: the hash seed, and so the order of sets, and random
numbers that nothing seeds.
"""

from __future__ import annotations


from conftest import Project

MODULE = '''\
"""All but one of these show now and then what chance decides."""

import random


def reserve(name: str) -> int:
    """How many seats are left."""
    for seat in {"aisle", "window", "middle", "rear", name}:
        if seat == name:
            raise ValueError("taken at once")
        return len(name)
    return 0


def nearest(towns: list[str]) -> str:
    """The nearest of the towns, of which some are as near as others."""
    return min(set(towns), key=len)


def pair(one: str, other: str) -> str:
    """Both names in one."""
    return "-".join(name for name in {one, other})


def toss() -> bool:
    """Whether the coin shows its head."""
    return random.Random().random() < 0.5


def shout(names: list[str]) -> list[str]:
    """The names in upper case, in order."""
    return sorted(name.upper() for name in {*names})
'''


# It hands its arguments on to a function of which the observers note each call.
TOKENS = """\
import os
import random


class Tokens(random.Random):
    @staticmethod
    def urandom(*args, **kwargs) -> bytes:
        return os.urandom(*args, **kwargs)


def width(columns: int) -> int:
    return columns * 2 if columns > 3 else 3
"""


def test_functions_that_draw_random_numbers_look_the_same_to_the_search_and_to_observers(
    project: Project,
) -> None:
    project.write("tokens.py", TOKENS)

    run = project.skua("run", "--iterations", "20", "--seed", "3", "tokens")

    assert "SKUA-N108" not in run.output, run.output
    assert "width" in project.read("tests/generated/test_tokens.py")


def test_generated_tests_pass_whatever_chance_decides(project: Project) -> None:
    project.write("seats.py", MODULE)

    run = project.skua("run", "--iterations", "60", "--seed", "3", "seats")

    assert run.exit_code == 0, run.output + run.errors
    assert "shout" in project.read("tests/generated/test_seats.py")
    for seed in range(40):
        judged = project.pytest("tests/generated", PYTHONHASHSEED=str(seed))
        assert judged.returncode == 0, f"with the hash seed {seed}:\n{judged.stdout}"


def test_constants_and_abstract_classes_are_nothing_that_an_import_decides(project: Project) -> None:
    project.write("shop/__init__.py", "")
    project.write(
        "shop/base.py",
        "from abc import ABC, abstractmethod\n\n\n"
        "class Priced(ABC):\n    @abstractmethod\n    def price(self) -> int: ...\n\n\n"
        "class Taxed(Priced):\n    pass\n\n\n"
        "def is_free(kind: str) -> bool:\n    return kind in {'gift', 'sample'}\n",
    )
    project.write(
        "shop/sale.py",
        "from shop.base import is_free\n\n\n"
        "def total(kind: str, cents: int) -> int:\n    return 0 if is_free(kind) else cents\n",
    )
    assert project.python("-m", "compileall", "-q", ".", PYTHONDONTWRITEBYTECODE="").returncode == 0

    result = project.skua("run", "--iterations", "20", "--seed", "1", "--debug", "protocol", "shop.sale")

    assert "total(" in project.read("tests/generated/test_shop_sale.py")
    loads = [line for line in result.errors.splitlines() if "load shop.sale: done" in line]
    assert 0 < len(loads) < 12  # of a search, of two observers, and some with mutants
