"""`skua run` from an empty state to verified files and reports."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from conftest import REPOSITORY, Project, Result

RUN = ("run", "--iterations", "15", "--seed", "7")


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Result]:
    """A sample with every default, and its first run."""
    root = tmp_path_factory.mktemp("sample") / "parcel"
    project = Project(Path(shutil.copytree(REPOSITORY / "samples" / "parcel", root)))
    return project, project.skua(*RUN, "--jobs", "2")


def test_generates_passing_tests_and_reports(parcel: tuple[Project, Result]) -> None:
    project, result = parcel
    assert result.exit_code == 0, result.errors
    assert set(project.generated()) >= {
        "test_parcel_codes.py",
        "test_parcel_money.py",
        "test_parcel_rates.py",
    }
    run = project.pytest("tests/generated")
    assert run.returncode == 0, run.stdout
    assert "passed" in run.stdout
    tests = ElementTree.parse(project.root / "build/skua/tests.xml").getroot()
    names = [(case.get("classname"), case.get("name")) for case in tests.iter("testcase")]
    assert names and len(names) == len(set(names))
    for case in tests.iter("testcase"):
        assert (project.root / case.get("file")).is_file()


def test_leaves_no_litter(parcel: tuple[Project, Result]) -> None:
    root = REPOSITORY / "samples" / "parcel"
    before = {str(file.relative_to(root)) for file in root.rglob("*")}

    new = {file for file in parcel[0].files() - before if not file.startswith((".skua/", "build/skua/"))}

    assert new and all(file.startswith("tests/generated/") for file in new)
    assert not any("__pycache__" in file or ".pytest_cache" in file for file in new)


def test_untyped_code_is_tested_too(sample) -> None:
    project = sample("textkit")

    result = project.skua("run", "--iterations", "60", "--seed", "3")

    assert result.exit_code == 0, result.errors
    text = project.generated()["test_textkit.py"]
    assert "roman(" in text and "Counter(" in text
    assert project.pytest("tests/generated").returncode == 0


@pytest.mark.parametrize("other", ["adds", "puts"])
def test_what_changes_another_modules_state_puts_it_back(tmp_path, other: str) -> None:
    """Generated for one module, a test changes the state of another, whose tests run after it, or
    would in another order of files.
    """
    project = Project(tmp_path / "project")
    project.write("shop/__init__.py", "")
    project.write(f"shop/{other}.py", "from shop import basket\n\n\ndef add() -> None:\n    basket.ITEMS.append('tea')\n")
    project.write(
        "shop/basket.py",
        "ITEMS = []\n\n\ndef size() -> int:\n    return len(ITEMS)\n\n\n"
        "def label(text: str) -> str:\n    return text if text else 'none'\n",
    )
    project.write("skua.yml", "version: 1\nproject:\n  source: [shop]\n")

    result = project.skua("run", "--iterations", "30", "--seed", "1")

    assert result.exit_code == 0, result.errors
    assert "SKUA-N310" not in result.output
    assert "monkeypatch.setattr" in project.generated()[f"test_shop_{other}.py"]
    text = project.generated()["test_shop_basket.py"]
    assert "size() == 0" in text
    asserted = [line for line in text.splitlines() if line.startswith("    assert")]
    assert len(asserted) == len(set(asserted))  # plain values made equal tests of several
    files = sorted(f"tests/generated/{name}" for name in project.generated() if "test_" in name)
    for order in (files, files[::-1]):
        assert project.pytest(*order).returncode == 0


BAD_MODULES = {
    "syntax": ("def f(:\n", "SKUA-N101"),
    "endless": ("while True:\n    pass\n", "SKUA-N102"),
    "exits": ("import sys\nsys.exit(3)\n", "SKUA-N103"),
    "os_exits": ("import os\nos._exit(3)\n", "SKUA-N103"),
    "raises": ("import no_such_module\n", "SKUA-N104"),
    "empty": ("X = 1\n", "SKUA-N105"),
    "crashes": ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n", "SKUA-N107"),
    "reads": ("name = input('name? ')\n\ndef f():\n    return name\n", "SKUA-N111"),
}
NOTED_MODULES = {
    "threads": (
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n\n"
        "def f(x: int) -> int:\n    return 1 if x > 3 else 2\n",
        "SKUA-N109",
    ),
    "prints": (
        "for _ in range(100_000):\n    print('x' * 50)\n\n"
        "def f(x: int) -> int:\n    return 1 if x > 3 else 2\n",
        "SKUA-N110",
    ),
}


@pytest.fixture(scope="module")
def bad_project(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("bad") / "project")
    for name, (text, _) in (BAD_MODULES | NOTED_MODULES).items():
        project.write(f"shop/{name}.py", text)
    project.write("shop/__init__.py", "")
    project.write("shop/good.py", "def sign(x: int) -> int:\n    return -1 if x < 0 else 1\n")
    project.write("skua.yml", "version: 1\nproject:\n  source: [shop]\nbudget: 60s\n")
    return project, project.skua("run", "--seed", "1")


def test_a_bad_module_costs_only_itself(bad_project) -> None:
    project, result = bad_project
    assert result.exit_code == 0, result.errors
    assert "test_shop_good.py" in project.generated()
    assert result.seconds < 62 + 3  # the budget, two seconds, and a busy machine's start


@pytest.mark.parametrize("module", BAD_MODULES)
def test_each_bad_module_has_its_reason(bad_project, module: str) -> None:
    project, result = bad_project
    code = BAD_MODULES[module][1]
    assert project.reasons()[f"shop.{module}"] == code
    assert code in result.output
    assert project.skua("explain", code).exit_code == 0


def test_what_is_wrong_is_told_in_each_run_and_leaves_no_folder_of_tests(project) -> None:
    project.write("shop.py", "import no_such_module\n\ndef f():\n    return 1\n")
    for _ in range(2):
        result = project.skua("run", "--budget", "10s")
        assert result.exit_code == 0
        assert "SKUA-N104 fails at import: ModuleNotFoundError" in result.output
        assert project.reasons() == {"shop": "SKUA-N104"}
    assert "nothing to do" in result.output
    assert not (project.root / "tests/generated").exists()


@pytest.mark.parametrize("module", NOTED_MODULES)
def test_a_noisy_module_is_tested_and_noted(bad_project, module: str) -> None:
    project, result = bad_project
    assert NOTED_MODULES[module][1] in result.output
    assert f"test_shop_{module}.py" in project.generated()


def test_secrets_do_not_reach_code_under_test(project) -> None:
    project.write(
        "leak.py", "import os\n\ndef token() -> bool:\n    return 'SECRET_TOKEN' in os.environ\n"
    )
    project.skua("run", "--iterations", "3", "--seed", "1", SECRET_TOKEN="x")

    assert "is False" in project.generated()["test_leak.py"]


def test_code_under_test_writes_nothing_outside_its_scratch_folder(project, tmp_path) -> None:
    canary = tmp_path / "canary"
    canary.mkdir()
    (canary / "file.txt").write_text("alive")
    project.write(
        "cleaner.py",
        "import shutil\n"
        f"TARGETS = [{str(canary)!r}, '.']\n\n"
        "def clean(index: int) -> None:\n"
        "    shutil.rmtree(TARGETS[index % 2])\n",
    )

    project.skua("run", "--iterations", "5", "--seed", "1")

    assert (canary / "file.txt").read_text() == "alive"
    assert (project.root / "cleaner.py").is_file()


def test_the_step_ends_when_it_promised_whatever_the_code_does(project) -> None:
    """Hangs in C without checking signals, ignores signals, forks, swallows everything."""
    project.write("nasty/__init__.py", "")
    project.write(
        "nasty/c_loop.py",
        "def f(n: int) -> int:\n    if n > 5:\n        return sum(1 for _ in zip(iter(int, 1)))\n"
        "    return list(iter(int, 1))[n]\n",
    )
    project.write(
        "nasty/ignores.py",
        "import signal, time\n\n"
        "def f(n: int) -> int:\n"
        "    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
        "    while n != 12345678:\n"
        "        try:\n"
        "            time.sleep(1000)\n"
        "        except BaseException:\n"
        "            pass\n"
        "    return n\n",
    )
    project.write(
        "nasty/forks.py",
        "import os, time\n\n"
        "def f(n: int) -> int:\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        time.sleep(1000)\n"
        "    return n\n",
    )
    project.write(
        "nasty/imports.py",
        "import signal, time\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
        "time.sleep(1000)\n",
    )
    result = project.skua("run", "--budget", "15s", "--seed", "1")

    assert result.exit_code == 0, result.errors
    assert result.seconds < 15 + 2  # the promise itself, not the speed of a machine
    assert set(project.generation()) >= {"nasty.c_loop", "nasty.ignores", "nasty.forks", "nasty.imports"}


def test_what_differs_between_two_imports_is_left_out_by_itself(project) -> None:
    project.write(
        "shifty.py",
        'import os\n\nexec(f"def made_{os.urandom(4).hex()}(a): return a")\n\n\n'
        "def stays(a):\n    return 1 if a else 0\n",
    )

    result = project.skua("run", "--iterations", "50", "--debug", "explain")

    assert "SKUA-N108" not in result.output, result.output
    lines = [one for one in result.errors.splitlines() if "only one of two imports has it" in one]
    assert lines and all("made_" in one and "stays" not in one for one in lines)
    written = project.read("tests/generated/test_shifty.py")
    assert "stays(" in written and not re.search("made_[0-9a-f]", written)
