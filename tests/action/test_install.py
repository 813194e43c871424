"""A release archive by version and checksum, a wheel, or what is there."""

from __future__ import annotations

import hashlib
import io
import platform
import tarfile
from pathlib import Path

import pytest

from conftest import Result, Runner

NAME = f"skua-1.2.3-linux-{platform.machine()}"
# Answers for the release server: `--output FILE … -- ADDRESS`.
FAKE_CURL = """#!/bin/bash
while [[ $1 != --output ]]; do shift; done
echo "$4" >>"$RUNNER_TEMP/addresses"
cp "$RUNNER_TEMP/server/${4##*/}" "$2"
"""


def serve(runner: Runner, member: str = f"{NAME}/bin/skua") -> str:
    """Puts a release on the server; says its checksum."""
    runner.program("curl", FAKE_CURL)
    server = runner.temp / "server"
    server.mkdir(exist_ok=True)
    archive = server / f"{NAME}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        content = b"#!/bin/sh\necho skua 1.2.3\n"
        info = tarfile.TarInfo(member)
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("../../escaped")
        link.type = tarfile.SYMTYPE
        link.linkname = "/etc/passwd"
        tar.addfile(link)
    checksum = hashlib.sha256(archive.read_bytes()).hexdigest()
    (server / f"{NAME}.tar.gz.sha256").write_text(f"{checksum}  {NAME}.tar.gz\n")
    return checksum


def install(runner: Runner, version: str, checksum: str = "") -> Result:
    return runner.step(
        "install.sh", INPUT_VERSION=version, INPUT_CHECKSUM=checksum, ACTION_REPOSITORY="owner/skua"
    )


@pytest.mark.parametrize("version", ["1.2.3", "v1.2.3"])
def test_a_release_is_put_on_the_path(runner: Runner, version: str) -> None:
    checksum = serve(runner)
    result = install(runner, version, checksum.upper())
    assert result.exit_code == 0, result.said
    assert result.outputs == {"version": "1.2.3"}
    (folder,) = (runner.temp / "path").read_text().splitlines()
    assert sorted(file.name for file in Path(folder).iterdir()) == ["skua"]
    assert (runner.temp / "addresses").read_text().splitlines() == [
        f"https://github.test/owner/skua/releases/download/v1.2.3/{NAME}.tar.gz"
    ]
    assert not list(runner.temp.rglob("escaped"))


def test_without_a_checksum_the_one_beside_the_archive_is_taken(runner: Runner) -> None:
    serve(runner)
    assert install(runner, "1.2.3").exit_code == 0
    (runner.temp / "server" / f"{NAME}.tar.gz.sha256").write_text("0" * 64 + "  x\n")
    assert install(runner, "1.2.3").exit_code == 2


@pytest.mark.parametrize("checksum", ["0" * 64, "abc", "$(touch pwned)"])
def test_what_differs_from_the_checksum_is_not_unpacked(runner: Runner, checksum: str) -> None:
    serve(runner)
    result = install(runner, "1.2.3", checksum)
    assert result.exit_code == 2
    assert "checksum" in result.said
    assert not (runner.temp / "skua-install/bin/skua").exists()


def test_an_archive_without_skua_is_an_error(runner: Runner) -> None:
    serve(runner, member="elsewhere/skua")
    result = install(runner, "1.2.3")
    assert result.exit_code == 2
    assert "does not hold" in result.said


@pytest.mark.parametrize("version", ["latest", "1.2", "1.2.3/../../x", "1.2.3 x"])
def test_what_is_no_version_is_not_asked_for(runner: Runner, version: str) -> None:
    serve(runner)
    assert install(runner, version).exit_code == 2
    assert not (runner.temp / "addresses").exists()


def test_what_is_installed_is_used(runner: Runner) -> None:
    assert install(runner, "installed").outputs == {"version": "9.8.7"}
    assert not (runner.temp / "path").exists()


def test_a_wheel_has_to_have_its_checksum(runner: Runner) -> None:
    wheel = runner.write("skua-1.2.3-py3-none-any.whl", "no wheel")
    result = install(runner, str(wheel), "0" * 64)
    assert result.exit_code == 2
    assert "checksum" in result.said
    assert install(runner, str(wheel) + ".whl").exit_code == 2
