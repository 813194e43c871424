"""Objects that tests of one module make are inputs for those of modules that import it."""

from __future__ import annotations

import json

from conftest import Project

VALUES = """\
class Key:
    def __init__(self, text: str) -> None:
        if not text.startswith("K-") or len(text) < 4:
            raise ValueError("not a key")
        self.text = text
"""
# A search that can only guess texts hardly ever makes a key.
USER = """\
from values import Key


def lock(key: Key) -> str:
    if key.text == "K-":
        return "short"
    return key.text.lower()
"""
RUN = ("run", "--seed", "1", "--jobs", "1", "--debug", "stats")


def told(result, module: str) -> bool:
    return (
        f"{module}: " in result.errors and "objects from tests of what it imports" in result.errors
    )


def shop(project: Project, strategy: str, more: str = "") -> Project:
    # By its name it would come first; what it imports is to.
    project.write("values.py", VALUES)
    project.write("a_user.py", USER)
    project.write(
        "skua.yml",
        "version: 1\n"
        "project: {source: [values.py, a_user.py]}\n"
        f"budget: {{total: 16s, strategy: {strategy}}}\n"
        f"oracle: {{mutants: 0}}\n{more}",
    )
    return project


def test_tests_of_what_a_module_imports_lend_it_their_objects(project: Project) -> None:
    result = shop(project, "seeding").skua(*RUN)

    assert result.exit_code == 0, result.errors
    assert told(result, "a_user")
    assert "lock(" in project.generated()["test_a_user.py"]
    assert "Key(" in project.generated()["test_a_user.py"]


def test_other_strategies_lend_nothing(project: Project) -> None:
    assert not told(shop(project, "budget").skua(*RUN), "a_user")


def test_a_pool_can_be_switched_off(project: Project) -> None:
    result = shop(project, "seeding", "search: {pool: 0}\n").skua(*RUN)

    assert not told(result, "a_user")


def test_a_run_bounded_by_iterations_has_no_pool(project: Project) -> None:
    shop(project, "seeding").skua(*RUN)
    project.write("a_user.py", USER + "\n\ndef unlock(key: Key) -> bool:\n    return bool(key)\n")

    result = project.skua(*RUN, "--iterations", "3")

    assert not told(result, "a_user")


def test_a_module_that_was_searched_too_early_is_searched_again(sample) -> None:
    """Side by side with what it imports it can only guess; what is left of the budget is for it."""
    project = sample("vouchers")

    result = project.skua("run", "--seed", "1", "--jobs", "2", "--budget", "60s")

    assert result.exit_code == 0, result.errors
    (checkout,) = (
        module
        for module in json.loads(project.read("build/skua/report.json"))["modules"]
        if module["module"] == "shop.checkout"
    )
    assert "Voucher(" in project.generated()["test_shop_checkout.py"]
    assert checkout["branches"]["taken"] > checkout["branches"]["total"] / 2
    assert project.pytest("tests/generated").returncode == 0
