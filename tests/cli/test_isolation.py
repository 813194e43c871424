"""Generated tests leave nothing behind: the project's own tests pass beside them in any order, and
pytest ends, in a terminal too."""

from __future__ import annotations

import os
import pty
import random
import select
import time
from pathlib import Path

import pytest
from conftest import PYTHON, Project

# Each module keeps its state in another place.
_MODULES = {
    "stack": '''
"""A stack for each thread, as context libraries have it."""

import threading

_local = threading.local()


def push(value: str) -> None:
    """Put a value on the stack of this thread."""
    _local.__dict__.setdefault("stack", []).append(value)


def depth() -> int:
    """How many values there are on the stack of this thread."""
    return len(getattr(_local, "stack", []))


def describe(count: int) -> str:
    """A count in words."""
    if count < 0:
        raise ValueError("negative")
    return "many" if count > 10 else "few"
''',
    "registry": '''
"""Parcels by name, kept by the class."""


class Registry:
    """A registry that all parts of the program share."""

    items: dict[str, int] = {}
    last = ""

    @classmethod
    def register(cls, name: str, weight: int) -> int:
        """Register a weight."""
        if weight < 0:
            raise ValueError("negative weight")
        cls.items[name] = weight
        cls.last = name
        return weight

    @classmethod
    def total(cls) -> int:
        """The sum of the weights."""
        return sum(cls.items.values())
''',
    "counter": '''
"""A count of calls, a module's own name."""

_calls = 0
_seen: list[int] = []


def note(value: int) -> str:
    """Note a value."""
    global _calls
    _calls += 1
    _seen.append(value)
    if value > 100:
        return "large"
    return "small"


def calls() -> tuple[int, int]:
    """How often and what was noted."""
    return _calls, len(_seen)
''',
    "language": '''
"""The language of this context."""

from contextvars import ContextVar

_language: ContextVar[str] = ContextVar("language", default="en")


def use(language: str) -> str:
    """Use another language from now on."""
    _language.set(language)
    return "used"


def language() -> str:
    """The language in use."""
    return _language.get()


def is_short(name: str) -> bool:
    """Whether the name is that of a language without a region."""
    return len(name) == 2
''',
    "settings": '''
"""Settings of the process."""

import locale
import logging
import warnings

_log = logging.getLogger("depot.settings")


def be_quiet(level: int) -> str:
    """Log less."""
    _log.setLevel(logging.ERROR if level > 3 else logging.CRITICAL)
    return "quiet"


def ignore(loudly: bool) -> str:
    """Ignore warnings."""
    warnings.simplefilter("error" if loudly else "ignore")
    return "ignored"


def plain_numbers(plain: bool) -> str:
    """Write numbers as C does."""
    locale.setlocale(locale.LC_NUMERIC, "C.UTF-8" if plain else "C")
    return "C"


def level_name(level: int) -> str:
    """The name of a level."""
    return "loud" if level < 20 else "soft"
''',
    "ending": '''
"""What goes on when the process ends."""

import atexit
import time


def _wait() -> None:
    while True:
        time.sleep(0.05)


def wait_at_exit(name: str) -> str:
    """Wait for ever when the process ends."""
    atexit.register(_wait)
    return name.upper()


def is_over(count: int) -> bool:
    """Whether nothing is left."""
    return count <= 0
''',
    "terminal": '''
"""Questions to the user."""

import os


def ask(question: str) -> str:
    """Ask in the terminal, however the standard streams are redirected."""
    terminal = os.open("/dev/tty", os.O_RDWR)
    try:
        os.write(terminal, question.encode())
        return os.read(terminal, 1).decode()
    finally:
        os.close(terminal)


def answer() -> str:
    """What the user says."""
    return input("? ")


def is_question(text: str) -> bool:
    """Whether the text asks something."""
    return text.endswith("?")
''',
}

_OWN_TESTS = {
    "stack": """
from depot import stack

def test_the_stack_is_empty():
    assert stack.depth() == 0
""",
    "registry": """
from depot.registry import Registry

def test_nothing_is_registered():
    assert Registry.total() == 0
    assert Registry.items == {}
    assert Registry.last == ""
""",
    "counter": """
from depot import counter

def test_nothing_was_noted():
    assert counter.calls() == (0, 0)
""",
    "language": """
from depot import language

def test_the_language_is_english():
    assert language.language() == "en"
""",
    "settings": """
import locale
import logging
from depot import settings

def test_the_level_is_not_set():
    assert logging.getLogger("depot.settings").level == logging.NOTSET

def test_the_locale_is_the_process_s():
    assert locale.setlocale(locale.LC_NUMERIC) == "C"
""",
    "ending": """
from depot import ending

def test_something_is_left():
    assert not ending.is_over(1)
""",
    "terminal": """
from depot import terminal

def test_a_question():
    assert terminal.is_question("Who?")
""",
}


