"""Checks a wheel of Skua: its tag, its files, and that the binary and the extension embedded in it
need no newer glibc than the tag promises.

    check_wheel.py skua_testgen-0.1.0-py3-none-manylinux_2_34_x86_64.whl
"""

from __future__ import annotations

import fnmatch
import re
import sys
import zipfile
from pathlib import PurePath


def glibc_of(tag: str) -> tuple[int, int]:
    """The glibc version that a platform tag promises; the oldest of several joined by dots."""
    versions = [(int(x), int(y)) for x, y in re.findall(r"manylinux_(\d+)_(\d+)_", tag)]
    if not versions:
        raise SystemExit(f"{tag} is not a manylinux tag")
    return min(versions)


def problems(path: str) -> list[str]:
    """The problems of a wheel, as sentences."""
    name = PurePath(path).name
    match = re.fullmatch(r"skua_testgen-[^-]+-py3-none-(.+)\.whl", name)
    if match is None:
        return [f"{name}: the tag is not py3-none-<platform>"]
    with zipfile.ZipFile(path) as wheel:
        names = {each for each in wheel.namelist() if not each.endswith("/")}
        scripts = fnmatch.filter(names, "*.data/scripts/skua")
        if len(scripts) != 1:
            return [f"{name}: it contains no script skua"]
        binary = wheel.read(scripts[0])
    others = sorted(names - {*scripts, "skua/__init__.py", "skua/__main__.py"})
    found = [f"{name}: {each} does not belong there" for each in others if ".dist-info/" not in each]
    missing = {"LICENSE", "THIRD_PARTY.txt"} - {PurePath(each).name for each in names}
    found += [f"{name}: {licence} is missing" for licence in sorted(missing)]
    if not binary.startswith(b"\x7fELF"):
        found.append(f"{name}: the script skua is not a binary")
    # ELF files contain versions as plain strings, also those of the embedded extension.
    needed = {(int(x), int(y)) for x, y in re.findall(rb"GLIBC_(\d+)\.(\d+)", binary)}
    promised = glibc_of(match[1])
    for version in sorted(each for each in needed if each > promised):
        found.append(f"{name}: needs glibc {version[0]}.{version[1]}, newer than its tag")
    return found


if __name__ == "__main__":
    complaints = problems(sys.argv[1])
    print("\n".join(complaints) or f"{PurePath(sys.argv[1]).name}: no problems")
    sys.exit(1 if complaints else 0)
