"""What is packed beside the binary: the manual page, and the check of a wheel."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from conftest import BINARY, REPOSITORY

PACKAGING = REPOSITORY / "src" / "packaging"
ELF = b"\x7fELF"


@pytest.fixture(scope="module")
def page() -> str:
    return subprocess.run(
        [sys.executable, str(PACKAGING / "manual.py"), BINARY],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_manual_tells_of_every_command_and_flag(page: str) -> None:
    main = subprocess.run([BINARY, "--help"], capture_output=True, text=True).stdout
    listed = main.split("Commands\n")[1].split("\n\n")[0].splitlines()
    commands = [re.match(r"  ([a-z]+(?: [a-z]+)*)", line)[1] for line in listed]
    assert len(commands) >= 8
    for command in commands:
        assert f'.SH "SKUA {command.upper()}"\n' in page
        text = subprocess.run(
            [BINARY, *command.split(), "--help"], capture_output=True, text=True
        ).stdout
        for flag in re.findall(r"^  (?:-\w,|   ) (--[a-z-]+)", text, re.MULTILINE):
            assert flag.replace("-", "\\-") in page


def test_no_line_of_the_manual_is_a_request_by_mistake(page: str) -> None:
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".nf", ".fi"}


def wheel(folder: Path, tag: str, files: dict[str, bytes]) -> str:
    path = folder / f"skua_testgen-1.2.3-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return str(path)


SCRIPT = "skua_testgen-1.2.3.data/scripts/skua"
LICENCES = {
    f"skua_testgen-1.2.3.dist-info/licenses/{name}": b"" for name in ("LICENSE", "THIRD_PARTY.txt")
}
METADATA = {
    "skua_testgen-1.2.3.data/scripts/": b"",
    "skua_testgen-1.2.3.dist-info/METADATA": b"",
    "skua/__main__.py": b"",
} | LICENCES


@pytest.mark.parametrize(
    ("tag", "files", "problem"),
    [
        ("py3-none-manylinux_2_34_x86_64", {SCRIPT: ELF + b"GLIBC_2.34\0GLIBC_2.4"}, None),
        (
            "py3-none-manylinux_2_17_x86_64.manylinux_2_34_x86_64",
            {SCRIPT: ELF + b"GLIBC_2.17"},
            None,
        ),
        ("py3-none-manylinux_2_28_x86_64", {SCRIPT: ELF + b"GLIBC_2.34"}, "needs glibc 2.34"),
        ("cp311-cp311-manylinux_2_28_x86_64", {SCRIPT: ELF}, "not py3-none"),
        ("py3-none-manylinux_2_28_x86_64", {"skua/__init__.py": b""}, "no script skua"),
        ("py3-none-manylinux_2_28_x86_64", {SCRIPT: b"#!python"}, "not a binary"),
        ("py3-none-manylinux_2_28_x86_64", {SCRIPT: ELF, "a.so": b""}, "does not belong"),
    ],
)
def test_a_wheel_is_what_its_name_says(
    tmp_path: Path, tag: str, files: dict[str, bytes], problem: str | None
) -> None:
    check = runpy.run_path(str(PACKAGING / "check_wheel.py"))
    found = check["problems"](wheel(tmp_path, tag, files | METADATA))
    assert [text for text in found if problem is None or problem not in text] == []
    assert bool(found) == (problem is not None)


def test_the_package_runs_the_binary_that_lies_in_its_environment(tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(PACKAGING / "python" / "skua", site / "skua")
    command = [sys.executable, "-m", "skua", "--version"]
    environment = {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}

    without = subprocess.run(command, env=environment, capture_output=True, text=True)
    (site / "bin").mkdir()
    (site / "bin" / "skua").symlink_to(BINARY)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)

    assert without.returncode == 1
    assert "the binary is in none of" in without.stderr
    assert done.returncode == 0
    assert done.stdout.startswith("skua ")


@pytest.mark.parametrize(
    ("ref", "heading", "complaint"),
    [
        ("refs/heads/main", "## [Unreleased]", ""),
        ("refs/tags/v1.2.3", "## [1.2.3] - 2026-11-22", ""),
        ("refs/tags/v1.2.4", "## [1.2.4] - 2026-11-22", "the tag is v1.2.4"),
        ("refs/tags/v1.2.3", "## [Unreleased]", "CHANGELOG.md has no heading"),
    ],
)
def test_a_release_has_one_version(tmp_path: Path, ref: str, heading: str, complaint: str) -> None:
    script = tmp_path / "src" / "packaging" / "check-version.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(PACKAGING / "check-version.sh", script)
    (tmp_path / "CMakeLists.txt").write_text("project(skua VERSION 1.2.3 LANGUAGES CXX)\n")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n")
    done = subprocess.run(["bash", script, ref], capture_output=True, text=True)
    assert (done.returncode, complaint in done.stderr) == (1 if complaint else 0, True)
    assert complaint or done.stdout == "1.2.3\n"


def test_a_wheel_without_the_licences_of_what_is_linked_is_wrong(tmp_path: Path) -> None:
    check = runpy.run_path(str(PACKAGING / "check_wheel.py"))
    files = {SCRIPT: ELF, "skua_testgen-1.2.3.dist-info/licenses/LICENSE": b""}
    found = check["problems"](wheel(tmp_path, "py3-none-manylinux_2_28_x86_64", files))
    assert found == [
        "skua_testgen-1.2.3-py3-none-manylinux_2_28_x86_64.whl: THIRD_PARTY.txt is missing"
    ]


def test_every_library_that_is_linked_is_named_with_its_licence() -> None:
    build = (REPOSITORY / "CMakeLists.txt").read_text()
    notice = (PACKAGING / "THIRD_PARTY.txt").read_text()
    names = {
        "CLI11": "CLI11",
        "pugixml": "pugixml",
        "fmt": "{fmt}",
        "SQLiteCpp": "SQLiteCpp",
        "SQLite3": "SQLite",
    }
    names |= {"nlohmann_json": "JSON for Modern C++", "Boost": "Boost", "SECCOMP": "libseccomp"}
    names |= {"YAML_CPP": "yaml-cpp", "TOMLPLUSPLUS": "toml++", "XXHASH": "xxHash"}
    found = set(re.findall(r"find_package\((\w+)", build)) - {"Threads", "Python3", "GTest"}
    found |= set(re.findall(r"find_(?:library|path)\((\w+?)_(?:LIBRARY|INCLUDE_DIR)", build))
    assert found == set(names)
    for name in names.values():
        assert re.search(rf"^{re.escape(name)}\b|^{re.escape(name)}$", notice, re.MULTILINE), name
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in notice


def test_the_wheel_has_the_version_of_the_build() -> None:
    text = (REPOSITORY / "pyproject.toml").read_text()
    pattern = re.search(r"regex = '(.*)'", text)[1]
    version = re.search(pattern, (REPOSITORY / "CMakeLists.txt").read_text())["value"]
    said = subprocess.run([BINARY, "--version"], capture_output=True, text=True).stdout
    assert said == f"skua {version}\n"


def test_the_source_distribution_has_all_that_a_build_reads(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core")
    script = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=REPOSITORY, capture_output=True, text=True, check=True,
    )  # fmt: skip
    archive = tmp_path / made.stdout.split()[-1]
    with tarfile.open(archive) as sources:
        sources.extractall(tmp_path, filter="data")
    folder = tmp_path / archive.name.removesuffix(".tar.gz")

    needed = ("CMakeLists.txt", "LICENSE", "README.md", "ci-templates", "src")
    listed = subprocess.run(
        ["git", "ls-files", *needed], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert len(listed.stdout.splitlines()) > 100
    assert [path for path in listed.stdout.splitlines() if not (folder / path).is_file()] == []
    assert not (folder / "tests").exists()
    configured = subprocess.run(
        ["cmake", "-S", str(folder), "-B", str(tmp_path / "build"), "-G", "Ninja", "-DSKUA_TESTS=OFF"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert configured.returncode == 0, configured.stderr
