"""Removes what former releases left in the folder of deployments, which lies beside the project."""

import shutil
from pathlib import Path

DEPLOYED = Path(__file__).resolve().parents[1] / "deployed"


def release_number(name: str) -> int:
    """From names such as release-12; -1 for others."""
    prefix, _, number = name.partition("-")
    return int(number) if prefix == "release" and number.isdigit() else -1


def old_releases(names: list[str], keep: int = 2) -> list[str]:
    if keep < 1:
        raise ValueError("keep at least the present release")
    numbered = sorted((name for name in names if release_number(name) >= 0), key=release_number)
    return numbered[:-keep]


def sweep() -> bool:
    """Removes the whole folder; whether it could."""
    try:
        shutil.rmtree(DEPLOYED)
    except OSError:
        return False
    return True


def prune(keep: int = 2) -> list[str]:
    if not DEPLOYED.is_dir():
        return []
    removed = old_releases([path.name for path in DEPLOYED.iterdir()], keep)
    for name in removed:
        shutil.rmtree(DEPLOYED / name, ignore_errors=True)
    return removed


def unpublish(name: str) -> str:
    marker = DEPLOYED / f"{name}.published"
    try:
        marker.unlink()
    except FileNotFoundError:
        return "was not published"
    except OSError as error:
        return f"failed: {error.strerror}"
    return "unpublished"


def publish(name: str) -> bool:
    if release_number(name) < 0:
        raise ValueError(f"not a release: {name}")
    try:
        (DEPLOYED / f"{name}.published").write_text("yes\n")
    except OSError:
        return False
    return True


def is_deployed() -> bool:
    return DEPLOYED.exists()
