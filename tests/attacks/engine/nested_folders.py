"""Leaves folders behind that are nested more deeply than a path can be long."""

import os

os.chdir(os.environ.get("TMPDIR", "/tmp"))
for _ in range(20_000):
    os.mkdir("d")
    os.chdir("d")
os.chdir("/")


def attack(a: int = 0) -> int:
    return a
