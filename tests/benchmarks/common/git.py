"""Repositories in which projects lie, as their people have them."""

from __future__ import annotations

import subprocess
from pathlib import Path

_GIT = ("git", "-c", "safe.directory=*", "-c", "user.name=N", "-c", "user.email=n@example.org",
        "-c", "commit.gpgsign=false")  # fmt: skip


def git(tree: Path, *words: str) -> None:
    """Runs git in a tree, as an author of our own."""
    subprocess.run([*_GIT, "-C", tree, *words], check=True)


def begin(tree: Path, message: str = "Begin") -> None:
    """Makes a repository of a folder, with all of it in one commit."""
    git(tree, "init", "-q", "-b", "main")
    commit(tree, message)


def commit(tree: Path, message: str) -> None:
    """Commits all that is in a tree, also where nothing changed."""
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "--allow-empty", "-m", message)
