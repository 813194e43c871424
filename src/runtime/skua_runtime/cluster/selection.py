"""Selects the subject's callables to test, by the user's globs for "module:Qualified.name"."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Sequence

from skua_runtime.cluster.cluster import Cluster


def select(cluster: Cluster, module: str, include: Sequence[str], exclude: Sequence[str]) -> None:
    """Mark the selected callables. Others are still used to make inputs."""
    for described in cluster.callables:
        if described["kind"] == "environment" or not described["in_subject"]:
            continue
        names = _names(module, described["qualified_name"])
        if include and not _match(names, include) or _match(names, exclude):
            described["in_subject"] = False


def _names(module: str, qualified_name: str) -> list[str]:
    """The names of a callable and of all outer classes: ["m:A", "m:A.b"]."""
    parts = qualified_name.split(".")
    return [f"{module}:{'.'.join(parts[:end])}" for end in range(1, len(parts) + 1)]


def _match(names: Sequence[str], globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for name in names for glob in globs)
