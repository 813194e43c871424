"""What `skua init --ci` writes, executed as GitLab and Jenkins would, each by a program that other
people wrote (test_github.py has GitHub), with a wheel of Skua. Minutes, and the network for pip. What of these is not there is skipped:

    GITLAB_CI_LOCAL=gitlab-ci-local    npm install gitlab-ci-local@4.61.1, the last ones need Node 22
    JENKINS_JARS=FOLDER           see pom.xml; java in PATH
    SKUA_WHEEL=dist/skua_testgen-….whl    unset: made of SKUA_BINARY
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY, REPOSITORY

BUDGET = "20s"


def tool(name: str) -> str:
    value = os.environ.get(name, "")
    return value or pytest.skip(f"{name} is not set")


def run(folder: Path, *command: str, **environment: str) -> str:
    """What a command says; it must end well."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"HOME": str(folder.parent)} | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def git(folder: Path, *arguments: str) -> str:
    return run(folder, "git", "-c", "user.name=me", "-c", "user.email=me@localhost", *arguments)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone of a project that never saw Skua, with the place that it is pushed to."""
    folder = tmp_path / "parcel"
    shutil.copytree(REPOSITORY / "samples" / "parcel", folder)
    (folder / "skua.yml").unlink()
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "init", "--quiet", "--bare", "origin.git")
    git(folder, "remote", "add", "origin", str(tmp_path / "origin.git"))
    return folder


def commit_pipeline(project: Path, system: str, *options: str, **replaced: str) -> None:
    said = run(project, BINARY, "init", "--ci", system, *options)
    file = project / re.findall(r"^Wrote      (.*)$", said, re.MULTILINE)[-1]
    text = file.read_text()
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message=Add a pipeline")
    git(project, "push", "--quiet", "origin", "main")


def play_gitlab(project: Path, wheel: str, *jobs: str) -> str:
    return run(
        project, *shlex.split(tool("GITLAB_CI_LOCAL")), *jobs, "--force-shell-executor",
        "--variable", f"SKUA_PACKAGE={wheel}", "--variable", f"SKUA_BUDGET={BUDGET}",
    )  # fmt: skip


def check_gitlab(project: Path) -> None:
    """Tests are there, and every report that the pipeline names."""
    assert list((project / "tests" / "generated").glob("test_*.py"))
    for report in re.findall(r"build/skua/[\w-]+\.\w+", (project / ".gitlab-ci.yml").read_text()):
        assert (project / report).exists(), report


def test_gitlab(project: Path, wheel: str) -> None:
    tool("GITLAB_CI_LOCAL")
    commit_pipeline(project, "gitlab")

    assert "PASS" in play_gitlab(project, wheel, "skua")

    check_gitlab(project)


def test_gitlab_in_shards(project: Path, wheel: str) -> None:
    tool("GITLAB_CI_LOCAL")
    commit_pipeline(project, "gitlab", "--shards", "2")
    # With an image the shell executor takes folders for those of a container; without isolation all
    # jobs share one.
    pipeline = project / ".gitlab-ci.yml"
    pipeline.write_text(re.sub(r" +image: .*\n", "", pipeline.read_text()))

    said = play_gitlab(project, wheel, "--shell-isolation")

    assert "Merged     2 of 2 shards" in said
    check_gitlab(project)


def play_jenkins(project: Path, wheel: str, *variables: str) -> str:
    jars = tool("JENKINS_JARS")
    opened = [
        f"--add-opens=java.base/java.{package}=ALL-UNNAMED"
        for package in ("io", "lang", "lang.reflect", "net", "text", "util")
    ]
    return run(
        Path("/"), "java", *opened, "-cp", f"{jars}/*", "groovy.ui.GroovyMain",
        str(Path(__file__).with_name("play.groovy")), str(project / "Jenkinsfile"), str(project),
        f"SKUA_PACKAGE={wheel}", f"SKUA_BUDGET={BUDGET}", "COMMIT_TESTS=true",
        *variables,
    )  # fmt: skip


def check_jenkins(said: str, project: Path) -> None:
    """Reports were published, the state was kept, and the tests were pushed."""
    assert "junit build/skua/tests*.xml: 1 files" in said
    assert "archive .skua/**: 0 files" not in said
    pushed = git(project.parent / "origin.git", "log", "-1", "--format=%B", "main")
    assert "Skua-Run: jenkins-parcel-1" in pushed


def test_jenkins(project: Path, wheel: str) -> None:
    tool("JENKINS_JARS")
    commit_pipeline(project, "jenkins")

    check_jenkins(play_jenkins(project, wheel), project)


def test_jenkins_in_a_multibranch_job(project: Path, wheel: str) -> None:
    """A pull request has a job beside that of the branch that it goes into."""
    tool("JENKINS_JARS")
    commit_pipeline(project, "jenkins")
    git(project, "checkout", "--quiet", "-b", "topic")
    git(project, "commit", "--quiet", "--allow-empty", "--message=Work on a topic")

    said = play_jenkins(
        project, wheel, "JOB_NAME=team/parcel/PR-1", "BRANCH_NAME=PR-1", "CHANGE_ID=1",
        "CHANGE_TARGET=main",
    )  # fmt: skip

    assert "copyArtifacts [projectName:team/parcel/main, " in said
    base = git(project, "rev-parse", "origin/main").strip()
    assert f"skua run --budget {BUDGET}" in said and f"--base {base}" in said
    pushed = git(project.parent / "origin.git", "log", "-1", "--format=%B", "main")
    assert "Skua-Run" not in pushed  # what a pull request's code made is not taken over


def test_jenkins_in_shards(project: Path, wheel: str) -> None:
    """Each shard on a node of its own, side by side; the merge has nothing but what they stashed."""
    tool("JENKINS_JARS")
    commit_pipeline(project, "jenkins", "--shards", "2")

    said = play_jenkins(project, wheel)

    for shard in ("1", "2"):
        assert re.search(rf"^  stash skua-{shard}: [1-9]", said, re.MULTILINE)
    assert "Merged     2 of 2 shards" in said
    check_jenkins(said, project)
