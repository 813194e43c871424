"""The wheel that pipelines install, and the index of packages that has it."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SKUA_BINARY", str(REPOSITORY / "build" / "skua"))
# What pip is told on this machine, such as another index, is left to it, but not where packages lie.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PIP_FIND_LINKS"}


def run(*command: str | Path, folder: Path | None = None, **environment: str) -> str:
    """What a command says; it must end well."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=ENVIRONMENT | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """SKUA_WHEEL, or a wheel of the binary under test."""
    named = os.environ.get("SKUA_WHEEL", "")
    if named:
        return named
    dist = tmp_path_factory.mktemp("dist")
    script = REPOSITORY / "src" / "packaging" / "make-wheel.sh"
    run("bash", script, "--binary", BINARY, DIST=str(dist))
    (made,) = dist.glob("*.whl")
    return str(made)


@pytest.fixture(scope="session")
def index(wheel: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a simple index, a folder a project, which has Skua and nothing else."""
    folder = tmp_path_factory.mktemp("index")
    project = folder / "simple" / "skua-testgen"
    project.mkdir(parents=True)
    shutil.copy(wheel, project)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()
