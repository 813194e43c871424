# harm: files
import pathlib


def attack() -> int:
    hooks = pathlib.Path(__file__).parent / ".git" / "hooks"
    hooks.mkdir(parents=True)
    return (hooks / "pre-commit").write_text("#!/bin/sh")
