"""Tells which build server runs the program, and what it says of the commit."""

import os
from dataclasses import dataclass

SERVERS = {
    "GITHUB_ACTIONS": ("github", "GITHUB_SHA", "GITHUB_REF_NAME"),
    "GITLAB_CI": ("gitlab", "CI_COMMIT_SHA", "CI_COMMIT_BRANCH"),
    "JENKINS_URL": ("jenkins", "GIT_COMMIT", "GIT_BRANCH"),
    "TF_BUILD": ("azure", "BUILD_SOURCEVERSION", "BUILD_SOURCEBRANCHNAME"),
}


@dataclass(frozen=True)
class Build:
    server: str
    commit: str
    branch: str

    @property
    def is_release(self) -> bool:
        return self.branch in ("main", "master") or self.branch.startswith("release/")

    def short(self, length: int = 7) -> str:
        if length < 1:
            raise ValueError("a commit needs at least one digit")
        return self.commit[:length] or "unknown"


def current() -> Build | None:
    for variable, (server, commit, branch) in SERVERS.items():
        if os.environ.get(variable):
            return Build(server, os.environ.get(commit, ""), os.environ.get(branch, ""))
    if os.environ.get("CI", "").lower() in ("1", "true"):
        return Build("unknown", "", "")
    return None


def is_interactive(assume: bool = True) -> bool:
    if current():
        return False
    return assume and os.environ.get("DEBIAN_FRONTEND") != "noninteractive"


def annotation(level: str, message: str, line: int = 1) -> str:
    """A message in the form that the build server shows beside the source."""
    if level not in ("error", "warning", "notice"):
        raise ValueError(f"no such level: {level}")
    build = current()
    if build and build.server == "github":
        return f"::{level} line={line}::{message}"
    return f"{level.upper()}:{line}: {message}"


def retries(wanted: int) -> int:
    return max(wanted, 3) if current() else max(wanted, 0)
