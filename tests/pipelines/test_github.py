"""What `skua init --ci github` writes, executed by act with the actions that it names: checkout from a host that asks
for a token, the interpreter, cache and artifacts, on the machine itself rather than in a container. Minutes, and the
network for pip.

    ACT=act              go install github.com/nektos/act@latest
    NODE=FOLDER          with node of the version that the actions ask for, 24; unset: the one in PATH
    ACT_ACTIONS=FOLDER   with clones of the actions, checkout, cache and so on; unset: act fetches them
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import artifact_front
from conftest import ENVIRONMENT, REPOSITORY, run
from git_host import READ_ONLY_TOKEN, TOKEN, GitHost, serve
from story import BUDGET, MODULE, Project, git, tool

WORKFLOW = ".github/workflows/skua.yml"
BOT = "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>"
USES = re.compile(r"uses: (actions/([\w-]+)[\w/-]*@\w+)")


def free_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


class Played:
    """What came of a run of a workflow."""

    def __init__(self, status: int, said: str, artifacts: Path) -> None:
        self.passed = status == 0
        self.said = said
        self.artifacts = artifacts

    def errors(self) -> list[str]:
        """The annotations that GitHub would show: `file=…,line=…::sentence`."""
        return re.findall(r"::error (.*)", self.said)

    def unpack(self, folder: Path) -> Path:
        """The files of the artifact with tests and reports."""
        (archive,) = (
            path for path in self.artifacts.rglob("*.zip") if not path.name.startswith("skua-shard")
        )
        zipfile.ZipFile(io.BytesIO(archive.read_bytes())).extractall(folder)
        return folder


class GitHub:
    """Runs workflows of a project, each on a machine that has nothing but the caches of runs before."""

    def __init__(self, project: Project, host: GitHost, folder: Path) -> None:
        self.project = project
        self.host = host
        self.folder = folder
        self.runs = 0
        self.action = folder / "skua"
        shutil.copytree(REPOSITORY / "action", self.action / "action")
        shutil.copy(REPOSITORY / "CMakeLists.txt", self.action)
        version = platform.python_version()
        python = folder / "act" / "tool_cache" / "Python" / version / "x64"
        run(sys.executable, "-m", "venv", python)
        python.with_name("x64.complete").touch()

    def push(self, branch: str = "main") -> Played:
        sha = git(self.project.origin, "rev-parse", branch).strip()
        event = {"ref": f"refs/heads/{branch}", "after": sha}
        return self._play("push", event, f"refs/heads/{branch}", sha)

    def pull_request(self, branch: str) -> Played:
        """Merges the branch into main as GitHub does for the checkout, then runs the workflow of the merge."""
        head_repository = self.project.head
        git(self.project.origin, "fetch", "--quiet", str(head_repository), f"+refs/heads/{branch}:refs/pull/1/head")
        base, head = git(self.project.origin, "rev-parse", "main", "refs/pull/1/head").split()
        tree = git(self.project.origin, "merge-tree", "--write-tree", base, head).split()[0]
        merge = git(
            self.project.origin, "commit-tree", tree, "-p", base, "-p", head, "-m", f"Merge {head} into {base}"
        ).strip()
        git(self.project.origin, "update-ref", "refs/pull/1/merge", merge)
        is_fork = head_repository != self.project.origin
        owner = head_repository.parent.name
        event = {
            "number": 1,
            "pull_request": {
                "number": 1,
                "head": {
                    "ref": branch,
                    "sha": head,
                    "repo": {"full_name": f"{owner}/parcel", "owner": {"login": owner}, "fork": is_fork},
                },
                "base": {"ref": "main", "sha": base, "repo": {"full_name": "me/parcel", "fork": False}},
            },
        }
        return self._play("pull_request", event, "refs/pull/1/merge", merge, READ_ONLY_TOKEN if is_fork else TOKEN)

    def kept(self) -> dict[str, bytes]:
        """The archives that the cache holds: the states that runs begin with."""
        folder = self.folder / "cache" / "cache"
        return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def _play(self, name: str, event: dict[str, object], ref: str, sha: str, token: str = TOKEN) -> Played:
        self.runs += 1
        port = free_port()
        here = self.folder / f"run-{self.runs}"
        workspace = here / "workspace"
        workspace.mkdir(parents=True)
        workflow = here / "skua.yml"
        workflow.write_text(git(self.project.origin, "show", f"{sha}:{WORKFLOW}"))
        repository = {"full_name": "me/parcel", "default_branch": "main", "private": True}
        (here / "event.json").write_text(json.dumps(event | {"repository": repository}))
        facts = {
            "GITHUB_SERVER_URL": self.host.address,
            "GITHUB_REPOSITORY": "me/parcel",
            "GITHUB_REPOSITORY_OWNER": "me",
            "GITHUB_REF": ref,
            "GITHUB_REF_TYPE": "branch",
            "SHA_REF": sha,
            "GITHUB_RUN_ID": str(self.runs),
        }
        command = [
            tool("ACT"), name, "--workflows", str(workflow), "--eventpath", str(here / "event.json"),
            "--directory", str(workspace), "--platform", "ubuntu-24.04=-self-hosted", "--no-skip-checkout",
            "--concurrent-jobs", "1", "--secret", f"GITHUB_TOKEN={token}",
            "--action-cache-path", str(self.folder / "act"),
            "--cache-server-path", str(self.folder / "cache"), "--cache-server-addr", "127.0.0.1",
            "--artifact-server-path", str(here / "artifacts"), "--artifact-server-addr", "127.0.0.1",
            "--artifact-server-port", port,
            "--local-repository", f"me/skua@v0.1.0={self.action}",
            *(word for key, value in facts.items() for word in ("--env", f"{key}={value}")),
        ]  # fmt: skip
        clones = os.environ.get("ACT_ACTIONS", "")
        texts = workflow.read_text() + (self.action / "action" / "action.yml").read_text()
        for action, folder in sorted(set(USES.findall(texts))):
            if clones:
                owner, revision = action.split("@")
                repository_of = "/".join(owner.split("/")[:2])
                command += ["--local-repository", f"{repository_of}@{revision}={Path(clones) / folder}"]
        path = os.environ.get("NODE", "") + os.pathsep + ENVIRONMENT["PATH"]
        with artifact_front.before(port) as address:
            done = subprocess.run(
                command,
                cwd=here,
                env=ENVIRONMENT
                | {"HOME": str(self.folder), "PATH": path, "ACTIONS_RUNTIME_URL": address},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=600,
            )
        (here / "log").write_text(done.stdout)
        return Played(done.returncode, done.stdout, here / "artifacts")


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHub]:
    tool("ACT")
    project = Project(tmp_path)
    with serve(tmp_path / "host") as host:
        yield GitHub(project, host, tmp_path)


def add_workflow(github: GitHub, wheel: str, *options: str) -> None:
    path = github.project.add_pipeline("github", "--from", "me/skua", *options)
    assert path == WORKFLOW
    github.project.replace(
        path,
        ("budget: 5m ", f"budget: {BUDGET} "),
        ("        uses: me/skua/action@v0.1.0\n        with:\n",
         f"        uses: me/skua/action@v0.1.0\n        with:\n          version: {wheel}\n"),
    )  # fmt: skip
    github.project.commit("Add a pipeline")


def test_a_change_of_behaviour(github: GitHub, wheel: str, tmp_path: Path) -> None:
    project = github.project
    add_workflow(github, wheel)

    first = github.push()
    assert first.passed, first.said
    project.take_tests(first.unpack(tmp_path / "first"))
    assert github.push().passed

    line = project.change_behaviour()
    changed = github.pull_request("topic")
    assert not changed.passed
    assert any(f"file={MODULE},line={line}" in error for error in changed.errors()), changed.said
    summary = (changed.unpack(tmp_path / "changed") / "build" / "skua" / "summary.md").read_text()
    assert "behaviour" in summary.splitlines()[2]

    project.accept_the_change()
    accepted = github.pull_request("topic")
    assert accepted.passed, accepted.said

    project.merge_the_topic()
    assert github.push().passed
    project.change_nothing_of_the_code()
    unchanged = github.pull_request("words")
    assert unchanged.passed, unchanged.said
    assert "4 modules: all unchanged" in unchanged.said
    assert github.host.refused == 0  # nothing was fetched without the token


def test_a_pull_request_from_a_fork(github: GitHub, wheel: str, tmp_path: Path) -> None:
    """Tests are pushed on main, but what a stranger's code made stays with the pull request."""
    project = github.project
    add_workflow(github, wheel)
    project.replace(
        WORKFLOW,
        ("contents: read ", "contents: write "),
        ("persist-credentials: false", "persist-credentials: true"),
        ("commit: artefact ", "commit: commit "),
    )
    project.commit("Have tests pushed")
    assert github.push().passed
    project.pull()
    assert "Skua-Run: " in project.git("log", "-1", "--format=%B")
    again = github.push()
    assert again.passed and "nothing to do" in again.said, again.said
    kept, heads = github.kept(), git(project.origin, "for-each-ref", "refs/heads")
    assert kept

    project.fork()
    new = project.folder / "src" / "parcel" / "volume.py"
    new.write_text("def is_large(litres: int) -> bool:\n    return litres > 100\n")
    line = project.change_behaviour()
    own = "Update generated tests\n\nSkua-Run: x"  # anybody can write what the action writes
    project.git("commit", "--quiet", "--allow-empty", f"--author={BOT}", f"--message={own}")
    project.git("push", "--quiet", "origin", "topic")
    changed = github.pull_request("topic")

    assert not changed.passed
    assert any(f"file={MODULE},line={line}" in error for error in changed.errors()), changed.said
    assert "on pull_request the tests become an artifact" in changed.said
    assert (changed.unpack(tmp_path / "changed") / "tests" / "generated" / "test_parcel_volume.py").exists()
    assert github.kept() == kept
    assert git(project.origin, "for-each-ref", "refs/heads") == heads
    assert github.host.pushes_refused == 0  # nobody tried


def test_shards(github: GitHub, wheel: str, tmp_path: Path) -> None:
    """One job plans, each shard has one, and one puts together what they left and judges it."""
    project = github.project
    add_workflow(github, wheel, "--shards", "2")

    first = github.push()
    assert first.passed, first.said
    assert "Merged     2 of 2 shards" in first.said
    project.take_tests(first.unpack(tmp_path / "first"))

    line = project.change_behaviour()
    changed = github.pull_request("topic")
    assert not changed.passed
    assert sum(f"file={MODULE},line={line}" in error for error in changed.errors()) == 1, changed.said