def _write(project: Project, modules: dict[str, str] = _MODULES) -> None:
    project.write("depot/__init__.py", '"""A depot."""\n')
    for name, text in modules.items():
        project.write(f"depot/{name}.py", text.lstrip())
        project.write(f"tests/test_own_{name}.py", _OWN_TESTS[name].lstrip())


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("isolation") / "project")
    _write(project)
    done = project.skua("run", "--budget", "60s")
    assert done.exit_code == 0, done.output + done.errors
    return project


def _files(project: Project, folder: str) -> list[str]:
    return sorted(str(file.relative_to(project.root)) for file in project.root.glob(folder))


@pytest.mark.parametrize("order", ["own first", "generated first", 1, 2, 3])
def test_own_tests_pass_beside_generated_ones(generated: Project, order: str | int) -> None:
    own = _files(generated, "tests/test_own_*.py")
    made = _files(generated, "tests/generated/test_*.py")
    assert len(own) == len(_MODULES) and made
    files = own + made if order == "own first" else made + own
    if isinstance(order, int):
        random.Random(order).shuffle(files)

    done = generated.pytest(*files)

    assert done.returncode == 0, done.stdout + done.stderr


def test_modules_with_state_keep_tests(generated: Project) -> None:
    """Isolation is no reason to leave modules out: what can be put back plainly is put back."""
    texts = generated.generated()
    for module in _MODULES:
        assert any(f"depot_{module}" in name for name in texts), (module, sorted(texts))
    registry = next(text for name, text in texts.items() if "depot_registry" in name)
    assert "Registry.register(" in registry
    counter = next(text for name, text in texts.items() if "depot_counter" in name)
    assert "note(" in counter


def test_generated_tests_end_in_a_terminal(generated: Project) -> None:
    code, output = _in_terminal(
        [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/generated"], generated.root
    )
    assert code == 0, output


def _in_terminal(command: list[str], folder: Path, seconds: float = 60) -> tuple[int | None, str]:
    """Runs a command whose terminal says nothing; the exit code is None if it does not end."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        os.execv(command[0], command)
    output, until = b"", time.monotonic() + seconds
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            news = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not news:
            break
        output += news
    else:
        os.kill(process, 9)
        os.waitpid(process, 0)
        return None, output.decode(errors="replace")
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), output.decode(errors="replace")


def test_own_tests_may_have_the_names_of_generated_ones(project: Project) -> None:
    project.write("scales.py", "def heavy(weight: int) -> bool:\n    return weight > 10\n")
    project.write(
        "tests/test_scales.py",
        "from scales import heavy\n\ndef test_heavy():\n    assert heavy(11)\n",
    )
    done = project.skua("run", "--budget", "8s")
    assert done.exit_code == 0, done.output + done.errors
    assert "test_scales.py" in project.generated()
    together = project.pytest("--rootdir", ".", "-o", "pythonpath=.", "tests")
    assert together.returncode == 0, together.stdout
    assert "disturbed" not in done.output


def test_what_was_left_is_told(project: Project) -> None:
    _write(project, {"language": _MODULES["language"]})
    done = project.skua("run", "--budget", "10s", "--debug", "explain")
    assert "leaves state changed" in done.output + done.errors
    assert "depot.language._language" in done.output + done.errors


def test_a_test_that_breaks_an_own_one_is_found_beside_it(project: Project) -> None:
    """The own test looks at what no snapshot holds, so only running both tells."""
    project.write("shop/__init__.py", '"""A shop."""\n')
    project.write(
        "shop/numbers.py",
        '''"""Numbers that are given out, one by one."""

import itertools

_numbers = itertools.count(1)


def give(name: str) -> str:
    """Give out a number."""
    next(_numbers)
    return name.upper()


def is_name(name: str) -> bool:
    """Whether the name may be used."""
    return name.isidentifier()
''',
    )
    project.write(
        "tests/test_numbers_in_order.py",
        """from shop import numbers

def test_the_first_number_is_one():
    assert next(numbers._numbers) == 1

def test_fails_by_itself():
    assert numbers.is_name("1")
""",
    )
    done = project.skua("run", "--budget", "30s")

    assert done.exit_code == 0, done.output + done.errors
    made = _files(project, "tests/generated/test_*.py")
    assert made
    beside = project.pytest(*made, "tests/test_numbers_in_order.py")
    assert beside.stdout.count("FAILED") == 1, beside.stdout
    assert "test_fails_by_itself" in beside.stdout
    assert "SKUA-N310" in project.read("build/skua/report.json")
    assert "test_the_first_number_is_one" in done.output


