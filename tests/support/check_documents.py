"""Whether files and folders that documents name exist, and each room has a line in src/README.md: prints what is
missing, exits with 1."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
MAP = "src/README.md"
DOCUMENTS = (MAP, "docs/pages/internals.md", "CONTRIBUTING.md", "tests/README.md")
# What paths in documents may be relative to.
BASES = (".", "src", "src/runtime", "src/runtime/skua_runtime", "tests", "tests/benchmarks")
_PATH = re.compile(r"`((?:[\w.*-]+/)+(?:[\w*-]+\.(?:h|cc|py|sh|txt|md|yml|json|ini|toml|tsv|csv))?)`")
_ROOM = re.compile(r"^\| `([\w/]+)/` \|", re.MULTILINE)


def missing_paths(root: Path, document: str) -> Iterator[str]:
    """The paths in backquotes of which there is no file or folder; what a build makes is left out."""
    for path in sorted(set(_PATH.findall((root / document).read_text()))):
        if not path.startswith("build/") and not any(any((root / base).glob(path.rstrip("/"))) for base in BASES):
            yield f"{document} names {path}, which does not exist"


def missing_rooms(root: Path) -> Iterator[str]:
    """The folders of a divided folder that have no line in the map."""
    told = set(_ROOM.findall((root / MAP).read_text()))
    for folder in sorted({room.rpartition("/")[0] for room in told if "/" in room}):
        for room in sorted(path for path in (root / "src" / folder).iterdir() if path.is_dir()):
            name = f"{folder}/{room.name}"
            if room.name != "__pycache__" and name not in told:
                yield f"{MAP} has no line for {name}/"


def main(root: Path = REPOSITORY) -> int:
    complaints = [complaint for document in DOCUMENTS for complaint in missing_paths(root, document)]
    complaints += missing_rooms(root)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
