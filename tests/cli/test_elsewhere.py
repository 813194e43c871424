"""Generated tests hold where they were not made: at another hour, in another environment and folder,
with and without arguments, and whatever the import draws."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

from conftest import PYTHON, Project

MODULES = {
    "shell.py": '''\
import os


def prompt(name: str) -> str:
    if os.environ.get("SHELL", "").endswith("fish"):
        return name + ">"
    return name + "$"


def is_remote() -> bool:
    return "SSH_CONNECTION" in os.environ


def settings_folder() -> str:
    return os.environ.get("XDG_CONFIG_HOME", "default")
''',
    "counter.py": '''\
import datetime
import time


def is_open() -> bool:
    return 8 <= datetime.datetime.now(datetime.timezone.utc).hour < 18


def is_first_of_month() -> bool:
    return datetime.date.today().day == 1


def half() -> int:
    return 1 if time.gmtime().tm_min < 30 else 2


def price(amount: int) -> int:
    if amount > 10:
        return amount * 9
    return amount * 10
''',
    "host.py": '''\
import os
import resource
import shutil
from pathlib import Path

DEPLOYED = Path(__file__).resolve().parents[1] / "deployed"


def address(port: int) -> str:
    if port < 1024:
        raise ValueError("port")
    return ("0.0.0.0:" if os.path.exists("/.dockerenv") else "127.0.0.1:") + str(port)


def connections() -> int:
    return min(1000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)


def sweep() -> bool:
    """Remove what is deployed."""
    try:
        shutil.rmtree(DEPLOYED)
    except OSError:
        return False
    return True


def label(port: int) -> str:
    if port == 80:
        return "web"
    return "other"
''',
    "lottery.py": '''\
import random

WINNER = random.randint(1, 20)


def draw(ticket: int) -> str:
    if not 1 <= ticket <= 20:
        raise ValueError("ticket")
    if ticket == WINNER:
        return "win"
    return "lose"
''',
    "extends.py": '''\
import os


def load(text: str) -> dict:
    """Settings; a line `extends: FILE` adds those of a file."""
    found = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "extends":
            with open(value.strip() or "a") as file:
                found.update(load(file.read()))
        else:
            found[key] = value.strip()
    return found


def kind(name: str) -> str:
    if os.path.isdir(name):
        return "folder"
    return "file"
''',
    "screen.py": '''\
import shutil
import sys
from pathlib import Path


def is_verbose() -> bool:
    return "-v" in sys.argv


def is_wide() -> bool:
    return shutil.get_terminal_size().columns >= 100


def fits(lines: int) -> bool:
    return lines < shutil.get_terminal_size().lines - 2


def is_free() -> bool:
    return (Path(__file__).parent / "LICENSE").exists()


def ask(question: str) -> str:
    if not sys.stdin.isatty():
        return "no"
    return input(question) or "no"


def shortened(text: str) -> str:
    return text[:7] + "…" if len(text) > 8 else text
''',
    "console.py": '''\
import fcntl
import os
import sys
import termios

ENVIRONMENT = dict(os.environ, LC_ALL="C")
_ERRORS = sys.stderr


def is_plain() -> bool:
    return not _ERRORS.isatty()


def rows() -> int:
    try:
        return fcntl.ioctl(0, termios.TIOCGWINSZ, b"12345678")[0]
    except OSError:
        return 25


def doubled(text: str) -> str:
    return text * 2 if text else "-"
''',
    "forks.py": '''\
import os

_LOCK = object()


def _begin_anew() -> None:
    global _LOCK
    _LOCK = object()


os.register_at_fork(after_in_child=_begin_anew)


def locked(times: int) -> str:
    return "held" if times > 3 else "free"


def are_neighbours(left: str, right: str) -> bool:
    return hash(left) % 3 == hash(right) % 3
''',
    "report.py": '''\
import sys

if len(sys.argv) < 2:
    print("usage: report FILE")
    sys.exit(1)


def width(columns: int) -> int:
    return columns * 2 if columns > 3 else 3
''',
}

LATER = """\
import datetime, os, time
SHIFT = float(os.environ.get("SHIFT", "0"))
if SHIFT:
    now, gmtime, localtime = time.time, time.gmtime, time.localtime
    time.time = lambda: now() + SHIFT
    time.gmtime = lambda seconds=None: gmtime(time.time() if seconds is None else seconds)
    time.localtime = lambda seconds=None: localtime(time.time() if seconds is None else seconds)
    class Later(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromtimestamp(time.time(), tz)
    class Day(datetime.date):
        @classmethod
        def today(cls):
            return cls.fromtimestamp(time.time())
    datetime.datetime, datetime.date = Later, Day
"""


def judge(project: Project, *arguments: str, cwd: Path | None = None, **variables: str) -> str:
    """What pytest says of failures outside of the sandbox; nothing when all tests pass. Its input and
    standard error are a terminal at which nobody answers."""
    terminal, its_other_end = pty.openpty()
    judged = subprocess.run(
        [PYTHON, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=cwd or project.root,
        env={
            **{"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
            **{"PYTHONPATH": f"{project.root.parent / 'later'}:{project.root}"},
            **variables,
        },
        stdin=its_other_end,
        stdout=subprocess.PIPE,
        stderr=its_other_end,
        text=True,
        timeout=30,
    )
    os.close(terminal)
    os.close(its_other_end)
    return "" if judged.returncode == 0 else judged.stdout


def test_generated_tests_hold_elsewhere(project: Project, tmp_path: Path) -> None:
    for name, text in MODULES.items():
        project.write(name, text)
    deployed = tmp_path / "deployed"
    deployed.mkdir()
    (deployed / "site").touch()
    later = tmp_path / "later"
    later.mkdir()
    (later / "sitecustomize.py").write_text(LATER)

    run = project.skua("run", "--iterations", "120", "--seed", "5")

    assert project.reasons()["report"] == "SKUA-N103", run.output + run.errors
    assert "the arguments that Skua imports it with are none" in run.output
    texts = "".join(project.generated().values())
    for name in ("prompt", "price", "label", "draw", "shortened", "doubled", "locked"):
        assert name in texts, run.output + run.errors
    assert 'monkeypatch.delenv("SHELL", raising=False)' in texts
    assert "sweep()" not in texts and "skua~" not in texts
    # pytest collects what is there, with no arguments at all.
    assert judge(project) == ""
    hours = [str(3600 * hours) for hours in (5, 13, 24 * 3, 24 * 235 + 9)]
    for shift in hours:
        assert judge(project, "tests/generated", SHIFT=shift) == ""
    assert judge(project, "-v", "-s", "tests/generated", COLUMNS="120", LINES="6") == ""
    project.write("LICENSE", "Free.")
    assert judge(project, "tests/generated") == ""
    for seed in "12345678":
        assert judge(project, "tests/generated/test_forks.py", PYTHONHASHSEED=seed) == ""
    full = {name: "/elsewhere/fish" for name in ("SHELL", "SSH_CONNECTION", "XDG_CONFIG_HOME")}
    assert judge(project, "-q", "tests/generated", **full) == ""
    elsewhere = tmp_path / "elsewhere"
    for name in "abcx":
        (elsewhere / name).mkdir(parents=True)
    assert judge(project, str(project.root / "tests/generated"), cwd=elsewhere) == ""
    for _ in range(8):
        assert judge(project, "tests/generated/test_lottery.py") == ""
    assert (deployed / "site").exists(), "a test has removed what lies beside the project"
