"""Plays the runner of GitHub Actions: files for outputs, inputs in the environment, and programs that
the scripts of action/ call, replaced by ones that say how they were called."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ACTION = Path(__file__).resolve().parents[2] / "action"

FAKE_SKUA = f"""#!{sys.executable}
import json, os, pathlib, sys
arguments = sys.argv[1:]
with open(os.environ["FAKE_LOG"], "a") as log:
    log.write(json.dumps({{"arguments": arguments, "folder": os.getcwd()}}) + "\\n")
root = os.environ["FAKE_ROOT"]
if arguments == ["--version"]:
    print("skua 9.8.7")
elif arguments[:2] == ["config", "show"]:
    print(os.environ["FAKE_CONFIG"])
elif arguments[:1] == ["plan"]:
    print(os.environ.get("FAKE_MATRIX", ""))
elif "FAKE_REPORT" in os.environ:
    reports = pathlib.Path(root, "build", "skua")
    reports.mkdir(parents=True, exist_ok=True)
    (reports / "report.json").write_text(os.environ["FAKE_REPORT"])
sys.exit(int(os.environ.get("FAKE_EXIT", "0")) if arguments[:1] in (["run"], ["merge"], ["plan"]) else 0)
"""


@dataclass
class Result:
    exit_code: int
    said: str
    outputs: dict[str, str] = field(default_factory=dict)


def read_outputs(text: str) -> dict[str, str]:
    """The file format of GITHUB_OUTPUT: `name=value`, or `name<<END`, lines, `END`."""
    outputs: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        heredoc = re.fullmatch(r"([A-Za-z_-]+)<<(\S+)", line)
        if heredoc is None:
            name, _, value = line.partition("=")
            outputs[name] = value
            continue
        value_lines = []
        for value_line in lines:
            if value_line == heredoc[2]:
                break
            value_lines.append(value_line)
        outputs[heredoc[1]] = "\n".join(value_lines)
    return outputs


class Runner:
    """A job: its workspace, its temporary folder, and steps that are scripts of the action."""

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "work space"
        self.temp = folder / "temp"
        self.bin = folder / "bin"
        self.log = folder / "calls"
        for made in (self.workspace, self.temp, self.bin):
            made.mkdir(parents=True)
        self.program("skua", FAKE_SKUA)

    def program(self, name: str, text: str) -> None:
        file = self.bin / name
        file.write_text(text)
        file.chmod(0o755)

    def write(self, path: str, text: str = "") -> Path:
        file = self.workspace / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def config(self, **places: str) -> str:
        """As `skua config show` prints it."""
        values = {"tests": "tests/generated", "reports": "build/skua", "state": ".skua"} | places
        lines = ["project:", f"  {'root: ' + str(self.workspace):37} # default", "output:"]
        lines += [f"  {key + ': ' + value:37} # default" for key, value in values.items()]
        return "\n".join(lines)

    def environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "HOME": str(self.temp),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_SERVER_URL": "https://github.test",
            "GITHUB_REPOSITORY": "owner/project",
            "GITHUB_RUN_ID": "4711",
            "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_PATH": str(self.temp / "path"),
            "RUNNER_TEMP": str(self.temp),
            "FAKE_LOG": str(self.log),
            "FAKE_ROOT": str(self.workspace),
            "FAKE_CONFIG": self.config(),
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    def step(self, script: str, *arguments: str, **variables: str) -> Result:
        output = self.temp / "output"
        output.write_text("")
        done = subprocess.run(
            [str(ACTION / script), *arguments],
            cwd=self.workspace,
            env=self.environment() | variables,
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
        )
        return Result(done.returncode, done.stdout + done.stderr, read_outputs(output.read_text()))

    def calls(self) -> list[list[str]]:
        """The arguments of each call of skua."""
        if not self.log.exists():
            return []
        return [json.loads(line)["arguments"] for line in self.log.read_text().splitlines()]

    def git(self, *arguments: str, folder: Path | None = None) -> str:
        who = ["-c", "user.name=A Person", "-c", "user.email=person@example.com"]
        return subprocess.run(
            ["git", *who, "-c", "init.defaultBranch=main", *arguments],
            cwd=folder or self.workspace,
            env=self.environment(),
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)
