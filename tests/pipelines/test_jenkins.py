"""What `skua init --ci jenkins` writes, executed by the harness that people test their Jenkinsfiles
with (play.groovy). Minutes, and the network for pip.

    JENKINS_JARS=FOLDER    see pom.xml; java in PATH
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import run
from story import BUDGET, Project, git, tool


@pytest.fixture
def project(tmp_path: Path) -> Project:
    tool("JENKINS_JARS")
    return Project(tmp_path)


def add_pipeline(project: Project, *options: str) -> None:
    assert project.add_pipeline("jenkins", *options) == "Jenkinsfile"
    project.commit("Add a pipeline")


def play(project: Project, wheel: str, *variables: str) -> str:
    opened = [
        f"--add-opens=java.base/java.{package}=ALL-UNNAMED"
        for package in ("io", "lang", "lang.reflect", "net", "text", "util")
    ]
    return run(
        "java", *opened, "-cp", f"{tool('JENKINS_JARS')}/*", "groovy.ui.GroovyMain",
        Path(__file__).with_name("play.groovy"), project.folder / "Jenkinsfile", project.folder,
        f"SKUA_PACKAGE={wheel}", f"SKUA_BUDGET={BUDGET}", "COMMIT_TESTS=true", *variables,
        folder=Path("/"), HOME=str(project.folder.parent),
    )  # fmt: skip


def check(said: str, project: Project) -> None:
    """Reports were published, the state was kept, and the tests were pushed."""
    assert "junit build/skua/tests*.xml: 1 files" in said
    assert "archive .skua/**: 0 files" not in said
    pushed = git(project.origin, "log", "-1", "--format=%B", "main")
    assert "Skua-Run: jenkins-parcel-1" in pushed


def test_a_branch(project: Project, wheel: str) -> None:
    add_pipeline(project)

    check(play(project, wheel), project)


def test_a_pull_request_of_a_multibranch_job(project: Project, wheel: str) -> None:
    """A pull request has a job beside that of the branch that it goes into."""
    add_pipeline(project)
    project.git("checkout", "--quiet", "-b", "topic")
    project.git("commit", "--quiet", "--allow-empty", "--message=Work on a topic")

    said = play(
        project, wheel, "JOB_NAME=team/parcel/PR-1", "BRANCH_NAME=PR-1", "CHANGE_ID=1", "CHANGE_TARGET=main"
    )

    assert "copyArtifacts [projectName:team/parcel/main, " in said
    base = project.git("rev-parse", "origin/main").strip()
    assert f"skua run --budget {BUDGET}" in said and f"--base {base}" in said
    pushed = git(project.origin, "log", "-1", "--format=%B", "main")
    assert "Skua-Run" not in pushed  # what a pull request's code made is not taken over


def test_shards(project: Project, wheel: str) -> None:
    """Each shard on a node of its own, side by side; the merge has nothing but what they stashed."""
    add_pipeline(project, "--shards", "2")

    said = play(project, wheel)

    for shard in ("1", "2"):
        assert re.search(rf"^  stash skua-{shard}: [1-9]", said, re.MULTILINE)
    assert "Merged     2 of 2 shards" in said
    check(said, project)
