"""`skua completion`: what each shell offers. A shell that is not installed is passed over."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY


# The scripts ask the binary that the user calls.
ENVIRONMENT = dict(os.environ, PATH=f"{Path(BINARY).parent}{os.pathsep}{os.environ['PATH']}")


def script(shell: str) -> str:
    return subprocess.run(
        [BINARY, "completion", shell], capture_output=True, text=True, check=True
    ).stdout


def offered_by_bash(words: list[str], folder: Path) -> set[str]:
    """What bash offers for the last of these words."""
    quoted = " ".join(f"'{word}'" for word in words)
    program = (
        f"{script('bash')}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _skua 2>/dev/null\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {line for line in done.stdout.splitlines() if line}


@pytest.mark.parametrize(
    ("words", "some", "none_of"),
    [
        (["skua", ""], {"run", "init", "config", "completion", "help"}, {"show", "--budget"}),
        (["skua", "config", ""], {"show", "schema", "check"}, {"run"}),
        (["skua", "config", "show", "--bu"], {"--budget"}, {"--base"}),
        (["skua", "config", "schema", "--"], {"--help"}, {"--config", "--budget"}),
        (["skua", "run", "--"], {"--budget", "--base", "--config", "--help"}, {"--force", "--ci"}),
        (["skua", "init", "--"], {"--force", "--ci", "--shards"}, {"--budget"}),
        (["skua", "init", "--ci", ""], {"github", "jenkins", "gitlab"}, {"--force"}),
        (["skua", "init", "--ci", "=", "gi"], {"github", "gitlab"}, {"jenkins"}),
        (["skua", "init", "--ci", "="], {"github", "jenkins", "gitlab"}, set()),
        (["skua", "run", "--algorithm", "m"], {"mosa", "mio"}, {"dynamosa"}),
        (["skua", "run", "-"], {"--jobs", "-j"}, {"run"}),
        (["skua", "run", "-j", ""], set(), {"a.py"}),
        (["skua", "run", "--tests", ""], {"a folder"}, {"a.py"}),
        (["skua", "run", "--budget", ""], set(), {"a.py", "--base"}),
        (["skua", "run", "a"], {"a.py", "a folder"}, {"--all"}),
        (["skua", "plan", "--format", ""], {"text", "json", "github-matrix"}, {"html"}),
        (["skua", "merge", ""], {"a folder"}, {"a.py"}),
        (["skua", "check", ""], {"a.py", "a folder"}, {"--budget"}),
        (["skua", "check", "--"], {"--budget", "--format", "--reports"}, {"--jobs"}),
        (["skua", "explain", "SKUA-N1"], {"SKUA-N104"}, {"SKUA-S501"}),
        (["skua", "completion", ""], {"bash", "zsh", "fish"}, set()),
        (["skua", "help", "r"], {"run"}, {"plan"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bash_offers_what_fits(
    words: list[str], some: set[str], none_of: set[str], tmp_path: Path
) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a.py").touch()
    offered = offered_by_bash(words, tmp_path)
    assert some <= offered
    assert not none_of & offered
    assert offered or not some


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_read_its_script(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n"], input=script(shell), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_flag_of_run_is_known(tmp_path: Path) -> None:
    help_text = subprocess.run(
        [BINARY, "run", "--help"], capture_output=True, text=True, check=True
    ).stdout
    flags = re.findall(r"^  (?:-\w,|   ) --([a-z-]+)", help_text, re.MULTILINE)
    assert len(flags) > 10
    assert {f"--{flag}" for flag in flags} <= offered_by_bash(["skua", "run", "--"], tmp_path)


def test_zsh_offers_what_fits(tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    # What the functions of zsh's completion are given, which it calls in an editor alone.
    program = (
        "compdef() { }; compset() { }; _files() { print files $@ }\n"
        "_describe() { print -l -- ${candidates[@]} }\n"
        f"{script('zsh')}\n"
    )

    def offered(*words: str) -> list[str]:
        quoted = " ".join(f"'{word}'" for word in ("skua", *words))
        done = subprocess.run(
            ["zsh", "-f", "-c", f"{program}words=({quoted}); CURRENT={len(words) + 1}; _skua"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()

    assert "run:generate tests for what changed" in offered("")
    assert [line.partition(":")[0] for line in offered("config", "")] == ["show", "schema", "check"]
    assert offered("init", "--ci=gi") == ["--ci=github", "--ci=gitlab"]
    assert offered("run", "--tests=") == ["files -/"]
    assert offered("run", "") == ["files"]


def test_fish_offers_what_fits(tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")

    def offered(line: str) -> set[str]:
        program = f"{script('fish')}\ncomplete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", program],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=True,
        )
        return {each.split("\t")[0] for each in done.stdout.splitlines()}

    assert {"run", "config", "completion"} <= offered("skua ")
    assert offered("skua config ") == {"show", "schema", "check"}
    assert {"--budget", "--base"} <= offered("skua run --b")
    assert offered("skua init --ci ") == {"github", "jenkins", "gitlab"}
    assert offered("skua init --ci=gi") == {"--ci=github", "--ci=gitlab"}
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a.py").touch()
    assert offered("skua run --tests=a") == {"--tests=a folder/"}
    assert offered("skua run a") == {"a folder/", "a.py"}
    assert "SKUA-N104" in offered("skua explain SKUA-")


def test_a_shell_that_is_unknown_is_an_error() -> None:
    done = subprocess.run([BINARY, "completion", "tcsh"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "expected bash, zsh or fish" in done.stderr
