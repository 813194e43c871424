"""The pipelines for several machines, as `skua init --ci … --shards` writes them: the commands of each job,
run as its system would, with the built `skua`; what jobs hand on is copied by hand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY, PYTHON, REPOSITORY, Project
from sharding import MODULES, copy, write_shop

ALL = sorted([*MODULES, "shop"])
# Each machine has these: a budget by the clock would make the test depend on time.
SETTINGS = "search:\n  iterations: 2\n  seed: 1\n"


@pytest.fixture
def shop(project: Project) -> Project:
    write_shop(project)
    project.write("skua.yml", project.read("skua.yml") + SETTINGS)
    return project


@pytest.fixture
def programs(tmp_path: Path) -> str:
    """A PATH with the built skua, and a python that has pytest and installs nothing."""
    folder = tmp_path / "programs"
    folder.mkdir()
    # The pipelines give a budget; here iterations of skua.yml are what counts.
    (folder / "skua").write_text(
        f'#!/bin/bash\nwords=()\nwhile (($#)); do\n  if [[ $1 == --budget ]]; then shift; else words+=("$1"); fi\n'
        f'  shift\ndone\nexec {BINARY} "${{words[@]}}"\n'
    )
    (folder / "python").write_text(
        f'#!/bin/bash\nif [[ $1 == -m && $2 == pip ]]; then exit 0; fi\nexec {PYTHON} "$@"\n'
    )
    for program in folder.iterdir():
        program.chmod(0o755)
    return f"{folder}:{Path(PYTHON).parent}:{os.environ['PATH']}"


def shell(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env={"HOME": str(folder), "NO_COLOR": "1", **variables},
        capture_output=True,
        text=True,
        timeout=300,
    )


def script_of(job: str, text: str) -> str:
    """The commands of a job in .gitlab-ci.yml, as the template writes them: items of one line or folded."""
    body = text.split(f"\n{job}:\n")[1].split("\n  script:\n")[1].split("\n  artifacts:\n")[0]
    commands: list[str] = []
    for line in body.splitlines():
        if line.startswith("    - "):
            commands.append("" if line == "    - >" else line.removeprefix("    - "))
        else:
            commands[-1] += " " + line.strip()
    return "\n".join(commands)


def test_gitlab(shop, tmp_path, programs) -> None:
    init = shop.skua("init", "--ci", "gitlab", "--shards", "2")
    assert init.exit_code == 0, init.errors
    pipeline = shop.read(".gitlab-ci.yml")
    checkout = copy(shop, tmp_path / "merge job")
    for index in (1, 2):
        machine = copy(shop, tmp_path / f"job-{index}")
        done = shell(
            script_of("skua", pipeline),
            machine.root,
            PATH=programs,
            CI_PROJECT_DIR=str(machine.root),
            CI_NODE_INDEX=str(index),
            CI_NODE_TOTAL="2",
            SKUA_PACKAGE="skua",
            SKUA_BUDGET="5m",
        )
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.copytree(machine.root / "shards", checkout.root / "shards", dirs_exist_ok=True)

    merged = shell(
        script_of("skua-merge", pipeline),
        checkout.root,
        PATH=programs,
        CI_PROJECT_DIR=str(checkout.root),
        SKUA_PACKAGE="skua",
    )

    assert merged.returncode == 0, merged.stdout + merged.stderr
    assert "Merged     2 of 2 shards" in merged.stdout
    assert sorted(checkout.generation()) == ALL
    assert checkout.pytest("tests/generated").returncode == 0


class Job:
    """A job of the workflow that uses the action: its steps are the action's scripts."""

    def __init__(self, project: Project, folder: Path, path: str, shard: str) -> None:
        self.project = project
        self.temp = folder
        self.temp.mkdir()
        self.variables = {
            "PATH": path,
            "GITHUB_WORKSPACE": str(project.root),
            "GITHUB_OUTPUT": str(folder / "output"),
            "RUNNER_TEMP": str(folder),
            "EVENT": "push",
            "REF_TYPE": "branch",
            "REF_NAME": "main",
            "DEFAULT_BRANCH": "main",
            "BASE_BRANCH": "",
            "INPUT_SHARD": shard,
            "INPUT_PYTHON": "python",
            "INPUT_WORKING_DIRECTORY": "./",
            "INPUT_COMMIT": "artefact",
            "INPUT_CACHE": "true",
            "INPUT_FAIL_ON": "gate",
            "INPUT_BASE": "",
            "INPUT_CONFIG": "",
            "INPUT_BUDGET": "",
            "INPUT_ARGS": "",
        }

    def step(self, name: str) -> dict[str, str]:
        """Its outputs."""
        output = Path(self.variables["GITHUB_OUTPUT"])
        output.write_text("")
        done = shell(f'"{REPOSITORY}/action/{name}.sh"', self.project.root, **self.variables)
        assert done.returncode == 0, name + done.stdout + done.stderr
        outputs = {}
        lines = iter(output.read_text().splitlines())
        for line in lines:
            if "<<" in line:
                key, end = line.split("<<")
                outputs[key] = "\n".join(iter(lambda: next(lines), end))
            else:
                key, _, outputs[key] = line.partition("=")
        return outputs

    def run(self) -> dict[str, str]:
        """All outputs of its steps up to that of skua."""
        outputs = self.step("prepare")
        outputs |= self.step("places")
        self.variables |= {"MODE": outputs["mode"], "ARTIFACT": outputs["artifact"]}
        for place in ("tests", "reports", "state"):
            self.variables[place.upper()] = outputs[place]
        return outputs | self.step("run")


def test_github(shop, tmp_path, programs) -> None:
    checkout = copy(shop, tmp_path / "merge")
    planned = Job(shop, tmp_path / "plan", programs, "2").run()
    shards = [entry["shard"] for entry in json.loads(planned["matrix"])["include"]]
    assert shards == ["1/2", "2/2"]

    merging = Job(checkout, tmp_path / "merging", programs, "merge")
    for number, shard in enumerate(shards):
        job = Job(
            copy(shop, tmp_path / f"shard-{number}"), tmp_path / f"temp-{number}", programs, shard
        )
        outputs = job.run() | job.step("collect")
        # Downloaded artifacts are unpacked over each other.
        shutil.copytree(outputs["folder"], merging.temp / "skua-shards", dirs_exist_ok=True)
    outputs = merging.run()

    assert outputs["exit-code"] == "0"
    assert sorted(checkout.generation()) == ALL
    assert f"{outputs['tests-generated']} passed" in checkout.pytest("tests/generated").stdout
