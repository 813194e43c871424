"""What is played on each CI system: a project that never saw Skua gets a pipeline; then somebody opens a pull request
that changes behaviour, accepts the change, and later writes a line into the README.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import BINARY, ENVIRONMENT, REPOSITORY, run

BUDGET = "20s"
MODULE = "src/parcel/rates.py"
CHANGE = ("base *= 4", "base *= 3")


def git(folder: Path, *arguments: str) -> str:
    return run("git", "-c", "user.name=me", "-c", "user.email=me@localhost", *arguments, folder=folder)


class Project:
    """A developer's clone of a project, and the bare repository that it is pushed to."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "parcel"
        self.origin = tmp_path / "host" / "me" / "parcel.git"
        self.head = self.origin  # where topics are pushed to
        shutil.copytree(REPOSITORY / "samples" / "parcel", self.folder)
        (self.folder / "skua.yml").unlink()
        self.git("init", "--quiet", "--initial-branch=main")
        self.origin.parent.mkdir(parents=True)
        git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(self.origin))
        self.git("remote", "add", "origin", str(self.origin))

    def git(self, *arguments: str) -> str:
        return git(self.folder, *arguments)

    def commit(self, message: str, branch: str = "main") -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", f"--message={message}")
        self.git("push", "--quiet", "origin", f"HEAD:{branch}")

    def replace(self, path: str, *pairs: tuple[str, str]) -> None:
        text = (self.folder / path).read_text()
        for old, new in pairs:
            assert text.count(old) > 0, f"{path} lacks {old!r}"
            text = text.replace(old, new)
        (self.folder / path).write_text(text)

    def add_pipeline(self, system: str, *options: str) -> str:
        """What `skua init --ci` writes, and the path that it names. A behaviour change fails the build."""
        said = run(BINARY, "init", "--ci", system, *options, folder=self.folder, VIRTUAL_ENV=sys.prefix)
        with (self.folder / "skua.yml").open("a") as settings:
            settings.write("on_behaviour_change: fail\n")
        return re.findall(r"^Wrote      (.*)$", said, re.MULTILINE)[-1]

    def pull(self) -> None:
        """Takes over what runs have pushed."""
        self.git("pull", "--quiet", "--ff-only", "origin", "main")

    def fork(self) -> None:
        """From here on a stranger works, whose pushes go to a repository of the stranger's own."""
        self.head = self.origin.parent.with_name("stranger") / "parcel.git"
        git(self.folder, "clone", "--quiet", "--bare", str(self.origin), str(self.head))
        self.git("remote", "set-url", "--push", "origin", str(self.head))

    def take_tests(self, folder: Path) -> None:
        """Commits the tests that a run left in a folder."""
        assert list((folder / "tests" / "generated").glob("test_*.py"))
        shutil.copytree(folder / "tests" / "generated", self.folder / "tests" / "generated", dirs_exist_ok=True)
        self.commit("Take over generated tests")

    def change_behaviour(self) -> int:
        """A topic with a change that tests notice; the line that it is in."""
        self.git("checkout", "--quiet", "-b", "topic")
        self.replace(MODULE, CHANGE)
        self.commit("Make the world cheaper", "topic")
        lines = (self.folder / MODULE).read_text().splitlines()
        return 1 + next(i for i, line in enumerate(lines) if CHANGE[1] in line)

    def accept_the_change(self) -> None:
        """What docs/pages/pull-request.md says: look, accept, and let the next run write the tests anew."""
        assert "behaviour change" in self._skua(1, "run", "--budget", BUDGET, "--base", "origin/main")
        assert "Accepted" in self._skua(0, "accept", "--all")
        self._skua(0, "run", "--budget", BUDGET, "--base", "origin/main")
        self.commit("Accept cheaper parcels to the world", "topic")

    def merge_the_topic(self) -> None:
        self.git("checkout", "--quiet", "main")
        self.git("merge", "--quiet", "--ff-only", "topic")
        self.git("push", "--quiet", "origin", "main")

    def change_nothing_of_the_code(self) -> None:
        self.git("checkout", "--quiet", "-B", "words", "main")
        with (self.folder / "README.md").open("a") as text:
            text.write("\nPrices are in cents.\n")
        self.commit("Say what prices are in", "words")

    def _skua(self, expected: int, *arguments: str) -> str:
        done = subprocess.run(
            [BINARY, *arguments, *(["--python", sys.executable] if arguments[0] == "run" else [])],
            cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=400,
        )  # fmt: skip
        assert done.returncode == expected, done.stdout + done.stderr
        return done.stdout


def tool(name: str) -> str:
    """What the environment names; without it the test is skipped."""
    value = os.environ.get(name, "")
    return value or pytest.skip(f"{name} is not set")
