"""Folders and files for intermediate results."""

import os
import tempfile
from pathlib import Path


def base() -> str:
    return tempfile.gettempdir()


def is_memory_backed() -> bool:
    return base().startswith(("/dev/shm", "/run"))


def make(prefix: str = "job-") -> Path:
    if "/" in prefix:
        raise ValueError(f"a prefix, not a path: {prefix}")
    return Path(tempfile.mkdtemp(prefix=prefix))


def scratch_name(job: str, part: int = 0) -> str:
    return os.path.join(base(), f"{job}.part{part:03d}")


def join_parts(paths: list) -> bytes:
    return b"".join(Path(path).read_bytes() for path in paths)


def split(data: bytes, size: int = 4) -> list[bytes]:
    if size < 1:
        raise ValueError("parts have at least one byte")
    return [data[start : start + size] for start in range(0, len(data), size)]


def spool(text: str) -> int:
    """Writes a text to a file without a name; the bytes that it takes."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return os.fstat(file.fileno()).st_size


def leftovers(prefix: str = "job-") -> int:
    return sum(name.startswith(prefix) for name in os.listdir(base()))


class Workspace:
    def __init__(self, name: str, parent: str | None = None):
        self.path = Path(parent or base()) / name

    def __enter__(self):
        self.path.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *error):
        for entry in self.path.iterdir():
            entry.unlink()
        self.path.rmdir()

    def store(self, name: str, text: str) -> str:
        target = self.path / name
        target.write_text(text)
        return str(target)


def shown(path: str) -> str:
    return path.replace(base(), "$TMPDIR", 1) if path.startswith(base()) else path
