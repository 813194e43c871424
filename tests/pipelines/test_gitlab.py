"""What `skua init --ci gitlab` writes, executed by gitlab-ci-local on the machine itself rather than in
containers: each pipeline has a clone of its own, each job a Python of its own. Minutes, and the
network for pip.

    GITLAB_CI_LOCAL=gitlab-ci-local    npm install gitlab-ci-local@4.61.1, which needs rsync in PATH,
                                       the last ones Node 22
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from conftest import ENVIRONMENT
from story import BUDGET, MODULE, Project, git, tool

PIPELINE = ".gitlab-ci.yml"


class Played:
    """What came of a pipeline, and the files that its last job left."""

    def __init__(self, status: int, said: str, artifacts: Path) -> None:
        self.passed = status == 0
        self.said = said
        self.artifacts = artifacts


class GitLab:
    """Runs pipelines of a project, which have nothing in common but the cache."""

    def __init__(self, folder: Path, wheel: str) -> None:
        self.project = Project(folder)
        self.folder = folder
        self.wheel = wheel
        self.runs = 0

    def add_pipeline(self, *options: str) -> None:
        path = self.project.add_pipeline("gitlab", *options)
        assert path == PIPELINE
        # Of a job with an image the shell executor takes folders for those of a container, and all jobs would install
        # into the machine's Python.
        python = f"{sys.executable} -m venv $python"
        own = f"before_script: ['python=$(mktemp -d {self.folder}/XXXXXX)', '{python}', 'PATH=$python/bin:$PATH']"
        self.project.replace(path, ("image: python:", f"{own}  # "))
        self.project.commit("Add a pipeline")

    def push(self) -> Played:
        return self._play("main")

    def merge_request(self, branch: str) -> Played:
        base = git(self.project.origin, "merge-base", "main", branch).strip()
        return self._play(
            branch, "--unset-variable", "CI_COMMIT_BRANCH", "--variable", "CI_PIPELINE_SOURCE=merge_request_event",
            "--variable", f"CI_MERGE_REQUEST_DIFF_BASE_SHA={base}",
        )  # fmt: skip

    def state(self) -> dict[str, bytes]:
        """What the cache holds: the state that pipelines begin with."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in (self.folder / "cache").rglob("*")
            if path.is_file()
        }

    def _play(self, branch: str, *options: str) -> Played:
        self.runs += 1
        clone = self.folder / f"run-{self.runs}"
        git(self.folder, "clone", "--quiet", "--branch", branch, str(self.project.origin), str(clone))
        (self.folder / "cache").mkdir(exist_ok=True)
        (clone / ".gitlab-ci-local").mkdir()
        (clone / ".gitlab-ci-local" / "cache").symlink_to(self.folder / "cache")
        done = subprocess.run(
            [*shlex.split(tool("GITLAB_CI_LOCAL")), "--force-shell-executor", "--shell-isolation", *options,
             "--variable", f"SKUA_PACKAGE={self.wheel}", "--variable", f"SKUA_BUDGET={BUDGET}"],
            cwd=clone,
            env=ENVIRONMENT | {"HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )  # fmt: skip
        (self.folder / f"run-{self.runs}.log").write_text(done.stdout)
        jobs = sorted((clone / ".gitlab-ci-local" / "artifacts").iterdir(), key=lambda job: job.name == "skua-merge")
        return Played(done.returncode, done.stdout, jobs[-1])


@pytest.fixture
def gitlab(tmp_path: Path, wheel: str) -> GitLab:
    tool("GITLAB_CI_LOCAL")
    return GitLab(tmp_path, wheel)


@pytest.mark.parametrize("options", [(), ("--shards", "2")], ids=["one machine", "shards"])
def test_a_change_of_behaviour(gitlab: GitLab, options: tuple[str, ...]) -> None:
    project = gitlab.project
    gitlab.add_pipeline(*options)

    first = gitlab.push()
    assert first.passed, first.said
    for report in re.findall(r"build/skua/[\w-]+\.\w+", (project.folder / PIPELINE).read_text()):
        assert (first.artifacts / report).exists(), report
    project.take_tests(first.artifacts)
    assert gitlab.push().passed
    state = gitlab.state()
    assert state

    project.change_behaviour()
    changed = gitlab.merge_request("topic")
    assert not changed.passed
    assert re.search(rf"Behaviour  .* was \d+, now \d+ +{MODULE}:\d+", changed.said), changed.said
    failures = ElementTree.parse(changed.artifacts / "build" / "skua" / "tests.xml").iter("failure")
    assert any(f"({MODULE}:" in failure.get("message", "") for failure in failures)

    project.accept_the_change()
    accepted = gitlab.merge_request("topic")
    assert accepted.passed, accepted.said
    assert gitlab.state() == state  # what merge requests found out is theirs

    project.merge_the_topic()
    assert gitlab.push().passed
    project.change_nothing_of_the_code()
    unchanged = gitlab.merge_request("words")
    assert unchanged.passed, unchanged.said
    assert "4 modules: all unchanged" in unchanged.said
