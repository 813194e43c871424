"""What `skua init --ci jenkins` writes, executed by the harness that people test their Jenkinsfiles
with (play.groovy). Minutes, and the network for pip.

    JENKINS_JARS=FOLDER    see pom.xml; java in PATH
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import run
from story import BUDGET, MODULE, Project, git, tool


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
    check(play(project, wheel, "JOB_NAME=team/parcel/main"), project)
    base = project.git("rev-parse", "HEAD").strip()
    project.change_behaviour()

    said = play(
        project, wheel, "JOB_NAME=team/parcel/PR-1", "BRANCH_NAME=PR-1", "CHANGE_ID=1", "CHANGE_TARGET=main"
    )

    assert "copyArtifacts [projectName:team/parcel/main, " in said
    assert f"--base {base}" in said
    assert "4 modules: 1 modified, 1 affected (parcel imports parcel.rates), 2 unchanged" in said
    assert re.search(rf"Behaviour  .* was \d+, now \d+ +{MODULE}:\d+", said), said
    assert "UNSTABLE" in said
    assert git(project.origin, "rev-parse", "main").strip() == base  # what a pull request made is not pushed


def test_shards(project: Project, wheel: str) -> None:
    """Each shard on a node of its own, side by side; the merge has nothing but what they stashed."""
    add_pipeline(project, "--shards", "2")

    said = play(project, wheel)

    for shard in ("1", "2"):
        assert re.search(rf"^  stash skua-{shard}: [1-9]", said, re.MULTILINE)
    assert "Merged     2 of 2 shards" in said
    check(said, project)
