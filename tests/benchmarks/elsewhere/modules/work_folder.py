"""Files of a job in a folder for temporary files."""

import os
import shutil
import tempfile
import time
from pathlib import Path


def base() -> Path:
    return Path(os.environ.get("JOB_DIR") or tempfile.gettempdir()) / "seven-jobs"


def exists(job: str) -> bool:
    if not job or "/" in job:
        raise ValueError(f"no job: {job!r}")
    return (base() / job).is_dir()


def make(job: str) -> bool:
    """Whether the folder was made."""
    folder = base() / job
    if folder.exists():
        return False
    folder.mkdir(parents=True)
    return True


def clean(job: str) -> bool:
    shutil.rmtree(base() / job, ignore_errors=True)
    return not (base() / job).exists()


def age_in_days(path: str) -> int:
    try:
        return int((time.time() - os.stat(path).st_mtime) / 86400)
    except FileNotFoundError:
        return -1


def free_megabytes() -> int:
    return shutil.disk_usage(tempfile.gettempdir()).free >> 20


def is_tight(need: int) -> bool:
    return free_megabytes() < need


def file_name(job: str, part: int = 0) -> str:
    if part < 0:
        raise ValueError("part is not negative")
    return f"{job}-{part:03d}.tmp" if part else f"{job}.tmp"


def mask() -> str:
    old = os.umask(0)
    os.umask(old)
    return oct(old)


def here() -> str:
    return os.path.basename(os.getcwd())
